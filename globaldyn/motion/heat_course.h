#pragma once

#include <vector>

#include "globaldyn/convex/solve_motion.h"

namespace globaldyn::inside {
inline namespace motion {

/// A part of a cycle's time, in their order.
struct HeatSpan {
  enum class Kind {
    stretch,  ///< a motion that is planned
    rest,     ///< drives hold the machine
    given,    ///< a motion that is given
    idle,     ///< nothing is asked of the drives
  };
  Kind kind{Kind::idle};
  std::size_t index{0};  ///< of the stretches, or of the rests, of a program
  double duration{0.0};  ///< s, of all but stretches
  VectorXd squares{};    ///< m: of what is given, integrals of n² over its time
};

/// How motors warm up while a cycle repeats for ever: theta_k that follows
/// tau theta_k' = (n_k / rated_k)² - theta_k, as a body of one temperature does, in shares of what
/// the rated force heats it by for ever.
class HeatCourse {
 public:
  /// A place in the cycle, as a share of a span's time.
  struct Place {
    std::size_t span{0};
    double share{0.0};
    double blur{0.0};  ///< how far away places are told apart, as a share, too
  };
  /// How hot a motor becomes, and when it is hotter than was asked for.
  struct Heat {
    double hottest{0.0};
    std::vector<Place> hot;
  };

  /// @param rated m: the forces of the program's energies
  /// @param period of the cycle, s: what is left of it after all spans is idle
  HeatCourse(const std::vector<HeatSpan>& spans, const MotionSolution& solution,
             const VectorXd& rated, double period);

  /// Of the times at which a motor is hotter than `least` the hottest one, and as far from each
  /// other as that leaves so many at most, the hottest of the others. @param tau its thermal time,
  /// s
  [[nodiscard]] Heat look_at(Eigen::Index drive, double tau, double least, std::size_t most) const;

  /// What a motor's (n / rated)² at another place of the cycle counts in its theta at one, times
  /// the period: theta is the mean over the cycle of (n / rated)² with this weight.
  [[nodiscard]] double weigh(const PointPlace& at, const Place& hottest, double tau) const;
  /// Its mean over a whole span.
  [[nodiscard]] double weigh_span(std::size_t span, const Place& hottest, double tau) const;

 private:
  struct Step {
    double duration;
    VectorXd heat;  // m
    Place end;
  };
  struct Stretch {
    std::vector<double> p, t, x;  // of nodes
  };

  void add_stretch(std::size_t span, const MotionSolution& solution);
  [[nodiscard]] std::vector<double> list_thetas(Eigen::Index drive, double tau) const;
  [[nodiscard]] double find_time(const Place& place) const;
  [[nodiscard]] double find_time(std::size_t stretch, double p) const;

  std::vector<HeatSpan> spans_;
  double period_;
  std::vector<double> begins_, ends_;  // of spans, s
  std::vector<std::size_t> spans_of_stretches_, spans_of_rests_;
  std::vector<Stretch> stretches_;
  std::vector<Step> steps_;
};

}  // namespace motion
}  // namespace globaldyn::inside
