#pragma once

#include <cstddef>
#include <vector>

#include "globaldyn/table/plane_program.h"

namespace globaldyn {

/// Half planes of two variables, as PlaneProgram wants them.
class PlaneList {
 public:
  void clear() {
    x_.clear();
    y_.clear();
    limit_.clear();
  }
  void add(double x, double y, double limit) {
    x_.push_back(x);
    y_.push_back(y);
    limit_.push_back(limit);
  }
  void set_limit(int number, double limit) { limit_[static_cast<std::size_t>(number)] = limit; }

  [[nodiscard]] std::size_t size() const { return x_.size(); }
  [[nodiscard]] HalfPlane at(int number) const {
    const auto i = static_cast<std::size_t>(number);
    return {x_[i], y_[i], limit_[i]};
  }
  [[nodiscard]] double excess(std::size_t i, double x, double y) const {
    return x_[i] * x + y_[i] * y - limit_[i];
  }
  /// The one that (x, y) violates the most, kNone if it violates none by more than the slack.
  [[nodiscard]] int find_violated(double x, double y) const {
    double most = kSlack;
    int worst = kNone;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double value = x_[i] * x + y_[i] * y - limit_[i];
      if (value > most) {
        most = value;
        worst = static_cast<int>(i);
      }
    }
    return worst;
  }

  static constexpr double kSlack = 2e-13;

 private:
  std::vector<double> x_, y_, limit_;
};

}  // namespace globaldyn
