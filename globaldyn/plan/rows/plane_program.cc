#include "globaldyn/plan/rows/plane_program.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

class PlaneProgram {
 public:
  PlaneProgram(const std::vector<HalfPlane>& planes, double direction)
      : planes_(planes), direction_(direction) {}

  PlaneExtreme solve(CornerPair start, CornerPair safe);

 private:
  bool begin(const CornerPair& pair);
  bool set_prices();
  bool exchange(int entering);
  [[nodiscard]] std::optional<int> find_violated(double x, double y) const;

  const std::vector<HalfPlane>& planes_;
  double direction_;
  CornerPair pair_{};
  HalfPlane first_{}, second_{};  // of the pair
  bool is_stuck_{false};
  // Shares of both in x, which show that it cannot be better, over the sine of their angle.
  double by_det_{0.0}, price_first_{0.0}, price_second_{0.0};
};

PlaneExtreme PlaneProgram::solve(CornerPair start, CornerPair safe) {
  if (!begin(start)) {
    // Perhaps one of the two still stops x.
    if (!begin({start.first, safe.second}) && !begin({start.second, safe.second}) && !begin(safe)) {
      return {std::nullopt, is_stuck_};
    }
  }
  // Rounding errors could make it go round in circles.
  constexpr int kMostSteps = 200;
  for (int step = 0; step < kMostSteps; ++step) {
    const double x = (first_.limit * second_.normal_y - second_.limit * first_.normal_y) * by_det_;
    const double y = (first_.normal_x * second_.limit - second_.normal_x * first_.limit) * by_det_;
    const std::optional<int> entering = find_violated(x, y);
    if (!entering || entering == pair_.first || entering == pair_.second) return {x};
    if (!exchange(*entering)) return {std::nullopt, is_stuck_};
  }
  return {std::nullopt, true};
}

// The one that (x, y) violates the most, if it violates any by more than rounding errors of terms
// up to 1, the size of limits.
std::optional<int> PlaneProgram::find_violated(double x, double y) const {
  constexpr double kSlack = 2e-13;
  double most = kSlack;
  std::optional<int> worst;
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    const double excess = planes_[i].normal_x * x + planes_[i].normal_y * y - planes_[i].limit;
    if (excess > most) {
      most = excess;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

bool PlaneProgram::begin(const CornerPair& pair) {
  pair_ = pair;
  first_ = nth(planes_, pair.first);
  second_ = nth(planes_, pair.second);
  return set_prices() && price_first_ >= 0.0 && price_second_ >= 0.0;
}

// (direction, 0) as a sum of both normals; false if they are parallel.
bool PlaneProgram::set_prices() {
  const double forward = first_.normal_x * second_.normal_y;
  const double backward = second_.normal_x * first_.normal_y;
  const double det = forward - backward;
  if (std::abs(det) <= round_off::kEntry * (std::abs(forward) + std::abs(backward))) return false;
  by_det_ = 1.0 / det;
  price_first_ = direction_ * second_.normal_y * by_det_;
  price_second_ = -direction_ * first_.normal_y * by_det_;
  return true;
}

// Adds a half plane, and removes the one whose price would become negative first.
bool PlaneProgram::exchange(int entering) {
  const HalfPlane plane = nth(planes_, entering);
  const double share_first =
      (plane.normal_x * second_.normal_y - plane.normal_y * second_.normal_x) * by_det_;
  const double share_second =
      (first_.normal_x * plane.normal_y - first_.normal_y * plane.normal_x) * by_det_;
  const bool may_first = share_first > 0.0, may_second = share_second > 0.0;
  if (!may_first && !may_second) return false;
  const auto replace = [&](bool is_first) {
    const HalfPlane first = first_, second = second_;
    (is_first ? first_ : second_) = plane;
    if (!set_prices()) {
      first_ = first;
      second_ = second;
      return false;
    }
    (is_first ? pair_.first : pair_.second) = entering;
    return true;
  };
  const bool is_first =
      may_first && (!may_second || price_first_ * share_second < price_second_ * share_first);
  // If it is too parallel to the one that stays, that one leaves instead, if possible.
  if (replace(is_first) || (may_first && may_second && replace(!is_first))) return true;
  is_stuck_ = true;
  return false;
}

}  // namespace

PlaneExtreme find_extreme_x(const std::vector<HalfPlane>& planes, double direction,
                            CornerPair start, CornerPair safe) {
  return PlaneProgram(planes, direction).solve(start, safe);
}

}  // namespace plan
}  // namespace globaldyn::inside
