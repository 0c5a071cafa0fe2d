#pragma once

#include <string>
#include <vector>

#include "tests/campaign_simulation/simulated_case.h"

namespace globaldyn::inside::test {

/// What is to be said of a run beside a reference.
enum class Verdict {
  agrees,     ///< within kMostErrors tolerances, times how much the motion magnifies errors
  flagged,    ///< it says that energy or drift exceed the tolerance
  ended,      ///< it says that it did not come to its end, and why
  refused,    ///< it threw an error, as the reference did
  disagrees,  ///< none of these
};

[[nodiscard]] const char* to_string(Verdict verdict);

/// Errors of a step are within the tolerance. Some hundred to thousand steps add up; in a few of
/// them, of fast motions, what is asked of the slower coordinates is less than that of the fastest.
constexpr double kMostErrors = 500.0;

/// The exact motion, as far as it can be had.
struct Reference {
  CaseRun run;                ///< at kTolerance
  double magnification{1.0};  ///< of a small disturbance of the rates at the start, at least 1
  double disagreement{0.0};   ///< from the same in another formulation
  static constexpr double kTolerance = 1e-12;

  [[nodiscard]] bool is_known() const {
    return run.error.empty() && run.status == SimulationStatus::done;
  }
};

[[nodiscard]] Reference find_reference(const SimulatedCase& c, long work);

/// How far two states are apart: the largest distance of bodies' centres of mass in kinematic
/// lengths, turn between them in rad, and difference of speeds as a share of the largest speed of
/// the first, or of one kinematic length or radian a second if none is so fast.
[[nodiscard]] double find_distance(const Machine& machine, const CaseRun& a, const CaseRun& b);

struct JudgedRun {
  RunChoice choice;
  CaseRun run;
  Verdict verdict{Verdict::agrees};
  double errors{0.0};  ///< its distance from the reference, in magnified tolerances
};

[[nodiscard]] JudgedRun judge(const SimulatedCase& c, const Reference& reference,
                              const RunChoice& choice, long work);

/// All formulations with all integrators.
[[nodiscard]] std::vector<RunChoice> list_choices(double tolerance);

}  // namespace globaldyn::inside::test
