// The choice among drive forces. Oracles: projection onto all faces, by plain enumeration; an
// interval for one redundancy; what must hold for a minimum sum of squares.
#include "globaldyn/record/force_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "core/base/constants.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/record/nearest_point.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  VectorXd vector(Eigen::Index size, double most) {
    return VectorXd::NullaryExpr(size, [&] { return real(-most, most); });
  }

 private:
  std::mt19937_64 engine_;
};

// The maximum by which a slab is missed, in units of its size.
double find_miss(const std::vector<Slab>& slabs, const VectorXd& y) {
  double worst = 0.0;
  for (const Slab& slab : slabs) {
    const double value = slab.a.dot(y);
    worst = std::max({worst, (value - slab.high) / slab.size, (slab.low - value) / slab.size});
  }
  return worst;
}

// The closest of the projections of `wanted` onto all faces, where up to r bounds with independent
// normals hold with equality. The closest point of the set is one of them.
std::optional<VectorXd> find_nearest_by_faces(const std::vector<Slab>& slabs,
                                              const VectorXd& wanted, double slack) {
  struct Plane {
    VectorXd a;
    double b;
  };
  std::vector<Plane> planes;
  for (const Slab& slab : slabs) {
    if (std::isfinite(slab.low)) planes.push_back({slab.a, slab.low});
    if (std::isfinite(slab.high)) planes.push_back({slab.a, slab.high});
  }
  const Eigen::Index r = wanted.size();
  std::optional<VectorXd> nearest;
  std::vector<std::size_t> chosen;
  const auto look = [&] {
    const Eigen::Index count = static_cast<Eigen::Index>(chosen.size());
    VectorXd y = wanted;
    if (count > 0) {
      MatrixXd normals(count, r);
      VectorXd offsets(count);
      for (Eigen::Index i = 0; i < count; ++i) {
        normals.row(i) = planes[chosen[static_cast<std::size_t>(i)]].a.transpose();
        offsets(i) = planes[chosen[static_cast<std::size_t>(i)]].b;
      }
      const Eigen::JacobiSVD<MatrixXd> svd(normals, Eigen::ComputeThinU | Eigen::ComputeThinV);
      if (svd.singularValues()(count - 1) < 1e-9 * svd.singularValues()(0)) return;
      y += svd.solve(offsets - normals * wanted);
    }
    if (find_miss(slabs, y) > slack) return;
    if (!nearest || (y - wanted).norm() < (*nearest - wanted).norm()) nearest = y;
  };
  const std::function<void(std::size_t)> choose = [&](std::size_t from) {
    look();
    if (static_cast<Eigen::Index>(chosen.size()) == r) return;
    for (std::size_t i = from; i < planes.size(); ++i) {
      chosen.push_back(i);
      choose(i + 1);
      chosen.pop_back();
    }
  };
  choose(0);
  return nearest;
}

void expect_nearest(const std::vector<Slab>& slabs, const VectorXd& wanted, double tolerance) {
  const auto by_faces = find_nearest_by_faces(slabs, wanted, 1e-9);
  VectorXd y;
  if (!find_nearest_point(slabs, wanted, 1e-12, y)) {
    EXPECT_FALSE(by_faces.has_value());
    return;
  }
  ASSERT_TRUE(by_faces.has_value());
  EXPECT_LE(find_miss(slabs, y), 1e-11);
  EXPECT_LE((y - *by_faces).norm(), tolerance * (1.0 + y.norm()))
      << y.transpose() << " / " << by_faces->transpose() << " from " << wanted.transpose();
}

TEST(NearestPoint, IsWhatEnumerationOfFacesFinds) {
  Random random(1);
  int possible = 0;
  for (int test = 0; test < 3000; ++test) {
    SCOPED_TRACE(test);
    const Eigen::Index r = 1 + test % 3;
    std::vector<Slab> slabs;
    for (int k = random.integer(1, 6); k > 0; --k) {
      const double middle = random.real(-1.5, 1.5), half = random.real(0.1, 1.0);
      Slab slab{random.vector(r, 1.0), middle - half, middle + half, half};
      if (random.integer(0, 5) == 0) slab.low = -kInfinity;
      if (random.integer(0, 5) == 0) slab.high = kInfinity;
      slabs.push_back(slab);
    }
    const VectorXd wanted = random.vector(r, 5.0);
    // Whether there is a point is compared only if the answer is not borderline.
    const bool exists = find_nearest_by_faces(slabs, wanted, 1e-9).has_value();
    if (!exists && find_nearest_by_faces(slabs, wanted, 1e-6)) continue;
    possible += exists;
    expect_nearest(slabs, wanted, 1e-8);
  }
  EXPECT_GT(possible, 1000);
  EXPECT_LT(possible, 2900);
}

