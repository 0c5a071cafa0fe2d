#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "globaldyn/limits/limit_size.h"
#include "globaldyn/survey/path_survey.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {

// The limits of a panel as a system of rows, whatever their factor.
inline LimitSystem to_system(const SmoothLimits& limits, const LimitLabels& labels) {
  LimitSystem system;
  system.labels = labels;
  system.redundancy = static_cast<int>(limits.v.cols());
  for (std::size_t k = 0; k < limits.alpha.size(); ++k) {
    const double f = limits.factor;
    LimitRow row;
    row.alpha = limits.alpha[k] / f;
    row.beta = limits.beta[k] / f;
    row.gamma = limits.gamma[k] / f;
    row.delta = limits.delta[k] / f;
    row.v = limits.v.row(static_cast<Eigen::Index>(k)).transpose() / f;
    row.low = limits.low[k];
    row.high = limits.high[k];
    system.rows.push_back(std::move(row));
  }
  return system;
}

// The relative difference of two regions at p, by the largest d1 and ranges of d2.
inline double calc_difference(const Region& a, const Region& b) {
  if (a.is_empty() != b.is_empty()) return 1.0;
  if (a.is_empty()) return 0.0;
  const auto one = a.d1_intervals(), other = b.d1_intervals();
  if (one.size() != other.size()) return 1.0;
  const double top = other.back().high;
  double worst = 0.0;
  const auto add = [&](double x, double y, double size) {
    if (std::isinf(x) && x == y) return;
    worst = std::max(worst, std::abs(x - y) / size);
  };
  for (std::size_t i = 0; i < one.size(); ++i) {
    add(one[i].low, other[i].low, std::isfinite(top) ? top : 1.0);
    add(one[i].high, other[i].high, std::isfinite(top) ? top : 1.0);
  }
  const double middle = std::isfinite(top) ? top : 1.0;
  for (const double share : {0.0, 0.3, 0.6, 0.9}) {
    const auto x = a.d2_range(share * middle), y = b.d2_range(share * middle);
    if (x.has_value() != y.has_value()) continue;  // near an end of d1
    if (!x) continue;
    const double range = y->high - y->low;
    const double size =
        std::isfinite(range) ? std::max(range, std::max(std::abs(y->low), std::abs(y->high))) : 1.0;
    add(x->low, y->low, size);
    add(x->high, y->high, size);
  }
  return worst;
}

// How far a panel's coefficients are from the machine's at p, as SurveyOptions::accuracy counts it;
// those of v by the forces they span, which do not depend on the basis. Of a path of length `p_max`
// what alpha needs of limits at the highest speed that delta allows counts as well.
inline double calc_limit_error(const Panel& panel, double p, const LimitSystem& system,
                               bool has_friction,
                               double p_max = std::numeric_limits<double>::infinity()) {
  SmoothLimits limits;
  const auto rows = static_cast<Eigen::Index>(system.rows.size());
  std::vector<double> sizes;
  for (const LimitRow& row : system.rows) {
    const double size = calc_limit_size(row);
    sizes.push_back(size > 0.0 ? size : std::numeric_limits<double>::infinity());
  }
  std::array<double, 4> largest{0.0, 0.0, 1.0, 0.0};
  for (int i = 0; i <= 8; ++i) {
    const PanelPolynomials& all = panel.polynomials();
    panel.write(all.begin + (all.end - all.begin) * i / 8, limits);
    const std::array<const std::vector<double>*, 4> columns{&limits.alpha, &limits.beta,
                                                            &limits.gamma, &limits.delta};
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        largest[c] = std::max(largest[c], std::abs((*columns[c])[k]) / sizes[k]);
      }
    }
  }
  // 1e-2 of the accuracy is nothing, with a d1² that is twice the length times d2.
  largest[0] = std::max(largest[0], 1e-2 * largest[3] / (2.0 * p_max));
  panel.write(p, limits);
  double worst = 0.0;
  const auto add = [&](std::size_t c, std::size_t k, double value, double expected) {
    if (largest[c] == 0.0 || std::isinf(sizes[k])) return;
    worst = std::max(worst, std::abs(value - limits.factor * expected) / (sizes[k] * largest[c]));
  };
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const LimitRow& row = system.rows[k];
    add(0, k, limits.alpha[k], row.alpha);
    add(1, k, limits.beta[k], row.beta);
    if (system.redundancy == 0 || !has_friction) add(2, k, limits.gamma[k], row.gamma);
    add(3, k, limits.delta[k], row.delta);
  }
  if (system.redundancy == 0) return worst;
  MatrixXd v(rows, system.redundancy);
  for (Eigen::Index k = 0; k < rows; ++k) {
    v.row(k) = system.rows[static_cast<std::size_t>(k)].v.transpose();
  }
  // The part of the machine's own that the panel's does not span.
  const MatrixXd share = limits.v.completeOrthogonalDecomposition().solve(v);
  return std::max(worst, (limits.v * share - v).cwiseAbs().maxCoeff());
}

