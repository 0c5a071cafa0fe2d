#pragma once

#include <optional>
#include <vector>

#include "globaldyn/machine/machine.h"
#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace free_run {

/// The equation of motion of a machine of one degree of freedom along its path, as its motors move
/// it: the power that they give is the one that the motion takes, which for d1 is
///     sum n_k q'_k = alpha d1² + beta d1 + gamma + delta d2
/// with the same terms of all drive forces n_k that Horáček et al. 2013, eq. (4), gives: forces
/// along V do no work. delta is the inertia reduced to p (twice the kinetic energy per d1²).
struct PowerTerms {
  double p{0.0};
  double alpha{0.0}, beta{0.0}, gamma{0.0}, delta{0.0};
  /// Of the motors: q' and q'', of which dq/dt = q' d1 and d²q/dt² = q'' d1² + q' d2.
  std::vector<double> rates, seconds;
};

/// One per thread; machine and survey must outlive it.
class MotorEquation {
 public:
  /// @throws InputError at the run's place if the machine, moving along the path, has another
  ///   number of degrees of freedom than one, and for gears that lock themselves
  MotorEquation(const Machine& machine, const FreeRun& run, PathSurvey& survey);

  /// At p. The machine must be able to be there.
  [[nodiscard]] PowerTerms find_terms(double p);

  /// d(d1²)/dp = 2 d2 where d1² is `square`, of which what is below 0 counts as rest.
  /// Nothing where the motion has no inertia.
  [[nodiscard]] std::optional<double> calc_change(const PowerTerms& terms, double square) const;

  /// d1 at p = 0 at which no motor that has no given force has any force left: above it they brake.
  /// None if there is no such speed.
  [[nodiscard]] std::optional<double> find_idle_speed(const PowerTerms& terms) const;

 private:
  struct Motor {
    DriveId drive;
    double force;  // as MotorForce
  };
  // Of the power that the motors give less what the motion takes, at d2.
  [[nodiscard]] double calc_surplus(const PowerTerms& terms, double square, double d2) const;
  [[nodiscard]] double find_force(const Motor& motor, double share, double rate) const;

  const Machine& machine_;
  PathSurvey& survey_;
  std::vector<Motor> motors_;
  bool has_losses_{false};
};

}  // namespace free_run
}  // namespace globaldyn::inside