// Small integers: parallel and repeated bounds, corners of many edges, sets without interior.
TEST(NearestPoint, IsFoundWhereManyBoundsMeet) {
  Random random(2);
  int possible = 0, impossible = 0;
  for (int test = 0; test < 3000; ++test) {
    SCOPED_TRACE(test);
    const Eigen::Index r = 1 + test % 3;
    std::vector<Slab> slabs;
    for (int k = random.integer(2, 7); k > 0; --k) {
      const VectorXd a =
          VectorXd::NullaryExpr(r, [&] { return static_cast<double>(random.integer(-1, 1)); });
      if (a.isZero(0.0)) continue;
      const int low = random.integer(-2, 1);
      slabs.push_back(
          {a, static_cast<double>(low), static_cast<double>(low + random.integer(0, 2)), 1.0});
    }
    const VectorXd wanted =
        VectorXd::NullaryExpr(r, [&] { return static_cast<double>(random.integer(-4, 4)); });
    (find_nearest_by_faces(slabs, wanted, 1e-9) ? possible : impossible) += 1;
    expect_nearest(slabs, wanted, 1e-8);
  }
  EXPECT_GT(possible, 500);
  EXPECT_GT(impossible, 500);
}

// A box as thin as 1e-9 in one direction, oblique; its closest point is that of the plane in it.
TEST(NearestPoint, IsFoundInThinSets) {
  Random random(3);
  for (int test = 0; test < 600; ++test) {
    SCOPED_TRACE(test);
    const Eigen::Index r = 2 + test % 2;
    const double thickness = test % 3 == 0 ? 0.0 : test % 3 == 1 ? 1e-9 : 1e-6;
    const MatrixXd turn = Eigen::HouseholderQR<MatrixXd>(MatrixXd::NullaryExpr(r, r, [&] {
                            return random.real(-1.0, 1.0);
                          })).householderQ();
    std::vector<Slab> slabs;
    VectorXd expected = VectorXd::Zero(r);
    const VectorXd wanted = random.vector(r, 3.0), inside = turn.transpose() * wanted;
    for (Eigen::Index i = 0; i < r; ++i) {
      const double half = i == 0 ? 0.5 * thickness : 1.0;
      slabs.push_back({turn.col(i), -half, half, 1.0});
      expected(i) = std::clamp(inside(i), -half, half);
    }
    VectorXd y;
    ASSERT_TRUE(find_nearest_point(slabs, wanted, 1e-12, y));
    EXPECT_LE((turn.transpose() * y - expected).norm(), 1e-11);
  }
}

TEST(NearestPoint, IsThePointItselfInside) {
  Random random(4);
  for (int test = 0; test < 100; ++test) {
    const VectorXd wanted = random.vector(3, 1.0);
    std::vector<Slab> slabs;
    for (int k = 0; k < 10; ++k) {
      const VectorXd a = random.vector(3, 1.0);
      slabs.push_back(
          {a, a.dot(wanted) - random.real(0.0, 1.0), a.dot(wanted) + random.real(0.0, 1.0), 1.0});
    }
    VectorXd y;
    ASSERT_TRUE(find_nearest_point(slabs, wanted, 1e-12, y));
    EXPECT_EQ(y, wanted);
  }
  VectorXd y;
  EXPECT_TRUE(find_nearest_point({}, VectorXd::Constant(2, 3.0), 1e-12, y));
  EXPECT_EQ(y, VectorXd::Constant(2, 3.0));
}

TEST(NearestPoint, DoesNotExistBetweenBoundsThatExcludeEachOther) {
  const auto at = [](double x, double y) { return Eigen::Vector2d(x, y); };
  VectorXd y;
  EXPECT_FALSE(find_nearest_point({{at(1, 0), -kInfinity, 0, 1}, {at(1, 0), 1e-6, kInfinity, 1}},
                                  at(3, 3), 1e-12, y));
  // An inverted triangle.
  EXPECT_FALSE(find_nearest_point(
      {{at(1, 0), -kInfinity, -1, 1}, {at(0, 1), -kInfinity, -1, 1}, {at(1, 1), -1, kInfinity, 1}},
      at(0, 0), 1e-12, y));
  EXPECT_FALSE(find_nearest_point({{at(0, 0), 1, 2, 1}}, at(0, 0), 1e-12, y));
}