// A corner of a region moves by more than the limits that meet there at an acute angle, and terms
// are shares of the largest on the panel, of which those at p may be small.
inline constexpr double kCorner = 100.0;
// The error is an estimate.
inline constexpr double kTrue = 2.0;

struct Check {
  double worst{0.0};    // of regions
  double worst_p{0.0};  // where
  double coefficients{0.0};
};

inline Check compare(PathSurvey& survey, const Path& path, int count, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.0, path.p_max);
  Check check;
  SmoothLimits limits;
  for (int i = 0; i < count; ++i) {
    const double p = uniform(random);
    survey.find_panel(p).write(p, limits);
    const Sample& sample = survey.visit(p);
    if (sample.status != SampleStatus::ok) {
      ADD_FAILURE() << sample.reason.what << " at " << p;
      return check;
    }
    const Region interpolated = make_region(to_system(limits, survey.labels()));
    const Region here = make_region(survey.limits());
    const double difference = calc_difference(interpolated, here);
    if (difference > check.worst) {
      check.worst = difference;
      check.worst_p = p;
    }
    const double error = calc_limit_error(survey.find_panel(p), p, survey.limits(),
                                          !survey.find_panel(p).sides().friction.empty());
    check.coefficients = std::max(check.coefficients, error);
  }
  return check;
}

// Panels rise without gaps between breaks.
inline void expect_whole(const PathSurvey& survey, const Path& path) {
  ASSERT_FALSE(survey.panels().empty());
  EXPECT_EQ(survey.panels().front().begin, 0.0);
  EXPECT_EQ(survey.panels().back().end, path.p_max);
  EXPECT_EQ(survey.breaks().front(), 0.0);
  EXPECT_EQ(survey.breaks().back(), path.p_max);
  std::size_t next = 1;
  for (std::size_t i = 0; i < survey.panels().size(); ++i) {
    const Panel& panel = survey.panels()[i];
    EXPECT_LT(panel.begin, panel.end);
    if (i > 0) {
      EXPECT_EQ(panel.begin, survey.panels()[i - 1].end);
    }
    ASSERT_LT(next, survey.breaks().size());
    EXPECT_LE(panel.end, survey.breaks()[next]);
    if (panel.end == survey.breaks()[next]) ++next;
  }
  EXPECT_EQ(next, survey.breaks().size());
}

// A machine of the library, or of tests/data, with one more path, called "extra".
inline Machine load_with(const std::string& file, const std::string& path) {
  std::ifstream in(std::string(GLOBALDYN_SOURCE_DIR) + "/" + file);
  std::stringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  const std::string key = "\npaths:\n";
  all.insert(all.find(key) + key.size(), "  extra: " + path + "\n");
  return parse_machine(all, "extra.yaml", ".");
}

// Surveys the path "extra" and compares it with the machine.
inline std::size_t expect_faithful(const Machine& machine, const Path& path, double accuracy,
                                   int count = 100) {
  PathSurvey survey(machine, path, {.accuracy = accuracy});
  EXPECT_EQ(survey.failure().status, SampleStatus::ok) << survey.failure().reason;
  EXPECT_TRUE(survey.is_regular());
  EXPECT_FALSE(survey.gave_up());
  if (testing::Test::HasFailure()) return 0;
  const std::size_t poses = survey.pose_count();
  expect_whole(survey, path);
  const Check check = compare(survey, path, count);
  EXPECT_LE(check.worst, kCorner * accuracy) << "at " << check.worst_p;
  EXPECT_LE(check.coefficients, kTrue * accuracy);
  return poses;
}

}  // namespace globaldyn::inside::test
