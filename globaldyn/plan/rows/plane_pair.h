#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/nth.h"
#include "globaldyn/plan/rows/plane_program.h"

namespace globaldyn {

/// Half planes of two variables, in the form that PlaneProgram requires.
class PlaneList {
 public:
  void clear() { planes_.clear(); }
  void reserve(std::size_t count) { planes_.reserve(count); }
  void add(double x, double y, double limit) { planes_.push_back({x, y, limit}); }

  [[nodiscard]] std::span<const HalfPlane> all() const { return planes_; }
  [[nodiscard]] std::size_t size() const { return planes_.size(); }
  [[nodiscard]] const HalfPlane& at(int number) const { return nth(planes_, number); }
  [[nodiscard]] double excess(std::size_t i, double x, double y) const {
    return calc_excess(planes_[i], x, y);
  }
  /// The one that (x, y) violates the most, if it violates any by more than the slack.
  [[nodiscard]] std::optional<int> find_violated(double x, double y) const {
    double most = kSlack;
    std::optional<int> worst;
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      const double value = calc_excess(planes_[i], x, y);
      if (value > most) {
        most = value;
        worst = static_cast<int>(i);
      }
    }
    return worst;
  }

  static constexpr double kSlack = 2e-13;

 private:
  [[nodiscard]] static double calc_excess(const HalfPlane& plane, double x, double y) {
    return plane.normal_x * x + plane.normal_y * y - plane.limit;
  }

  std::vector<HalfPlane> planes_;
};

}  // namespace globaldyn