// --- Forces of machines --------------------------------------------------------------------------

// Motions along the first path, somewhere in the accessible region. `change`: how far the place
// moves from one to the next, 1 for anywhere.
std::vector<ForceProblem> make_problems(const Machine& machine, int count, std::uint64_t seed,
                                        double change = 1.0) {
  Random random(seed);
  const Path& path = machine.paths.front();
  PathWalker walker(machine, path);
  std::vector<ForceProblem> problems;
  double share = random.real(0.0, 1.0), height = random.real(0.0, 1.0);
  for (const double p : path.make_samples(count)) {
    const Sample& sample = walker.move_to(p);
    share = std::clamp(share + change * random.real(-1.0, 1.0), 0.0, 0.98);
    height = std::clamp(height + change * random.real(-1.0, 1.0), 0.0, 1.0);
    const auto speeds = sample.region.d1_intervals();
    if (speeds.empty()) continue;
    const double d1 = speeds.front().low + share * (speeds.front().high - speeds.front().low);
    const auto range = sample.region.d2_range(d1);
    if (!range) continue;
    const double d2 = range->low + height * (range->high - range->low);
    problems.push_back({sample.map.calc_forces(d1, d2), sample.map.V, walker.limits(), d1, d2});
  }
  return problems;
}

std::vector<Slab> make_slabs(const ForceProblem& problem) {
  std::vector<Slab> slabs;
  for (const LimitRow& row : problem.limits.rows) {
    const double fixed = row.alpha * problem.d1 * problem.d1 + row.beta * problem.d1 + row.gamma +
                         row.delta * problem.d2;
    slabs.push_back({row.v, row.low - fixed, row.high - fixed, 0.5 * (row.high - row.low)});
  }
  return slabs;
}

