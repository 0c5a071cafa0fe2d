#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/region_plan.h"

namespace globaldyn::inside::test {

/// Axes that move by sums of sines (so that each comes to rest and reverses), coupled by a constant
/// inertia matrix, under loads that vary along the path.
class RandomSystem {
 public:
  explicit RandomSystem(std::uint64_t seed) : random_(seed) {
    count_ = 2 + static_cast<Eigen::Index>(seed % 5);
    waves_.resize(static_cast<std::size_t>(count_));
    for (auto& waves : waves_) {
      for (int k = 1; k <= 3; ++k)
        waves.push_back({unit() / k, 2.0 * k, std::numbers::pi * unit()});
    }
    const MatrixXd R = MatrixXd::NullaryExpr(count_, count_, [&] { return unit(); });
    inertia_ = R * R.transpose() + 0.5 * MatrixXd::Identity(count_, count_);
    limits_ = VectorXd::NullaryExpr(count_, [&] { return 1.5 + unit(); });
    // One in four has a load close to what the drives can hold.
    const double heavy = seed % 4 == 0 ? 1.3 : 0.3;
    loads_ = VectorXd::NullaryExpr(count_, [&] { return heavy * unit(); }).cwiseProduct(limits_);
  }

  [[nodiscard]] std::vector<LimitRow> make_rows(double p) const {
    VectorXd q(count_), first(count_), second(count_);
    for (Eigen::Index i = 0; i < count_; ++i) {
      q(i) = first(i) = second(i) = 0.0;
      for (const Wave& w : waves_[static_cast<std::size_t>(i)]) {
        q(i) += w.size * std::sin(w.rate * p + w.phase);
        first(i) += w.size * w.rate * std::cos(w.rate * p + w.phase);
        second(i) -= w.size * w.rate * w.rate * std::sin(w.rate * p + w.phase);
      }
    }
    const VectorXd alpha = inertia_ * second, delta = inertia_ * first;
    std::vector<LimitRow> rows;
    for (Eigen::Index i = 0; i < count_; ++i) {
      rows.push_back({alpha(i), 0.0, loads_(i) * std::cos(q(i)), delta(i), VectorXd(), -limits_(i),
                      limits_(i)});
    }
    return rows;
  }

 private:
  struct Wave {
    double size, rate, phase;
  };
  double unit() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }

  std::mt19937_64 random_;
  Eigen::Index count_{0};
  std::vector<std::vector<Wave>> waves_;
  MatrixXd inertia_;
  VectorXd limits_, loads_;
};

/// Its limits anywhere, for make_plan().
[[nodiscard]] inline LimitSource make_source(const RandomSystem& system) {
  return [&system](std::span<const double> p, std::span<LimitsAt> limits) {
    for (std::size_t i = 0; i < p.size(); ++i) limits[i].before.rows = system.make_rows(p[i]);
  };
}

}  // namespace globaldyn::inside::test
