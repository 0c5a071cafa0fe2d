// Oracle: linear programs over the drive forces (GLPK), on random drives of every kind.
#include "globaldyn/criteria/pose/force_set.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "tests/criteria/force_program.h"

namespace globaldyn::inside::test {
namespace {

// The programs stop within 1e-11 of their bounds; bases of random matrices lose 3 or 4 digits.
constexpr double kForceSetTolerance = 1e-7;
constexpr int kCases = 90;

enum class Limits { both_sides, some_missing, cables, some_fixed };
enum class Shape { full, flat, repeated, with_zero };

struct ForceKind {
  const char* name;
  Shape shape;
  Limits limits;

  friend std::ostream& operator<<(std::ostream& out, const ForceKind& kind) {
    return out << kind.name;
  }
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Eigen::Index pick(Eigen::Index low, Eigen::Index high) {
    return std::uniform_int_distribution<Eigen::Index>(low, high)(random_);
  }
  MatrixXd make_matrix(Eigen::Index rows, Eigen::Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return draw(-1.0, 1.0); });
  }

 private:
  std::mt19937_64 random_;
};

struct Drives {
  MatrixXd W;
  VectorXd low, high;

  // Forces within the limits, `share` of the way from one end to the other.
  [[nodiscard]] VectorXd make_forces(const VectorXd& share) const {
    VectorXd forces(low.size());
    for (Eigen::Index k = 0; k < low.size(); ++k) {
      const double from = std::max(low(k), std::min(high(k), 0.0) - 10.0);
      const double to = std::min(high(k), std::max(low(k), 0.0) + 10.0);
      forces(k) = from + share(k) * (to - from);
    }
    return forces;
  }
};

MatrixXd make_W(Shape shape, Generator& random) {
  const Eigen::Index n = random.pick(shape == Shape::flat ? 2 : 1, 6);
  const Eigen::Index m = random.pick(shape == Shape::full ? n : 2, 9);
  MatrixXd W = random.make_matrix(n, m);
  if (shape == Shape::flat) {
    const Eigen::Index rank = random.pick(1, n - 1);
    W = random.make_matrix(n, rank) * random.make_matrix(rank, m);
  }
  if (shape == Shape::repeated) {
    W.col(m - 1) = -1.5 * W.col(0);
    if (m > 4) W.col(m - 2) = W.col(1);
  }
  if (shape == Shape::with_zero) W.col(random.pick(0, m - 1)).setZero();
  return W;
}

Drives make_drives(const ForceKind& kind, Generator& random) {
  Drives drives{make_W(kind.shape, random), {}, {}};
  const Eigen::Index m = drives.W.cols();
  drives.low = VectorXd::NullaryExpr(m, [&] { return random.draw(-2.0, -0.5); });
  drives.high = VectorXd::NullaryExpr(m, [&] { return random.draw(0.5, 2.0); });
  for (Eigen::Index k = 0; k < m; ++k) {
    if (kind.limits == Limits::cables) {
      drives.low(k) = k % 2 == 0 ? 0.0 : 0.1;
      if (k % 3 == 0) drives.high(k) = kInfinity;
    }
    if (kind.limits == Limits::some_missing) {
      if (k % 3 == 0) drives.low(k) = -kInfinity;
      if (k % 4 == 0) drives.high(k) = kInfinity;
    }
    if (kind.limits == Limits::some_fixed && k % 3 == 1) drives.low(k) = drives.high(k);
  }
  return drives;
}

class Forces : public ::testing::TestWithParam<ForceKind> {
 protected:
  // Calls check(set, program, drives, random) for random drives; the scale must not matter.
  template <class Check>
  void for_each_case(const Check& check) {
    Generator random(4711);
    for (int i = 0; i < kCases; ++i) {
      const Drives drives = make_drives(GetParam(), random);
      SCOPED_TRACE(testing::Message()
                   << "case " << i << ": " << drives.W.rows() << " x " << drives.W.cols());
      const VectorXd scale =
          VectorXd::NullaryExpr(drives.W.rows(), [&] { return random.draw(0.2, 5.0); });
      const ForceSet set(drives.W, drives.low, drives.high, scale);
      check(set, ForceProgram(drives.W, drives.low, drives.high), drives, random);
    }
  }

  static VectorXd make_inner(const Drives& drives, Generator& random) {
    const VectorXd share =
        VectorXd::NullaryExpr(drives.W.cols(), [&] { return random.draw(0.15, 0.85); });
    return drives.W * drives.make_forces(share);
  }

  // Along what drives can push, or anywhere.
  static VectorXd make_direction(const Drives& drives, Generator& random, bool in_range) {
    if (!in_range) return random.make_matrix(drives.W.rows(), 1);
    return drives.W * random.make_matrix(drives.W.cols(), 1);
  }
};

TEST_P(Forces, ContainWhatDriveForcesMake) {
  int inside = 0, outside = 0, unclear = 0;
  for_each_case([&](const ForceSet& set, const ForceProgram& program, const Drives& drives,
                    Generator& random) {
    for (int i = 0; i < 12; ++i) {
      const VectorXd x =
          make_inner(drives, random) + (i % 3) * make_direction(drives, random, i % 2 == 0);
      const double miss = program.calc_miss(x);
      // Between the program's own accuracy and the set's 1e-9 either answer is acceptable.
      if (miss > 1e-10 && miss < 1e-6) {
        ++unclear;
        continue;
      }
      EXPECT_EQ(set.contains(x), miss <= 1e-10) << "missed by " << miss;
      ++(miss <= 1e-10 ? inside : outside);
    }
  });
  EXPECT_GT(inside, 200);
  EXPECT_GT(outside, 100);
  EXPECT_LT(unclear, 20);
}

