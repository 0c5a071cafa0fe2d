// The least and the greatest d2 at some d1, at random poses of random machines with all kinds of
// limits: regions made of the rows of poses, by each method, and the straight rows that plans are
// made of. Oracle: linear programs (GLPK) over d2 and preload, in which each limit stands as
// docs/machine_file.md defines it; what they have in common with rows is the record of a pose: A,
// B, C, D, V, the drives' rates, and the motion of the bodies. The machine's figures are those that
// were written into its file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/limits/resting_machine.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/region/methods/region_solver.h"
#include "globaldyn/survey/path_survey.h"
#include "tests/limits/defined_limits.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

// Ranges of d2 differ by up to `same` of their size; or, where limits meet at very acute angles, by
// no more than if limits were narrower or wider by `margin` of their size.
struct Tolerance {
  double same, margin;
};
// What programs and regions are solved to, with the factor that acute angles cost.
constexpr Tolerance kAtPoses{1e-9, 1e-10};
// Rows along paths are as accurate as the survey, of their largest terms on a panel, and more where
// much of these cancels.
constexpr double kSurveyed = 1e-10;
constexpr Tolerance kAlongPaths{1e-6, 1e-7};
constexpr double kMostCircuits = 1000, kLeastError = 1e-12;

// More of them, with a report of the differences, if asked for.
const char* find_asked() {
  return std::getenv("GLOBALDYN_LIMITED_MACHINES");
}

std::uint64_t count_machines() {
  constexpr std::uint64_t kMachines = 250;
  return find_asked() == nullptr ? kMachines : std::strtoull(find_asked(), nullptr, 10);
}

struct Tally {
  int compared{0}, empty{0}, straight{0}, by_margin{0}, held{0}, not_held{0};
  double worst{0.0}, worst_along{0.0};  // of the size of d2
  std::map<std::string, int> reached;   // kinds of limits that are in the way
};

double calc_difference(const Interval& a, const Interval& b) {
  double size = 1e-3;  // 1/s², of paths that are passed in about a second
  for (const double end : {b.low, b.high}) {
    if (std::isfinite(end)) size = std::max(size, std::abs(end));
  }
  const auto differ = [&](double x, double y) { return x == y ? 0.0 : std::abs(x - y) / size; };
  return std::max(differ(a.low, b.low), differ(a.high, b.high));
}

// Of polynomials coefficients that should be zero are rounding errors, and 1e13 1/s² is no limit.
std::optional<Interval> without_rounding(std::optional<Interval> range) {
  constexpr double kNoLimit = 1e13;
  if (!range || range->low > kNoLimit || range->high < -kNoLimit) return std::nullopt;
  return Interval{range->low < -kNoLimit ? -kInfinity : range->low,
                  range->high > kNoLimit ? kInfinity : range->high};
}

bool contains(const std::optional<Interval>& outer, const std::optional<Interval>& inner) {
  if (!inner) return true;
  return outer && outer->low <= inner->low && inner->high <= outer->high;
}

// What straight rows leave of d2.
std::optional<Interval> find_range(const RowsAt& rows, double d1) {
  Interval range{-kInfinity, kInfinity};
  for (std::size_t k = 0; k < rows.a.size(); ++k) {
    const double rest = (rows.a[k] * d1 + rows.b[k]) * d1 + rows.c[k], d = rows.d[k];
    const double low = rows.low[k] - rest, high = rows.high[k] - rest;
    if (d == 0.0 && !(low <= 0.0 && high >= 0.0)) return std::nullopt;
    if (d == 0.0) continue;
    range.low = std::max(range.low, d > 0.0 ? low / d : high / d);
    range.high = std::min(range.high, d > 0.0 ? high / d : low / d);
  }
  if (range.low > range.high) return std::nullopt;
  return range;
}

// What rows make of a pose.
struct RowsOfPose {
  std::vector<Region> regions;     // of the machine's limits there, by several methods
  Region of_panel;                 // of those of the survey's panel, preload included
  std::optional<RowsAt> straight;  // without preload
};

std::string spell(const std::optional<Interval>& range) {
  return range ? fmt::format("[{:.12g}, {:.12g}]", range->low, range->high) : "nothing";
}

