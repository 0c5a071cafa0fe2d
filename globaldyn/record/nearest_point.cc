#include "globaldyn/record/nearest_point.h"

#include <Eigen/QR>
#include <algorithm>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// a.y <= b, with its multiplier.
struct HeldBound {
  VectorXd a;
  double b;
  double multiplier;
};

class ActiveSet {
 public:
  ActiveSet(VectorXd& y) : y_(y) {}

  // Moves to where the bound is kept as well; false if the held bounds exclude that.
  [[nodiscard]] bool take_in(HeldBound bound) {
    constexpr double kParallel = round_off::kRank;
    for (;;) {
      VectorXd along = VectorXd::Zero(static_cast<Eigen::Index>(held_.size()));
      VectorXd step = bound.a;
      if (!held_.empty()) {
        MatrixXd normals(bound.a.size(), along.size());
        for (std::size_t j = 0; j < held_.size(); ++j) {
          normals.col(static_cast<Eigen::Index>(j)) = held_[j].a;
        }
        const Eigen::ColPivHouseholderQR<MatrixXd> qr(normals);
        along = qr.solve(bound.a);
        step -= normals * along;
        // Once more: if directions are nearly dependent, only rounding errors are left of it.
        const VectorXd again = qr.solve(step);
        along += again;
        step -= normals * again;
      }
      const bool can_move = step.norm() > kParallel * bound.a.norm();
      const double excess = bound.a.dot(y_) - bound.b;
      const double whole = can_move ? excess / step.squaredNorm() : kInfinity;
      const auto [dual, leaving] = find_first_released(along);
      const double length = std::min(whole, dual);
      if (length == kInfinity) return false;
      if (can_move) y_ -= length * step;
      for (std::size_t j = 0; j < held_.size(); ++j) {
        held_[j].multiplier -= length * along(static_cast<Eigen::Index>(j));
      }
      bound.multiplier += length;
      if (whole <= dual) {
        held_.push_back(std::move(bound));
        return true;
      }
      held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(leaving));
    }
  }

 private:
  // How far the new bound's multiplier can grow before that of a held one vanishes.
  [[nodiscard]] std::pair<double, std::size_t> find_first_released(const VectorXd& along) const {
    std::pair<double, std::size_t> first{kInfinity, 0};
    for (std::size_t j = 0; j < held_.size(); ++j) {
      const double rate = along(static_cast<Eigen::Index>(j));
      if (rate <= 0.0) continue;
      const double length = std::max(0.0, held_[j].multiplier) / rate;
      if (length < first.first) first = {length, j};
    }
    return first;
  }

  VectorXd& y_;
  std::vector<HeldBound> held_;
};

}  // namespace

bool find_nearest_point(const std::vector<Slab>& slabs, const VectorXd& wanted, double tolerance,
                        VectorXd& y) {
  y = wanted;
  ActiveSet active(y);
  // Each step increases the distance from `wanted`; only rounding errors could cause an endless
  // cycle.
  const std::size_t most_steps = 50 + 10 * slabs.size();
  for (std::size_t step = 0; step < most_steps; ++step) {
    double worst = tolerance;
    HeldBound next{{}, 0.0, 0.0};
    for (const Slab& slab : slabs) {
      const double value = slab.a.dot(y);
      if ((value - slab.high) > worst * slab.size) {
        worst = (value - slab.high) / slab.size;
        next = {slab.a, slab.high, 0.0};
      }
      if ((slab.low - value) > worst * slab.size) {
        worst = (slab.low - value) / slab.size;
        next = {-slab.a, -slab.low, 0.0};
      }
    }
    if (next.a.size() == 0) return true;
    if (!active.take_in(std::move(next))) return false;
  }
  return false;
}

}  // namespace record
}  // namespace globaldyn::inside
