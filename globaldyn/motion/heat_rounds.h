#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace globaldyn::inside {
inline namespace motion {

/// When to look again at how hot motors become: motions are solved one after the other, each with
/// the times at which motors were too hot as budgets, mostly on coarse grids, which know about as
/// well when that is.
class HeatRounds {
 public:
  enum class Next {
    done,       ///< no motor is too hot, or nothing more is known
    again,      ///< a motion within further budgets
    stays_hot,  ///< motions only become slower
  };

  /// @param tolerance what is left open of the time
  explicit HeatRounds(double tolerance)
      : few_(std::clamp(kOfTolerance * tolerance, kLeast, kOnCoarse)) {}

  /// Whether the next motion is to be known roughly.
  [[nodiscard]] bool is_coarse() const { return is_coarse_; }
  /// What motors may be hotter by than 1.
  [[nodiscard]] double too_hot() const { return is_coarse_ ? kOnCoarse : few_; }

  /// @param hottest what the hottest motor is hotter by than 1, negative where all are cooler
  /// @param are_priced whether budgets of hot times hold the motion back
  Next take(double hottest, bool are_priced) {
    // Weights of a motion that was faster are too large: those of this one allow more.
    const bool is_cool = hottest <= too_hot() && (hottest >= -too_hot() || !are_priced);
    if ((is_cool && !is_coarse_) || ++rounds_ == kMost) return Next::done;
    const double away = std::abs(hottest);
    idle_ = away < kNearer * nearest_ ? 0 : idle_ + 1;
    nearest_ = std::min(nearest_, away);
    if (idle_ > kMostIdle && hottest > kFarTooHot) return Next::stays_hot;
    is_coarse_ = is_coarse_ && !is_cool && idle_ <= kMostIdle && rounds_ < kMostCoarse;
    return Next::again;
  }

 private:
  // Of heat half as much is force: what is left open of it is twice that of the time, but neither
  // less than weights are known to, nor as much as a motion on a coarse grid is.
  static constexpr double kOfTolerance = 2.0, kLeast = 1e-4, kOnCoarse = 1e-3;
  // Rounds bring the hottest nearer by a third or so; where a motor is as hot as it may be for a
  // while, places are added in between until the last.
  static constexpr int kMost = 24, kMostCoarse = 16, kMostIdle = 6;
  static constexpr double kNearer = 0.9, kFarTooHot = 1e-2;

  double few_;
  bool is_coarse_{true};
  int rounds_{0};
  double nearest_{std::numeric_limits<double>::infinity()};  // to 1, the hottest motor at best
  int idle_{0};                                              // rounds since
};

}  // namespace motion
}  // namespace globaldyn::inside