// Some poses of a machine, and some d1 at each.
class Comparison {
 public:
  Comparison(const LimitedMachine& limited, std::uint64_t seed, Tally& tally)
      : limited_(limited),
        machine_(parse_machine(limited.text, "limited.yaml", ".")),
        survey_(machine_, machine_.paths.front(), {.accuracy = kSurveyed}),
        draw_(seed),
        tally_(tally) {}

  void compare() {
    ASSERT_EQ(survey_.failure().status, SampleStatus::ok) << survey_.failure().reason;
    make_field();
    for (int i = 0; i < 5; ++i) {
      const double p = draw_.uniform(0.0, limited_.p_max);
      SCOPED_TRACE(fmt::format("p = {}", p));
      compare_at(p);
    }
  }

 private:
  // All straight rows, unless there are too many for a test.
  void make_field() {
    if (!survey_.is_regular()) return;
    field_.emplace(survey_, 0.0);
    if (field_->is_partial() && field_->circuit_count() < kMostCircuits) {
      field_.emplace(survey_, 0.0, kLeastError, CircuitChoice::all);
    }
    if (!field_->is_usable() || field_->is_partial()) field_.reset();
  }

  void compare_at(double p) {
    const Sample sample = survey_.visit(p);
    ASSERT_EQ(sample.status, SampleStatus::ok);
    ASSERT_EQ(sample.map.unbalanced(), 0);
    const LimitSystem limits = survey_.limits();
    const RowsOfPose rows = look(p, limits);
    compare_rest(sample, limits);
    const std::vector<Interval> d1 = rows.regions.front().d1_intervals();
    const double last = d1.empty() ? kInfinity : d1.back().high;
    // Paths that are passed in less than a millisecond say no more than rounding errors.
    constexpr double kFast = 1e3;
    const double top = last < kFast && last > 0.0 ? last : 3.0;
    for (const double share : {0.0, 0.4, 0.8, 1.2}) {
      compare_at(sample, share * top * draw_.uniform(0.8, 1.0), rows);
    }
    // At the greatest d1 as well, which some limits alone make.
    constexpr double kBeside = 1e-4;
    for (const double share : {1.0 - kBeside, 1.0 + kBeside}) {
      compare_at(sample, share * top, rows);
    }
  }

  RowsOfPose look(double p, const LimitSystem& limits) {
    RowsOfPose rows;
    rows.regions.push_back(make_region(limits, RegionMethod::support));
    // Of more they take long.
    if (limits.redundancy <= 2) rows.regions.push_back(make_region(limits, RegionMethod::circuits));
    if (limits.redundancy <= 1) {
      rows.regions.push_back(make_region(limits, RegionMethod::enumeration));
    }
    PoseField poses(survey_, 0.0);
    LimitsAt of_panel;
    poses.look({&p, 1}, {&of_panel, 1});
    rows.of_panel = make_region(of_panel.before);
    if (!field_) return rows;
    std::size_t part = 0;
    while (part + 1 < field_->parts().size() && p > field_->parts()[part].end) ++part;
    field_->write(part, p, rows.straight.emplace());
    return rows;
  }

  void compare_at(const Sample& sample, double d1, const RowsOfPose& rows) {
    SCOPED_TRACE(fmt::format("d1 = {}", d1));
    MotionProgram program = define_limits(limited_, machine_.mechanism, sample, d1, 0.0);
    const std::optional<Interval> range = program.find_range();
    for (const auto& [kind, count] : program.reached()) tally_.reached[kind] += count;
    for (const Region& region : rows.regions) {
      expect_same(sample, d1, region.d2_range(d1), range, kAtPoses, tally_.worst);
    }
    expect_same(sample, d1, without_rounding(rows.of_panel.d2_range(d1)), range, kAlongPaths,
                tally_.worst_along);
    ++(range ? tally_.compared : tally_.empty);
    if (!rows.straight) return;
    ++tally_.straight;
    expect_same(sample, d1, without_rounding(find_range(*rows.straight, d1)), range, kAlongPaths,
                tally_.worst_along);
  }