// With one redundancy the forces within the limits are an interval.
TEST(ForceChoice, IsTheNearestOfAnInterval) {
  for (const char* name : {"sliding_star", "cable_planar"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    Random random(5);
    const auto problems = make_problems(machine, 101, 6);
    EXPECT_GT(problems.size(), 90u);
    int at_limit = 0, inside = 0;
    for (const ForceProblem& problem : problems) {
      ASSERT_EQ(problem.V.cols(), 1);
      double low = -kInfinity, high = kInfinity;
      for (Eigen::Index k = 0; k < problem.V.rows(); ++k) {
        const auto& force = machine.mechanism.drives[DriveId(k)].limit.force;
        if (problem.V(k, 0) == 0.0) continue;
        const double a = (force.low - problem.particular(k)) / problem.V(k, 0);
        const double b = (force.high - problem.particular(k)) / problem.V(k, 0);
        low = std::max(low, std::min(a, b));
        high = std::min(high, std::max(a, b));
      }
      if (high < low) continue;
      const auto& force = machine.mechanism.drives[DriveId(0)].limit.force;
      VectorXd wanted = VectorXd::Zero(problem.V.rows());
      if (random.integer(0, 2) > 0) {
        wanted = VectorXd::Constant(wanted.size(), 0.5 * (force.low + force.high)) +
                 random.vector(wanted.size(), random.real(0.0, force.high));
      }
      const double aim =
          problem.V.col(0).dot(wanted - problem.particular) / problem.V.col(0).squaredNorm();
      const double y = std::clamp(aim, low, high);
      (y == aim ? inside : at_limit) += 1;
      const ChosenForces chosen = choose_forces(problem, wanted);
      const double size = machine.mechanism.drives[DriveId(0)].limit.force.high;
      EXPECT_LE((chosen.forces - problem.particular - y * problem.V.col(0)).norm(), 1e-9 * size);
      EXPECT_LE(chosen.violation, 1e-9);
    }
    EXPECT_GT(at_limit, 10);
    EXPECT_GT(inside, 10);
  }
}

TEST(ForceChoice, IsWhatEnumerationOfFacesFinds) {
  const Machine machine = load("cogiro");
  Random random(7);
  int at_limit = 0;
  const auto problems = make_problems(machine, 61, 8);
  EXPECT_GT(problems.size(), 50u);
  for (const ForceProblem& problem : problems) {
    ASSERT_EQ(problem.V.cols(), 2);
    ASSERT_LE((problem.V.transpose() * problem.V - MatrixXd::Identity(2, 2)).norm(), 1e-12);
    const double size = machine.mechanism.drives[DriveId(0)].limit.force.high;
    for (const double most : {0.0, 0.3 * size, size}) {
      const VectorXd wanted = random.vector(problem.V.rows(), most);
      const VectorXd aim = problem.V.transpose() * (wanted - problem.particular);
      const auto y = find_nearest_by_faces(make_slabs(problem), aim, 1e-9);
      if (!y) continue;
      at_limit += (*y - aim).norm() > 1e-9 * size;
      const ChosenForces chosen = choose_forces(problem, wanted);
      EXPECT_LE((chosen.forces - problem.particular - problem.V * *y).norm(), 1e-7 * size);
      EXPECT_LE(chosen.violation, 1e-8);
    }
  }
  EXPECT_GT(at_limit, 50);
}

// A motion at this share of the range of d2, half-way up the range of d1; nothing where there is
// none.
std::optional<ForceProblem> make_problem_at(PathWalker& walker, double p, double share) {
  const Sample& sample = walker.move_to(p);
  const auto speeds = sample.region.d1_intervals();
  if (speeds.empty()) return std::nullopt;
  const double d1 = 0.5 * (speeds.front().low + speeds.front().high);
  const auto range = sample.region.d2_range(d1);
  if (!range) return std::nullopt;
  const double d2 = range->low + share * (range->high - range->low);
  return ForceProblem{.particular = sample.map.calc_forces(d1, d2),
                      .V = sample.map.V,
                      .limits = walker.limits(),
                      .d1 = d1,
                      .d2 = d2,
                      .stictions = {},
                      .motors = {},
                      .per_d2 = sample.map.D(),
                      .d2_range = range};
}

// Next to the limit forces change by no larger share of their range than d2 does, however long the
// set of possible forces is; and they give the required motion, within their limits.
TEST(ForceChoice, SteadyForcesChangeAsD2DoesNextToItsLimits) {
  const Machine machine = load("cogiro");
  const Path& path = machine.paths.front();
  PathWalker walker(machine, path);
  const VectorXd none = VectorXd::Zero(machine.mechanism.drive_count());
  const double size = machine.mechanism.drives[DriveId(0)].limit.force.high;
  int count = 0;
  double most_of_nearest = 0.0;
  for (const double p : path.make_samples(40)) {
    const auto high = make_problem_at(walker, p, 1.0), low = make_problem_at(walker, p, 0.0);
    if (!high) continue;
    ++count;
    const VectorXd at_high = choose_steady_forces(*high, none).forces;
    const VectorXd whole = at_high - choose_steady_forces(*low, none).forces;
    for (const double gap : {1e-5, 1e-4, 1e-3}) {
      const auto problem = make_problem_at(walker, p, 1.0 - gap);
      const ChosenForces chosen = choose_steady_forces(*problem, none);
      EXPECT_LE((chosen.forces - at_high).norm(), 1.001 * gap * whole.norm() + 1e-6 * size);
      EXPECT_LE(chosen.violation, 1e-9);
      const VectorXd y = problem->V.transpose() * (chosen.forces - problem->particular);
      EXPECT_LE((problem->particular + problem->V * y - chosen.forces).norm(), 1e-9 * size);
      const VectorXd nearest = choose_forces(*problem, none).forces;
      most_of_nearest =
          std::max(most_of_nearest, (nearest - at_high).norm() / (gap * whole.norm()));
    }
  }
  EXPECT_GT(count, 30);
  // For the closest forces that does not hold.
  EXPECT_GT(most_of_nearest, 3.0);
}

// Far from all limits they are the closest.
TEST(ForceChoice, SteadyForcesAreTheNearestInTheMiddle) {
  const Machine machine = load("sliding_star");
  const Path& path = machine.paths.front();
  PathWalker walker(machine, path);
  const VectorXd none = VectorXd::Zero(machine.mechanism.drive_count());
  int count = 0;
  for (const double p : path.make_samples(40)) {
    auto problem = make_problem_at(walker, p, 0.5);
    if (!problem) continue;
    ++count;
    EXPECT_EQ(choose_steady_forces(*problem, none).forces, choose_forces(*problem, none).forces);
    problem->d2_range.reset();
    EXPECT_EQ(choose_steady_forces(*problem, none).forces, choose_forces(*problem, none).forces);
  }
  EXPECT_GT(count, 30);
}

TEST(ForceChoice, MinimumIsTheLeastNormWhereThatIsWithinLimits) {
  const Machine machine = load("sliding_star");
  int inside = 0;
  for (const ForceProblem& problem : make_problems(machine, 101, 9)) {
    bool is_inside = true;
    for (Eigen::Index k = 0; k < problem.particular.size(); ++k) {
      const auto& force = machine.mechanism.drives[DriveId(k)].limit.force;
      is_inside =
          is_inside && problem.particular(k) > force.low && problem.particular(k) < force.high;
    }
    if (!is_inside) continue;
    ++inside;
    const auto chosen = choose_all_forces({problem}, ForceChoice::minimum, {});
    EXPECT_LE((chosen[0].forces - problem.particular).norm(), 1e-12 * 1000.0);
  }
  EXPECT_GT(inside, 30);
}

TEST(ForceChoice, PreloadWithinLimitsIsMet) {
  for (const char* name : {"cable_planar", "sliding_star", "cogiro"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    const double size = machine.mechanism.drives[DriveId(0)].limit.force.high;
    int met = 0;
    for (const ForceProblem& problem : make_problems(machine, 41, 10)) {
      // What one choice found is within the limits and gives the motion: as a preload it is kept.
      Random random(11);
      const ChosenForces some = choose_forces(problem, random.vector(problem.V.rows(), size));
      if (some.violation > 1e-13) continue;
      ++met;
      const auto chosen = choose_all_forces({problem}, ForceChoice::preload, some.forces);
      EXPECT_LE((chosen[0].forces - some.forces).norm(), 1e-10 * size);
    }
    EXPECT_GT(met, 15);
  }
}

// Limits that cannot be kept by any choice are missed by as little as possible.
TEST(ForceChoice, TellsByHowMuchLimitsCannotBeKept) {
  for (const double d2 : {2.0, 2.2, -2.5}) {
    ForceProblem problem;
    problem.V = MatrixXd::Constant(2, 1, std::sqrt(0.5));
    problem.V(1, 0) *= -1.0;
    problem.particular = VectorXd::Constant(2, 0.5 * d2);
    for (Eigen::Index k = 0; k < 2; ++k) {
      problem.limits.rows.push_back({0.0, 0.0, 0.0, 0.5, problem.V.row(k).transpose(), -1.0, 1.0});
    }
    problem.limits.redundancy = 1;
    problem.d2 = d2;
    const ChosenForces chosen = choose_forces(problem, VectorXd::Zero(2));
    const double excess = std::abs(d2) / 2.0 - 1.0;
    EXPECT_GE(chosen.violation, excess * (1.0 - 1e-12));
    EXPECT_LE(chosen.violation, 1.02 * excess + 1e-12);
    EXPECT_NEAR(chosen.forces.sum(), d2, 1e-12);
  }
}

// The smallest violation of rows with two preloads: from any three, weighted so that the preloads
// cancel (theory of linear inequalities: no more are needed to show that there is no point).
double find_least_violation(const ForceProblem& problem) {
  using Real = long double;
  const auto& rows = problem.limits.rows;
  const auto minor = [&](std::size_t a, std::size_t b) {
    return static_cast<Real>(rows[a].v(0)) * rows[b].v(1) -
           static_cast<Real>(rows[a].v(1)) * rows[b].v(0);
  };
  Real worst = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      for (std::size_t k = j + 1; k < rows.size(); ++k) {
        const std::array<std::pair<std::size_t, Real>, 3> weights{
            {{i, minor(j, k)}, {j, -minor(i, k)}, {k, minor(i, j)}}};
        for (const Real sign : {1.0, -1.0}) {
          Real excess = 0.0, size = 0.0;
          for (const auto& [row, w] : weights) {
            const Real weight = sign * w;
            const Real value = rows[row].delta * problem.d2;
            excess += weight * (value - (weight > 0.0 ? rows[row].high : rows[row].low));
            size += std::abs(weight) * 0.5 * (rows[row].high - rows[row].low);
          }
          if (size > 0.0) worst = std::max(worst, excess / size);
        }
      }
    }
  }
  return static_cast<double>(worst);
}