TEST_P(Forces, ReachAsFarAsTheProgram) {
  int ended = 0, blocked = 0;
  for_each_case([&](const ForceSet& set, const ForceProgram& program, const Drives& drives,
                    Generator& random) {
    for (int i = 0; i < 8; ++i) {
      const VectorXd x = make_inner(drives, random);
      const VectorXd d = make_direction(drives, random, i % 4 != 0);
      const double expected = program.calc_reach(x, d), reach = set.calc_reach(x, d);
      ASSERT_EQ(std::isinf(reach), std::isinf(expected)) << reach << ", not " << expected;
      if (std::isinf(expected)) continue;
      EXPECT_NEAR(reach, expected, kForceSetTolerance * (1.0 + expected));
      ++(expected > 1e-6 ? ended : blocked);
      // Beyond the end there is no more reach.
      const VectorXd beyond = x + (1.01 * expected + 1e-3) * d;
      if (d.norm() > 1e-2) {
        EXPECT_EQ(set.calc_reach(beyond, d), -kInfinity);
      }
    }
  });
  EXPECT_GT(ended + blocked, 100);
  EXPECT_GT(ended, 60);
}

// No direction reaches less than the ball's radius, found by descent: a ray ends at a wall, and
// perpendicular to that wall the distance is shorter. The direction of the nearest wall reaches
// exactly that far.
TEST_P(Forces, BallTouchesTheNearestWall) {
  int finite = 0;
  for_each_case([&](const ForceSet& set, const ForceProgram& program, const Drives& drives,
                    Generator& random) {
    const VectorXd x = make_inner(drives, random);
    const Eigen::Index n = drives.W.rows();
    const MatrixXd D = random.make_matrix(n, random.pick(1, n));
    const double ball = set.calc_ball(x, D);
    const double slack = std::isinf(ball) ? 0.0 : kForceSetTolerance * (1.0 + ball);
    double least = kInfinity;
    for (int i = 0; i < 12; ++i) {
      VectorXd u = random.make_matrix(D.cols(), 1).normalized();
      for (int descents = 0; descents < 6; ++descents) {
        const double reach = program.calc_reach(x, D * u);
        EXPECT_GE(reach, ball - slack);
        least = std::min(least, reach);
        const VectorXd towards = D.transpose() * program.find_wall(x, D * u);
        if (std::isinf(reach) || towards.norm() < 1e-9) break;
        u = towards.normalized();
      }
    }
    if (std::isinf(ball)) {
      EXPECT_EQ(least, kInfinity);
      return;
    }
    ++finite;
    double touched = kInfinity;
    for (Eigen::Index i = 0; i < set.normals().rows(); ++i) {
      const VectorXd along = D.transpose() * set.normals().row(i).transpose();
      if (along.norm() < 1e-9 * set.normals().row(i).norm()) continue;
      const double distance = (set.offsets()(i) - set.normals().row(i).dot(x)) / along.norm();
      if (distance > ball + slack) continue;
      touched = std::min(touched, program.calc_reach(x, D * along.normalized()));
    }
    EXPECT_NEAR(touched, ball, slack);
  });
  EXPECT_GT(finite, 30);
}

TEST_P(Forces, ShareIsTheProgram) {
  int within = 0, beyond = 0, never = 0;
  for_each_case([&](const ForceSet& set, const ForceProgram& program, const Drives& drives,
                    Generator& random) {
    for (int i = 0; i < 6; ++i) {
      // From the middle, or from a corner, like cables that pull no more than they must.
      const VectorXd b =
          i % 2 == 0 ? make_inner(drives, random)
                     : VectorXd(drives.W * drives.make_forces(VectorXd::Zero(drives.W.cols())));
      const VectorXd x =
          i < 4 ? VectorXd(b + random.draw(0.1, 3.0) * (make_inner(drives, random) - b))
                : make_inner(drives, random) + make_direction(drives, random, i == 4);
      const double expected = program.calc_share(x, b), share = set.calc_share(x, b);
      ASSERT_EQ(std::isinf(share), std::isinf(expected)) << share << ", not " << expected;
      if (std::isinf(expected)) {
        ++never;
        continue;
      }
      EXPECT_NEAR(share, expected, kForceSetTolerance * (1.0 + expected));
      ++(expected <= 1.0 ? within : beyond);
    }
  });
  EXPECT_GT(within, 50);
  EXPECT_GT(beyond, 20);
  if (GetParam().shape == Shape::flat) {
    EXPECT_GT(never, 50);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Forces,
    ::testing::Values(ForceKind{"full", Shape::full, Limits::both_sides},
                      ForceKind{"full_unlimited", Shape::full, Limits::some_missing},
                      ForceKind{"full_cables", Shape::full, Limits::cables},
                      ForceKind{"full_fixed", Shape::full, Limits::some_fixed},
                      ForceKind{"flat", Shape::flat, Limits::both_sides},
                      ForceKind{"flat_unlimited", Shape::flat, Limits::some_missing},
                      ForceKind{"flat_cables", Shape::flat, Limits::cables},
                      ForceKind{"repeated", Shape::repeated, Limits::both_sides},
                      ForceKind{"repeated_cables", Shape::repeated, Limits::cables},
                      ForceKind{"zero", Shape::with_zero, Limits::both_sides},
                      ForceKind{"zero_unlimited", Shape::with_zero, Limits::some_missing},
                      ForceKind{"zero_fixed", Shape::with_zero, Limits::some_fixed}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace globaldyn::inside::test