  // Whether the machine can rest at the pose for a while.
  void compare_rest(const Sample& sample, LimitSystem limits) {
    DriveForceMap map = sample.map;
    hold_still(machine_.mechanism.drives, map, limits);
    const bool found = make_region(limits).contains(0.0, 0.0);
    const auto is_held = [&](double margin) {
      return define_rest(limited_, machine_.mechanism, sample, margin).find_range().has_value();
    };
    EXPECT_TRUE(found ? is_held(kAtPoses.margin) : !is_held(-kAtPoses.margin))
        << "rows say that it can rest: " << found;
    ++(found ? tally_.held : tally_.not_held);
  }

  void expect_same(const Sample& sample, double d1, const std::optional<Interval>& found,
                   const std::optional<Interval>& range, const Tolerance& tolerance,
                   double& worst) {
    const auto differ = [&](const std::optional<Interval>& limits) {
      if (!found && !limits) return 0.0;
      return found && limits ? calc_difference(*found, *limits) : kInfinity;
    };
    const double difference = differ(range);
    if (difference <= tolerance.same) return void(worst = std::max(worst, difference));
    ++tally_.by_margin;
    const auto find = [&](double margin) {
      return define_limits(limited_, machine_.mechanism, sample, d1, margin).find_range(true);
    };
    const std::optional<Interval> exact = find(0.0), narrow = find(-tolerance.margin),
                                  wide = find(tolerance.margin);
    EXPECT_TRUE(differ(exact) <= tolerance.same ||
                (contains(found, narrow) && contains(wide, found)))
        << "rows allow " << spell(found) << ", limits " << spell(exact) << ", narrower ones "
        << spell(narrow) << ", wider ones " << spell(wide);
  }

  const LimitedMachine& limited_;
  Machine machine_;
  PathSurvey survey_;
  std::optional<SurveyField> field_;
  Draw draw_;
  Tally& tally_;
};

std::string write_report(const Tally& tally) {
  std::string text = fmt::format(
      "{} ranges of d2, {} empty, {} by margins; {} of straight rows; {} poses held, {} not\n"
      "largest difference: {:.2g} at poses, {:.2g} along paths\n",
      tally.compared, tally.empty, tally.by_margin, tally.straight, tally.held, tally.not_held,
      tally.worst, tally.worst_along);
  for (const auto& [kind, times] : tally.reached) text += fmt::format("  {}: {}\n", kind, times);
  return text;
}

TEST(RowsAndPrograms, AllowTheSameAccelerations) {
  const std::uint64_t machines = count_machines();
  Tally tally;
  for (std::uint64_t seed = 1; seed <= machines && !HasFailure(); ++seed) {
    const LimitedMachine limited = make_limited_machine(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, limited.text));
    Comparison(limited, seed, tally).compare();
  }
  if (find_asked() != nullptr) fmt::print("{}", write_report(tally));
  if (HasFailure()) return;
  const int poses = 5 * static_cast<int>(machines);
  EXPECT_GT(tally.compared, 2 * poses);
  EXPECT_GT(tally.empty, poses / 2);
  EXPECT_GT(tally.straight, poses);
  EXPECT_LT(tally.by_margin, poses / 50);
  EXPECT_GT(tally.held, poses / 2);
  EXPECT_GT(tally.not_held, poses / 20);
  // Each kind of limit is in the way somewhere.
  for (const char* kind : {"limits",
                           "limits of a driving motor",
                           "limits of a driven motor",
                           "limits of a locked motor",
                           "limits behind",
                           "limits of a gear at rest",
                           "line",
                           "line of a driving motor",
                           "line of a driven motor",
                           "line of a locked motor",
                           "line behind",
                           "curve",
                           "curve of a driving motor",
                           "curve of a driven motor",
                           "curve behind",
                           "curve's end",
                           "max_speed",
                           "max_acceleration",
                           "transmitted",
                           "tension",
                           "preload",
                           "stiction",
                           "joint",
                           "reaction",
                           "along",
                           "across",
                           "all",
                           "tool's speed"}) {
    EXPECT_GT(tally.reached[kind], 0) << kind;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