// Where directions of preload are nearly dependent the set within the limits is a long and thin
// sliver, and just beyond its end there is nothing.
TEST(ForceChoice, MissesLimitsByNoMoreThanMustBe) {
  Random random(23);
  int kept = 0, missed = 0;
  for (int i = 0; i < 300; ++i) {
    ForceProblem problem;
    problem.V.resize(4, 2);
    const VectorXd v = random.vector(2, 1.0), turned = random.vector(2, 1.0);
    const double off = std::pow(10.0, -random.real(2.0, 9.0));
    problem.V.row(0) = v.transpose();
    problem.V.row(1) = (-v + off * turned).transpose();
    problem.V.row(2) = random.vector(2, 1.0).transpose();
    problem.V.row(3) = random.vector(2, 1.0).transpose();
    // As they are on a machine: of unit length, at right angles.
    problem.V = MatrixXd(Eigen::HouseholderQR<MatrixXd>(problem.V).householderQ() *
                         MatrixXd::Identity(4, 2));
    const VectorXd delta = random.vector(4, 1.0);
    for (Eigen::Index k = 0; k < 4; ++k) {
      problem.limits.rows.push_back(
          {0.0, 0.0, 0.0, delta(k), problem.V.row(k).transpose(), -1.0, 1.0});
    }
    problem.particular = VectorXd::Zero(4);
    problem.limits.redundancy = 2;
    // To the very end of the range of d2, by bisection, and a little more or less.
    double low = 0.0, high = 1e3;
    for (int round = 0; round < 200; ++round) {
      problem.d2 = 0.5 * (low + high);
      (find_least_violation(problem) > 0.0 ? high : low) = problem.d2;
    }
    const double change = (i % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, -random.real(3.0, 11.0));
    problem.d2 = low * (1.0 + change);
    const double least = find_least_violation(problem);
    (least > 0.0 ? missed : kept) += 1;
    const double violation = choose_forces(problem, VectorXd::Zero(4)).violation;
    EXPECT_GE(violation, least * (1.0 - 1e-6) - 1e-13) << i;
    EXPECT_LE(violation, 1.02 * least + 2e-12) << i;
  }
  EXPECT_GT(kept, 100);
  EXPECT_GT(missed, 100);
}

double sum_changes(const std::vector<VectorXd>& forces) {
  double sum = 0.0;
  for (std::size_t i = 1; i < forces.size(); ++i) sum += (forces[i] - forces[i - 1]).squaredNorm();
  return sum;
}

std::vector<VectorXd> list_forces(const std::vector<ChosenForces>& chosen) {
  std::vector<VectorXd> forces;
  for (const ChosenForces& one : chosen) forces.push_back(one.forces);
  return forces;
}

// Moves from one choice within the limits to others, at all instants or some, by little or much: as
// far as the limits allow.
std::vector<VectorXd> perturb(const std::vector<ForceProblem>& problems,
                              const std::vector<VectorXd>& forces, double most, Random& random) {
  std::vector<VectorXd> moved = forces;
  const int last = static_cast<int>(problems.size()) - 1;
  const int begin = random.integer(0, last), end = random.integer(begin, last);
  const VectorXd way = random.vector(problems[0].V.cols(), 1.0);
  for (int i = begin; i <= end; ++i) {
    const ForceProblem& problem = problems[static_cast<std::size_t>(i)];
    VectorXd y = problem.V.transpose() * (forces[static_cast<std::size_t>(i)] - problem.particular);
    // The same direction for all: a path's V rotates slowly, but may change its sign.
    VectorXd step = most * way;
    const double turned = (problem.V * way).dot(problems[static_cast<std::size_t>(begin)].V * way);
    if (turned < 0.0) step = -step;
    for (int tries = 0; tries < 8 && find_miss(make_slabs(problem), y + step) > 1e-9; ++tries) {
      step *= 0.5;
    }
    if (find_miss(make_slabs(problem), y + step) > 1e-9) continue;
    moved[static_cast<std::size_t>(i)] = problem.particular + problem.V * (y + step);
  }
  return moved;
}

TEST(ForceChoice, SmoothChangesLeast) {
  for (const char* name : {"sliding_star", "cable_planar", "cogiro"}) {
    SCOPED_TRACE(name);
    const Machine machine = load(name);
    const double size = machine.mechanism.drives[DriveId(0)].limit.force.high;
    const auto problems = make_problems(machine, 129, 12, 0.02);
    ASSERT_GT(problems.size(), 100u);
    const auto smooth = choose_all_forces(problems, ForceChoice::smooth, {});
    const auto minimum = choose_all_forces(problems, ForceChoice::minimum, {});
    for (const ChosenForces& one : smooth) EXPECT_LE(one.violation, 1e-8);
    const std::vector<VectorXd> forces = list_forces(smooth);
    const double least = sum_changes(forces);
    EXPECT_LE(least, sum_changes(list_forces(minimum)));
    Random random(13);
    int lower = 0;
    double lowest = least;
    for (int test = 0; test < 1000; ++test) {
      const double most = size * std::pow(10.0, random.real(-5.0, 0.0));
      const double other = sum_changes(perturb(problems, forces, most, random));
      lower += other < least * (1.0 - 1e-3);
      lowest = std::min(lowest, other);
    }
    EXPECT_EQ(lower, 0) << "by " << 1.0 - lowest / least;
  }
}

// The same with as much work as it takes; with less, forces within their limits that change more.
TEST(ForceChoice, SmoothingEndsWithTheWorkAllowed) {
  const auto problems = make_problems(load("cogiro"), 129, 12, 0.02);
  const std::vector<VectorXd> smooth =
      list_forces(choose_all_forces(problems, ForceChoice::smooth, {}));
  SmoothingWork enough{.allowed = 1'000'000'000};
  const std::vector<VectorXd> same =
      list_forces(choose_all_forces(problems, ForceChoice::smooth, {}, &enough));
  EXPECT_FALSE(enough.is_short);
  for (std::size_t i = 0; i < same.size(); ++i) EXPECT_EQ(same[i], smooth[i]);
  const std::size_t columns = static_cast<std::size_t>(problems[0].V.cols());
  const std::size_t each = 10 + 2 * problems[0].limits.rows.size() * (1 + columns);
  const std::size_t once = problems.size() * each;
  EXPECT_GT(enough.done, 20 * once);
  EXPECT_LT(enough.done, 27 * once);
  const double least = sum_changes(smooth);
  const double most =
      sum_changes(list_forces(choose_all_forces(problems, ForceChoice::minimum, {})));
  for (const std::size_t allowed : {std::size_t{1}, 4 * once, 10 * once, 20 * once}) {
    SmoothingWork work{.allowed = allowed};
    const auto chosen = choose_all_forces(problems, ForceChoice::smooth, {}, &work);
    EXPECT_TRUE(work.is_short);
    EXPECT_LE(work.done, std::max(once, allowed + 10'000));
    for (const ChosenForces& one : chosen) EXPECT_LE(one.violation, 1e-8);
    EXPECT_LE(sum_changes(list_forces(chosen)), 1.05 * most);
    EXPECT_GE(sum_changes(list_forces(chosen)), 0.95 * least);
  }
}

// All of one kind of motion, each with its own part of the forces: the minimum sum of squares by
// relaxation, instant by instant until it converges.
TEST(ForceChoice, SmoothIsNearTheLeastSumOfSquares) {
  for (const char* name : {"sliding_star", "cable_planar"}) {
    SCOPED_TRACE(name);
    const auto problems = make_problems(load(name), 65, 14, 0.02);
    const std::vector<VectorXd> smooth =
        list_forces(choose_all_forces(problems, ForceChoice::smooth, {}));
    std::vector<VectorXd> best = smooth;
    for (int sweep = 0; sweep < 4000; ++sweep) {
      for (std::size_t i = 0; i < best.size(); ++i) {
        VectorXd mean = VectorXd::Zero(best[i].size());
        double count = 0.0;
        if (i > 0) mean += best[i - 1], count += 1.0;
        if (i + 1 < best.size()) mean += best[i + 1], count += 1.0;
        double low = -kInfinity, high = kInfinity;
        for (const Slab& slab : make_slabs(problems[i])) {
          if (slab.a(0) == 0.0) continue;
          const double a = slab.low / slab.a(0), b = slab.high / slab.a(0);
          low = std::max(low, std::min(a, b));
          high = std::min(high, std::max(a, b));
        }
        const double aim = problems[i].V.col(0).dot(mean / count - problems[i].particular);
        const double y = low > high ? 0.5 * (low + high) : std::clamp(aim, low, high);
        best[i] = problems[i].particular + y * problems[i].V.col(0);
      }
    }
    EXPECT_LE(sum_changes(smooth), 1.01 * sum_changes(best));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
