#include "globaldyn/motion/wished_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "core/base/round_off.h"
#include "globaldyn/convex/nodes_plan.h"
#include "globaldyn/convex/paced_field.h"
#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/motion/heat_course.h"
#include "globaldyn/motion/heat_rounds.h"
#include "globaldyn/motion/joined_field.h"
#include "globaldyn/motion/survey_rows.h"
#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Of motions that only tell when motors are hot.
constexpr double kCoarseTolerance = 1e-3;

// A motion that exceeds its limits by this share of what a plan may exceed is left as it is.
constexpr double kShareOfViolation = 0.1;

// Where the preload needs all forces, straight between these they are within some 1e-7 of what they
// are.
constexpr int kPlaces = 8000;

// A leg with what is known of it, at its place in the p of all.
struct Leg {
  WishedLeg* given;
  std::unique_ptr<SurveyRows> field;
  double begin{0.0};          // of its p
  std::size_t first_part{0};  // of the joined field
  std::size_t first_stretch{0};
  std::size_t stretches{0};

  [[nodiscard]] std::size_t find_part(double place) const {
    const double same = round_off::kSame * given->path->p_max;
    std::size_t part = 0;
    while (part + 1 < field->parts().size() && field->parts()[part].end < place - same) ++part;
    return first_part + part;
  }
};

bool rests_at(const std::vector<PathStop>& stops, double p) {
  return std::any_of(stops.begin(), stops.end(), [p](const PathStop& stop) { return stop.p == p; });
}

// Where the machine rests on its way: at stops, and at steep standstills, because d1 is finite.
std::vector<double> list_rests(const Leg& leg) {
  const double p_max = leg.given->path->p_max;
  std::vector<double> rests;
  for (const PathStop& stop : leg.given->plan.stops) rests.push_back(stop.p);
  for (const Standstill& one : leg.given->survey->standstills()) {
    if (one.is_steep() && one.is_on_all_sides(p_max)) rests.push_back(one.p);
  }
  std::sort(rests.begin(), rests.end());
  rests.erase(std::unique(rests.begin(), rests.end()), rests.end());
  std::erase_if(rests, [&](double p) { return p <= 0.0 || p >= p_max; });
  return rests;
}

void add_stretches(const Leg& leg, std::vector<GridStretch>& all) {
  const PathPlan& fastest = leg.given->plan;
  const double p_max = leg.given->path->p_max;
  const std::size_t begin = all.size();
  all.push_back({.begin = leg.begin, .end = leg.begin + p_max});
  for (const double rest : list_rests(leg)) {
    all.back().end = leg.begin + rest;
    all.push_back({.begin = leg.begin + rest, .end = leg.begin + p_max});
  }
  const auto is_free = [](const EndSpeed& end) { return end.kind == EndSpeed::Kind::free; };
  GridStretch &first = all[begin], &last = all.back();
  if (fastest.options.closed) {
    first.is_free_begin = last.is_free_end = true;
    first.follows = static_cast<int>(all.size()) - 1;
    return;
  }
  first.is_free_begin = is_free(fastest.options.start) && !rests_at(fastest.stops, 0.0);
  last.is_free_end = is_free(fastest.options.end) && !rests_at(fastest.stops, p_max);
  if (!first.is_free_begin) first.x_begin = fastest.plan.x.front();
  if (!last.is_free_end) last.x_end = fastest.plan.x.back();
}

// The order of a standstill at an end of a stretch, on its side; 0: none.
int find_order(const Leg& leg, double p, bool is_behind) {
  constexpr double kMost = 4.0;
  const Standstill* one = leg.given->survey->find_standstill(p - leg.begin);
  if (one == nullptr || !(is_behind ? one->is_behind : one->is_before)) return 0;
  // Otherwise d1 vanishes there.
  if (!one->is_on_all_sides(leg.given->path->p_max)) return 0;
  return static_cast<int>(std::clamp(std::round(one->order), 1.0, kMost));
}

// Along stretches at whose ends the path itself stands still the machine rests there, whatever d1
// is.
void add_paces(const Leg& leg, std::span<GridStretch> stretches,
               std::vector<StandstillPace>& paces) {
  const PathPlan& fastest = leg.given->plan;
  if (fastest.options.closed) return;
  const auto is_given = [](const EndSpeed& end) {
    return end.kind != EndSpeed::Kind::free && end.value > 0.0;
  };
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    GridStretch& stretch = stretches[i];
    const bool is_first = i == 0, is_last = i + 1 == stretches.size();
    const bool starts = is_first && is_given(fastest.options.start);
    const bool ends = is_last && is_given(fastest.options.end);
    const int before = starts ? 0 : find_order(leg, stretch.begin, true);
    const int after = ends ? 0 : find_order(leg, stretch.end, false);
    if (before == 0 && after == 0) continue;
    paces.emplace_back(stretch.begin, stretch.end, before, after);
    if (before > 0) {
      stretch.x_begin = 0.0;
      stretch.is_free_begin = false;
    }
    if (after > 0) {
      stretch.x_end = 0.0;
      stretch.is_free_end = false;
    }
  }
}

// Of a drive's force at rest; infinite: not limited.
double find_range(const Drive& drive) {
  const Interval range = calc_force_range_at_rest(drive.limit);
  return range.high - range.low;
}

void require_loss_weights(const Machine& machine, const Path& path) {
  for (const Drive& drive : machine.mechanism.drives) {
    if (drive.limit.loss_weight > 0.0) continue;
    throw InputError(path.place, "energy drawn by drive '" + drive.name + "' without 'loss_weight'",
                     "expected it of every drive: what its motor loses, W over the square of its "
                     "force");
  }
}

struct Lack {
  PlanStatus status;
  std::string reason;
};

class WishedPlanner {
 public:
  WishedPlanner(std::vector<WishedLeg>& legs, const PathPlanOptions& options)
      : options_(options),
        machine_(*legs.front().machine),
        path_(*legs.front().path),
        drives_(static_cast<Eigen::Index>(machine_.mechanism.drives.size())) {
    double begin = 0.0;
    std::size_t parts = 0;
    given_squares_ = VectorXd::Zero(drives_);
    for (WishedLeg& given : legs) {
      if (given.is_given) {
        waiting_ += given.duration;
        given_squares_ += given.squares;
        spans_.push_back({HeatSpan::Kind::given, 0, given.duration, given.squares});
        continue;
      }
      Leg leg{.given = &given, .field = nullptr, .begin = begin, .first_part = parts};
      leg.field = std::make_unique<SurveyRows>(*given.survey, *given.machine, *given.path, options);
      parts += leg.field->parts().size();
      begin += given.path->p_max;
      if (given.waits) {
        waiting_ += given.duration;
      } else {
        leg.first_stretch = stretches_.size();
        add_stretches(leg, stretches_);
        leg.stretches = stretches_.size() - leg.first_stretch;
        add_paces(leg, std::span(stretches_).subspan(leg.first_stretch), paces_);
        fastest_ += given.plan.plan.time;
        fastest_lower_ += given.plan.plan.time_lower;
        waiting_ += given.plan.dwell;
      }
      add_spans(leg);
      legs_.push_back(std::move(leg));
    }
  }

  WishedLegs run() {
    wished_.wish = options_.wish;
    wished_.fastest = fastest_ + waiting_;
    if (auto lack = find_lack()) return tell_none(std::move(*lack));
    std::vector<JoinedField::Member> members;
    for (const Leg& leg : legs_) members.push_back({leg.field.get(), leg.begin});
    const JoinedField joined(std::move(members));
    const PacedField paced(joined, paces_);
    const MotionField& field = paces_.empty() ? static_cast<const MotionField&>(joined) : paced;
    std::vector<GridRest> rests = rests_;
    for (GridRest& rest : rests) {
      if (!paces_.empty()) rest.part = paced.find_part(rest.part, rest.p);
    }
    choose_aim();
    const auto x_at = [&](double s) {
      return paced.find_x(s, [this](double p) { return find_speed(p); });
    };
    const MotionSolution solution = solve_cool([&](bool is_coarse, const GridChoice& first) {
      const MotionOptions how{.tolerance = is_coarse ? kCoarseTolerance : find_tolerance(),
                              .most_excess = kShareOfViolation * kMostViolation,
                              .first = first,
                              .places = has_basis() ? 0 : kPlaces,
                              .work = options_.work};
      MotionSolution found = solve_motion(field, stretches_, rests, aim_, x_at, how);
      wished_.steps += found.steps;
      return found;
    });
    wished_.cells = solution.cells;
    if (stays_hot_) {
      return tell_none(
          {PlanStatus::gave_up,
           fmt::format("gave up: no motion was found along which {} is never hotter than its rated "
                       "force makes it: by {:.2g} of that, however long it cools before",
                       machine_.mechanism.drives[hottest_drive_].name, hottest_)});
    }
    if (solution.nodes.empty()) return tell_none(find_reason(field, rests, x_at));
    if (options_.report && !solution.is_global) {
      lower_ = find_lower_bound(field, stretches_, rests, aim_, x_at, solution);
    }
    if (options_.closed && aim_.has_period && find_pause(solution) > 0.0) {
      return tell_none(
          {PlanStatus::gave_up,
           "gave up: what motors bear for ever is not enough for a machine that never stops; with "
           "pauses it would be"});
    }
    take(paces_.empty() ? solution : paced.tell_by_p(solution));
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool has_basis() const {
    return std::none_of(legs_.begin(), legs_.end(), [](const Leg& leg) {
      return leg.field->redundancy() > 0 && leg.field->basis().empty();
    });
  }

  [[nodiscard]] double find_speed(double p) const {
    const auto is_on = [p](const Leg& leg) {
      return !leg.given->waits && p <= leg.begin + leg.given->path->p_max;
    };
    const auto leg = std::find_if(legs_.begin(), legs_.end(), is_on);
    return find_x(leg->given->plan.plan, p - leg->begin);
  }

  // Why there is no such motion, as far as that is known before it is looked for.
  [[nodiscard]] std::optional<Lack> find_lack() const {
    const MotionWish& wish = options_.wish;
    if (wish.is_least() && wish.time > 0.0 && wish.time < fastest_lower_ + waiting_) {
      return Lack{
          PlanStatus::infeasible,
          fmt::format("the fastest motion takes {:.6g} s, longer than the {:.6g} s that are "
                      "allowed",
                      wished_.fastest, wish.time)};
    }
    for (const Leg& leg : legs_) {
      if (auto lack = find_lack(leg)) return lack;
    }
    return find_heat_lack();
  }

  // Of motions that are given more than what motors bear in all of a time that is given.
  [[nodiscard]] std::optional<Lack> find_heat_lack() const {
    const MotionWish& wish = options_.wish;
    if (!wish.within_rated || wish.time == 0.0) return std::nullopt;
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      const Drive& drive = machine_.mechanism.drives[k];
      if (!(given_squares_(row_of(k)) > std::pow(drive.limit.rated, 2) * wish.time)) continue;
      return Lack{
          PlanStatus::infeasible,
          fmt::format("the motions that are given alone heat {} more than it bears in {:.6g} "
                      "s",
                      drive.name, wish.time)};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Lack> find_lack(const Leg& leg) const {
    PathSurvey& survey = *leg.given->survey;
    const bool same_preload = leg.field->redundancy() == legs_.front().field->redundancy();
    if (!survey.is_regular() || !find_control(survey).losses.empty() || !same_preload) {
      return Lack{PlanStatus::gave_up,
                  "gave up: drives lose hold of a freedom somewhere on the path, or their "
                  "redundancy changes; what is best as a whole is not known there"};
    }
    if (!leg.field->other_forces().empty() && !has_basis()) {
      return Lack{PlanStatus::gave_up,
                  "gave up: losses in gears of drives that share their work, which what is best as "
                  "a whole does not know yet"};
    }
    if (leg.given->machine->supply.is_any() &&
        list_supply_choices(*leg.field, kMostSupplyChoices).empty()) {
      return Lack{PlanStatus::gave_up,
                  "gave up: losses in gears of more than six drives whose supply is limited, which "
                  "what is best as a whole does not know yet"};
    }
    if (!leg.field->other_forces().empty() && options_.wish.variation_worth > 0.0) {
      return Lack{
          PlanStatus::gave_up,
          "gave up: losses in gears of drives whose forces are to change little, which what "
          "is best as a whole does not know yet"};
    }
    if (leg.given->waits) return std::nullopt;
    if (const auto jump = find_jump(leg)) {
      return Lack{PlanStatus::infeasible,
                  fmt::format("accelerations jump at p = {:.6g} at any speed, because the path's "
                              "curvature does: with 'rate' or 'max_jerk' of drives the path needs "
                              "smooth blends, or a stop there",
                              *jump)};
    }
    if (options_.closed && is_of_change() && !leg.field->closes_smoothly()) {
      return Lack{PlanStatus::infeasible,
                  "accelerations jump where the path is closed, at any speed: with 'rate' or "
                  "'max_jerk' of drives it has to go on smoothly there"};
    }
    if (const auto loose = find_loose_rest(leg)) {
      return Lack{PlanStatus::infeasible,
                  fmt::format("the drives cannot hold the machine at p = {:.6g}, where it rests: "
                              "with 'rate' or 'max_jerk' it starts and stops with what holds it",
                              *loose)};
    }
    return std::nullopt;
  }

  // Why no motion was found: where a time is given the fastest one within all limits, of which
  // those at single p are only a part, may take longer.
  [[nodiscard]] Lack find_reason(const MotionField& field, const std::vector<GridRest>& rests,
                                 const std::function<double(double)>& x_at) {
    const Lack unknown{PlanStatus::gave_up,
                       "gave up: no motion was found that is what was wished for"};
    const double allowed = options_.wish.time;
    if (!options_.wish.is_least() || allowed == 0.0) return unknown;
    MotionAim fast = aim_;
    fast.costs.setZero();
    fast.costs[0] = 1.0;
    fast.energy_cost = 0.0;
    fast.variation_costs = {};
    std::erase_if(fast.budgets, [](const Budget& one) { return one.shares[0] > 0.0; });
    const MotionSolution found = solve_motion(field, stretches_, rests, fast, x_at,
                                              {.tolerance = find_tolerance(), .places = 0});
    wished_.steps += found.steps;
    if (found.nodes.empty()) return unknown;
    const double time = found.totals[0] + waiting_;
    if (time <= allowed) return unknown;
    const std::optional<double> lower =
        found.is_global ? found.objective - found.gap
                        : find_lower_bound(field, stretches_, rests, fast, x_at, found);
    const std::string all =
        fmt::format("within all limits takes {:.6g} s, longer than the {:.6g} s that are allowed",
                    time, allowed);
    if (lower && *lower - found.error + waiting_ > allowed) {
      return {PlanStatus::infeasible, "the fastest motion " + all};
    }
    return {PlanStatus::gave_up, "gave up: the fastest motion that was found " + all};
  }

  [[nodiscard]] bool is_of_change() const {
    return std::any_of(legs_.begin(), legs_.end(),
                       [](const Leg& leg) { return leg.field->is_of_change(); });
  }

  // Errors of motions whose forces change in finite time, or change little, fall more slowly, and
  // of those along which a motor is as hot as it may be, or between driving and being driven behind
  // a lossy gear, for a while: what is asked for of others would take thousands of cells.
  [[nodiscard]] double find_tolerance() const {
    constexpr double kLeastOfChange = 1e-5;
    const bool is_slow = is_of_change() || !aim_.weighted.empty() ||
                         aim_.variation_costs.size() > 0 ||
                         !legs_.front().field->other_forces().empty();
    return is_slow ? std::max(options_.tolerance, kLeastOfChange) : options_.tolerance;
  }

  [[nodiscard]] std::span<const GridStretch> stretches_of(const Leg& leg) const {
    return std::span(stretches_).subspan(leg.first_stretch, leg.stretches);
  }

  // Where a motion would have to rest for its accelerations not to jump, and does not.
  [[nodiscard]] std::optional<double> find_jump(const Leg& leg) const {
    if (!is_of_change()) return std::nullopt;
    const double same = round_off::kSame * leg.given->path->p_max;
    for (const FieldPart& part : leg.field->parts()) {
      if (part.is_smooth || part.begin <= same) continue;
      const auto stretches = stretches_of(leg);
      const bool is_at_stop =
          std::any_of(stretches.begin(), stretches.end(), [&](const GridStretch& one) {
            return std::abs(one.begin - leg.begin - part.begin) <= same;
          });
      if (!is_at_stop) return part.begin;
    }
    return std::nullopt;
  }

  // A rest from which forces that change in finite time would have to start beyond their limits.
  // With preload the program finds that out.
  [[nodiscard]] std::optional<double> find_loose_rest(const Leg& leg) const {
    if (!is_of_change() || leg.field->redundancy() > 0) return std::nullopt;
    FieldRows rows;
    VectorXd friction;
    for (const GridStretch& stretch : stretches_of(leg)) {
      for (const auto& [place, x, is_free] :
           {std::tuple{stretch.begin, stretch.x_begin, stretch.is_free_begin},
            {stretch.end, stretch.x_end, stretch.is_free_end}}) {
        if (x > 0.0 || is_free) continue;
        const double p = place - leg.begin;
        leg.field->write_rest(leg.find_part(p) - leg.first_part, p, rows, friction);
        const bool is_held = (rows.c.array() >= rows.low.array()).all() &&
                             (rows.c.array() <= rows.high.array()).all();
        if (!is_held) return p;
      }
    }
    return std::nullopt;
  }

  void choose_aim() {
    const Drives& drives = machine_.mechanism.drives;
    const MotionWish& wish = options_.wish;
    if (wish.least_energy) require_loss_weights(machine_, path_);
    losses_ = find_loss_weights(machine_, path_, wish.is_least());
    wished_.losses_unit = losses_.unit;
    const bool is_rated = wish.within_rated;
    aim_.forces.resize(drives_);
    for (const DriveId k : drives.ids()) {
      const double own = 1.0 / std::sqrt(losses_.weights(row_of(k)));
      aim_.forces(row_of(k)) =
          is_rated && std::isfinite(drives[k].limit.rated) ? find_rated(k) : own;
    }
    aim_.costs = VectorXd::Zero(1 + drives_);
    const VectorXd losses = losses_.weights.cwiseProduct(aim_.forces.cwiseAbs2());
    aim_.has_period = is_rated && wish.time == 0.0;
    if (wish.least_losses) {
      aim_.costs.tail(drives_) = losses;
    } else if (wish.least_energy) {
      aim_.energy_cost = 1.0;
      aim_.loss_rates = losses;
      aim_.recovered = machine_.supply.recovered;
    }
    // What is worth something is the time of the cycle, if it is more than that of its motions.
    const double worth = wish.is_least() ? wish.time_worth : 1.0;
    (aim_.has_period ? aim_.period_cost : aim_.costs[0]) = worth;
    if (wish.variation_worth > 0.0) aim_.variation_costs = find_variation_costs();
    if (is_rated) add_rated_budgets();
    if (wish.is_least() && wish.time > 0.0) add_budget(0, 0.0, wish.time - waiting_);
  }

  // Of drives whose forces have limits; 0 of others.
  [[nodiscard]] VectorXd list_ranges() const {
    VectorXd ranges = VectorXd::Zero(drives_);
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      const double range = find_range(machine_.mechanism.drives[k]);
      if (std::isfinite(range)) ranges(row_of(k)) = range;
    }
    return ranges;
  }

  [[nodiscard]] VectorXd find_variation_costs() const {
    const VectorXd ranges = list_ranges();
    VectorXd costs = VectorXd::Zero(drives_);
    for (Eigen::Index k = 0; k < drives_; ++k) {
      if (ranges[k] > 0.0) costs[k] = options_.wish.variation_worth * aim_.forces[k] / ranges[k];
    }
    return costs;
  }

  // What a motor bears for ever; of one that bears less the faster it is, at its highest speed. No
  // motion within the limits is faster anywhere than the fastest one.
  double find_rated(DriveId k) {
    const DriveLimit& limit = machine_.mechanism.drives[k].limit;
    if (limit.rated_over_speed.empty()) return limit.rated;
    double speed = 0.0;
    for (const Leg& leg : legs_) {
      const Plan& plan = leg.given->plan.plan;
      for (std::size_t i = 0; i < plan.p.size(); ++i) {
        const double rate = leg.given->survey->visit(plan.p[i]).map.drive_rate(row_of(k));
        speed = std::max(speed, std::abs(rate) * std::sqrt(plan.x[i]));
      }
    }
    result_.notes.push_back(
        fmt::format("of {}, which bears less the faster it is, what it bears at its highest speed "
                    "on the fastest motion counts: on the safe side",
                    machine_.mechanism.drives[k].name));
    return find_rated_force(limit, speed);
  }

  void add_budget(Eigen::Index total, double period, double most) {
    Budget budget{.shares = VectorXd::Zero(1 + drives_), .period = period, .most = most};
    budget.shares[total] = 1.0;
    aim_.budgets.push_back(std::move(budget));
  }

  // Of a cycle of the time that is looked for, or of that which is given.
  void add_rated_budgets() {
    const bool is_given = options_.wish.time > 0.0;
    if (!is_given) add_budget(0, 1.0, -waiting_);
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      if (!std::isfinite(machine_.mechanism.drives[k].limit.rated)) continue;
      const double used = given_squares_(row_of(k)) / std::pow(aim_.forces(row_of(k)), 2);
      if (is_given) {
        add_budget(1 + row_of(k), 0.0, options_.wish.time - used);
      } else {
        add_budget(1 + row_of(k), 1.0, -used);
      }
    }
  }

  // Its rests, and when what heats its motors.
  void add_spans(const Leg& leg) {
    const auto add_rest = [&](double p, double duration) {
      spans_.push_back({HeatSpan::Kind::rest, rests_.size(), duration, {}});
      rests_.push_back({leg.begin + p, duration, leg.find_part(p)});
    };
    if (leg.given->waits && leg.given->is_braked) {
      spans_.push_back({HeatSpan::Kind::idle, 0, leg.given->duration, {}});
    } else if (leg.given->waits) {
      if (leg.given->duration > 0.0) add_rest(leg.given->place, leg.given->duration);
    }
    if (leg.given->waits) return;
    std::vector<PathStop> stops = leg.given->plan.stops;
    std::erase_if(stops, [](const PathStop& stop) { return !(stop.duration > 0.0); });
    auto next = stops.begin();
    for (std::size_t i = 0; i < leg.stretches; ++i) {
      const double end = stretches_[leg.first_stretch + i].end - leg.begin;
      const double begin = stretches_[leg.first_stretch + i].begin - leg.begin;
      for (; next != stops.end() && next->p <= begin; ++next) add_rest(next->p, next->duration);
      spans_.push_back({HeatSpan::Kind::stretch, leg.first_stretch + i, 0.0, {}});
      for (; next != stops.end() && next->p <= end; ++next) add_rest(next->p, next->duration);
    }
    for (; next != stops.end(); ++next) add_rest(next->p, next->duration);
  }

  // Within rated forces no motor that warms up in a finite time may be hotter than its rated force
  // makes it, at any time of the cycle. When it is hottest, and what heats it by then, is known
  // of the motions before; times at which one is too hot become budgets.
  using Course = std::shared_ptr<const HeatCourse>;
  template <class Solve>
  MotionSolution solve_cool(const Solve& solve) {
    if (!options_.wish.within_rated || !warms_up()) return solve(false, {});
    HeatRounds rounds(find_tolerance());
    MotionSolution solution = solve(rounds.is_coarse(), {});
    Course before;
    while (!solution.nodes.empty()) {
      const Course course = find_hot_times(solution, rounds.too_hot());
      const HeatRounds::Next next = rounds.take(hottest_, are_peaks_priced(solution));
      stays_hot_ = next == HeatRounds::Next::stays_hot;
      if (next != HeatRounds::Next::again) break;
      // By those of one motion after the other times would go to and fro.
      budget_peaks({course, before ? before : course});
      before = course;
      // A grid half as fine as that which did, and that one, will do again.
      GridChoice first = std::move(solution.grid);
      first.cells = std::max(first.cells / 2, GridChoice{}.cells);
      solution = solve(rounds.is_coarse(), first);
      stays_hot_ = solution.nodes.empty();
    }
    return solution;
  }

  // Adds those of motors that are hotter than 1 by more than that, and finds by how much the
  // hottest is.
  Course find_hot_times(const MotionSolution& solution, double too_hot) {
    constexpr std::size_t kMostPeaks = 8;  // of a motor
    auto course = std::make_shared<const HeatCourse>(
        spans_, solution, aim_.forces, aim_.has_period ? solution.period : options_.wish.time);
    hottest_ = -1.0;
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      const double tau = machine_.mechanism.drives[k].limit.thermal_time;
      if (std::isinf(tau) || std::isinf(machine_.mechanism.drives[k].limit.rated)) continue;
      const HeatCourse::Heat heat = course->look_at(row_of(k), tau, 1.0 + too_hot, kMostPeaks);
      if (heat.hottest - 1.0 > hottest_) {
        hottest_ = heat.hottest - 1.0;
        hottest_drive_ = k;
      }
      for (const HeatCourse::Place& place : heat.hot) peaks_.push_back({row_of(k), tau, place});
    }
    return course;
  }

  // Whether any motor that is rated has a thermal time.
  [[nodiscard]] bool warms_up() const {
    const Drives& drives = machine_.mechanism.drives;
    return std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
      return std::isfinite(one.limit.thermal_time) && std::isfinite(one.limit.rated);
    });
  }

  // Whether what is hottest at some time holds the motion back.
  [[nodiscard]] bool are_peaks_priced(const MotionSolution& solution) const {
    constexpr double kNothing = 1e-6;
    return !aim_.weighted.empty() &&
           solution.prices.tail(to_index(aim_.weighted.size())).maxCoeff() > kNothing;
  }

  // In place of those of the motions before, with the mean weights of two courses.
  void budget_peaks(const std::array<Course, 2>& courses) {
    if (!aim_.weighted.empty()) {
      aim_.budgets.resize(aim_.budgets.size() - aim_.weighted.size());
      aim_.weighted.clear();
    }
    const double time = aim_.has_period ? 0.0 : options_.wish.time;
    for (const HotTime& hot : peaks_) {
      const auto find_mean = [courses](const auto& weigh) {
        return 0.5 * (weigh(*courses[0]) + weigh(*courses[1]));
      };
      double used = 0.0;
      for (std::size_t i = 0; i < spans_.size(); ++i) {
        if (spans_[i].kind != HeatSpan::Kind::given) continue;
        const double weight = find_mean(
            [&](const HeatCourse& course) { return course.weigh_span(i, hot.place, hot.tau); });
        used += weight * spans_[i].squares(hot.drive) / std::pow(aim_.forces(hot.drive), 2);
      }
      Budget budget{.shares = VectorXd::Zero(2 + drives_ + to_index(aim_.weighted.size())),
                    .period = aim_.has_period ? 1.0 : 0.0,
                    .most = time - used};
      budget.shares.tail(1).setOnes();
      aim_.budgets.push_back(std::move(budget));
      const auto weigh = [find_mean, hot](const PointPlace& at) {
        return find_mean(
            [&](const HeatCourse& course) { return course.weigh(at, hot.place, hot.tau); });
      };
      aim_.weighted.push_back({static_cast<int>(hot.drive), weigh});
    }
  }

  static Eigen::Index to_index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  WishedLegs tell_none(Lack lack) {
    result_.status = lack.status;
    result_.reason = std::move(lack.reason);
    return std::move(result_);
  }

  void take(const MotionSolution& solution) {
    const double error = (solution.error + solution.gap) / solution.size;
    constexpr double kMostTooHot = 1e-3;
    const bool is_cool = hottest_ <= kMostTooHot;
    const bool is_solved = is_cool && (solution.status == MotionSolution::Status::solved ||
                                       is_nearly_solved(solution, error));
    result_.status = is_solved ? PlanStatus::optimal : PlanStatus::inaccurate;
    if (!is_solved) {
      result_.reason = fmt::format(
          "what was to be least is known to {:.1g} of it, limits exceeded by {:.1g} of them", error,
          solution.excess);
    }
    if (!is_cool) {
      result_.reason = fmt::format(
          "a motor is for a while hotter by {:.2g} of what its rated force heats it by", hottest_);
    }
    for (const Leg& leg : legs_) {
      if (leg.given->waits) continue;
      write_plan(leg, solution, error);
      write_preload(leg, solution);
    }
    wished_.error = error;
    // When motors are hottest is known of the motion itself.
    const bool is_of_motion = !aim_.weighted.empty();
    wished_.is_global = solution.is_global && !is_of_motion;
    if (wished_.is_global) wished_.gap = error;
    take_bound(solution);
    if (lower_ && !is_of_motion) {
      wished_.gap = error + std::max(0.0, solution.objective - *lower_) / solution.size;
    }
    wished_.losses = losses_.weights.cwiseProduct(aim_.forces.cwiseAbs2())
                         .dot(solution.totals.segment(1, drives_)) +
                     losses_.weights.dot(given_squares_);
    wished_.energy = solution.drawn;
    if (aim_.variation_costs.size() > 0) {
      wished_.variation = solution.variations.cwiseProduct(aim_.forces);
      wished_.ranges = list_ranges();
    }
    take_prices(solution);
    if (aim_.has_period) take_pause(solution);
    result_.wished = wished_;
  }

  // Where time alone is to be least, that of the fastest motion within the limits at single p.
  void take_bound(const MotionSolution& solution) {
    const bool is_of_time = aim_.costs[0] == 1.0 && aim_.costs.tail(drives_).isZero(0.0) &&
                            aim_.variation_costs.size() == 0 && aim_.energy_cost == 0.0;
    if (!is_of_time || solution.is_global || !options_.report) return;
    lower_ = std::max(lower_.value_or(0.0), fastest_lower_);
  }

  // A budget is of E = integral (n / rated)² dt, whose derivative by the rated force is -2 E /
  // rated.
  void take_prices(const MotionSolution& solution) {
    WishPrices& prices = wished_.prices;
    prices.rated = VectorXd::Zero(drives_);
    for (std::size_t i = 0; i < aim_.budgets.size(); ++i) {
      const Budget& budget = aim_.budgets[i];
      const double price = solution.prices[static_cast<Eigen::Index>(i)];
      if (budget.shares[0] > 0.0) {
        if (options_.wish.is_least()) prices.time = price;
        continue;
      }
      Eigen::Index total = 0;
      budget.shares.maxCoeff(&total);
      const bool is_peak = total > drives_;
      const Eigen::Index drive =
          is_peak ? peaks_[static_cast<std::size_t>(total - drives_ - 1)].drive : total - 1;
      // What it uses at a budget that holds is all that it may, in motions that are given, too.
      const double used = aim_.has_period ? solution.period : options_.wish.time;
      prices.rated[drive] += 2.0 * price * used / aim_.forces[drive];
    }
    const double left = 1.0 - options_.reserve;
    prices.power = left * solution.power_prices.drives;
    prices.supply = left * solution.power_prices.supply;
    prices.supply_back = left * solution.power_prices.supply_back;
  }

  // Of what changes in finite time, or little, the finest grid knows enough.
  [[nodiscard]] bool is_nearly_solved(const MotionSolution& solution, double error) const {
    constexpr double kEnough = 1e-4;
    const bool is_slow = is_of_change() || aim_.variation_costs.size() > 0;
    return is_slow && solution.status == MotionSolution::Status::inaccurate &&
           solution.excess <= kShareOfViolation * kMostViolation && error <= kEnough;
  }

  // Less than what the time is known to is none.
  [[nodiscard]] double find_pause(const MotionSolution& solution) const {
    const double pause = solution.period - solution.totals[0] - waiting_;
    return pause > 2.0 * options_.tolerance * solution.period ? pause : 0.0;
  }

  void take_pause(const MotionSolution& solution) {
    const double pause = find_pause(solution);
    if (pause == 0.0) return;
    wished_.pause = pause;
    result_.notes.push_back(
        fmt::format("motors cool in a pause of {:.4g} s after the motion, which is without losses: "
                    "brakes hold what has to be held",
                    pause));
  }

  [[nodiscard]] static bool is_of(const Leg& leg, std::size_t stretch) {
    return stretch >= leg.first_stretch && stretch < leg.first_stretch + leg.stretches;
  }

  void write_plan(const Leg& leg, const MotionSolution& solution, double error) const {
    std::vector<MotionNode> nodes = solution.nodes;
    std::erase_if(nodes, [&](const MotionNode& node) { return !is_of(leg, node.stretch); });
    for (MotionNode& node : nodes) {
      node.p = std::min(node.p - leg.begin, leg.given->path->p_max);
    }
    Plan plan = make_plan(nodes);
    plan.status = result_.status;
    PathPlan& result = leg.given->plan;
    const bool is_fastest = !options_.wish.is_least() && options_.wish.variation_worth == 0.0;
    plan.time_lower =
        !is_fastest ? plan.time : std::max(result.plan.time_lower, plan.time * (1.0 - error));
    result.plan = std::move(plan);
    result.reason = result_.reason;
    result.work += solution.work / legs_.size();
    result.trajectory = Trajectory(result.plan, result.stops);
    // Mostly no limit holds it back.
    std::erase_if(result.stretches, [](const Stretch& one) { return !one.is_stop(); });
  }

  // Where the path stands still at an end of a stretch friction is not one of motion any more. Of
  // a force that it helps, as in braking, a motor takes that over, so that others need not: as far
  // as it can.
  [[nodiscard]] std::optional<VectorXd> find_still_forces(const Leg& leg,
                                                          const std::vector<MotionForces>& nodes,
                                                          std::size_t i) const {
    const double p = nodes[i].p;
    const bool begins = i == 0 || nodes[i - 1].stretch != nodes[i].stretch;
    const bool ends = i + 1 == nodes.size() || nodes[i + 1].stretch != nodes[i].stretch;
    const auto stands = [&](const StandstillPace& pace) {
      return (begins && pace.begin() == p && pace.order(false) > 0) ||
             (ends && pace.end() == p && pace.order(true) > 0);
    };
    if (std::none_of(paces_.begin(), paces_.end(), stands)) return std::nullopt;
    const double inside = 0.5 * (p + nodes[begins ? i + 1 : i - 1].p);
    const std::size_t part = leg.find_part(inside - leg.begin) - leg.first_part;
    VectorXd forces = nodes[i].forces;
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      const Drive& drive = machine_.mechanism.drives[k];
      double& force = forces(row_of(k));
      const int direction = leg.field->direction(part, static_cast<int>(row_of(k)));
      const double still = force - drive.coulomb * direction;
      const bool is_allowed = still >= drive.limit.force.low && still <= drive.limit.force.high;
      if (std::abs(still) > std::abs(force) && is_allowed) force = still;
    }
    return forces;
  }

  // Forces at the nodes. Where they jump, next to each other; between them those of a stop.
  void write_preload(const Leg& leg, const MotionSolution& solution) const {
    if (leg.field->redundancy() == 0) return;
    PreloadTable table;
    std::vector<VectorXd> forces;
    // Nearer to a jump than a plan's motion is ever looked at beside its nodes, see
    // Trajectory::just_before_end(); at the very p it is what the motion goes on with.
    const auto find_apart = [&](double length) {
      const double inside = std::max(1e-9 * length, round_off::kSum * leg.given->path->p_max);
      return 0.5 * std::min(inside, 0.25 * length);
    };
    const auto add = [&](double p, const VectorXd& at) {
      if (!table.p.empty() && p <= table.p.back()) return;
      table.p.push_back(p);
      forces.push_back(at);
    };
    std::vector<MotionForces> nodes;
    for (const MotionForces& one : solution.course) {
      if (is_of(leg, one.stretch)) nodes.push_back(one);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double p = nodes[i].p;
      const auto rest = std::find_if(rests_.begin(), rests_.end(), [&](const GridRest& one) {
        return one.p == p && one.part >= leg.first_part &&
               one.part < leg.first_part + leg.field->parts().size();
      });
      const bool rests = rest != rests_.end();
      if (const auto still = find_still_forces(leg, nodes, i); still && !rests) {
        const bool begins = i == 0 || nodes[i - 1].stretch != nodes[i].stretch;
        if (begins) {
          add(p - leg.begin, *still);
          add(p + find_apart(nodes[i + 1].p - p) - leg.begin, nodes[i].forces);
        } else {
          add(p - find_apart(p - nodes[i - 1].p) - leg.begin, nodes[i].forces);
          add(p - leg.begin, *still);
        }
        continue;
      }
      const bool is_before = i + 1 < nodes.size() ? nodes[i + 1].p <= p : rests;
      const bool is_after = i > 0 ? nodes[i - 1].p >= p : rests;
      const auto add_rest = [&] {
        const auto number = static_cast<std::size_t>(rest - rests_.begin());
        add(p - leg.begin, solution.forces_at_rests[number]);
      };
      if (rests && is_after) add_rest();
      double place = p;
      if (is_before && i > 0) place -= find_apart(p - nodes[i - 1].p);
      if (is_after && rests && i + 1 < nodes.size()) place += find_apart(nodes[i + 1].p - p);
      add(place - leg.begin, nodes[i].forces);
      if (rests && i + 1 == nodes.size()) add_rest();
    }
    // Between nodes the forces of the basis are straight, as they are in the table.
    table.of = leg.field->basis();
    const auto rows = table.of.empty() ? drives_ : static_cast<Eigen::Index>(table.of.size());
    table.forces.resize(rows, static_cast<Eigen::Index>(forces.size()));
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const auto column = static_cast<Eigen::Index>(i);
      if (table.of.empty()) {
        table.forces.col(column) = forces[i];
      } else {
        table.forces.col(column) = forces[i](table.of);
      }
    }
    leg.given->plan.preload = std::move(table);
  }

  const PathPlanOptions& options_;
  const Machine& machine_;
  const Path& path_;
  Eigen::Index drives_;
  std::vector<Leg> legs_;
  std::vector<GridStretch> stretches_;
  std::vector<StandstillPace> paces_;  // of stretches that stand still at an end
  std::vector<GridRest> rests_;
  std::vector<HeatSpan> spans_;
  // When a motor would have been too hot.
  struct HotTime {
    Eigen::Index drive;
    double tau;
    HeatCourse::Place place;
  };
  std::vector<HotTime> peaks_;
  double hottest_{0.0};  // above 1
  DriveId hottest_drive_{};
  bool stays_hot_{false};
  std::optional<double> lower_;  // of what is to be least

  double fastest_{0.0}, fastest_lower_{0.0};  // s, moving
  double waiting_{0.0};                       // s, at all stops and dwells, and as is given
  VectorXd given_squares_;                    // m: integrals of n² in motions that are given
  WishedLegs result_;
  WishedPlan wished_;
  LossWeights losses_;
  MotionAim aim_;
};

}  // namespace

LossWeights find_loss_weights(const Machine& machine, const Path& path, bool are_asked) {
  const Drives& drives = machine.mechanism.drives;
  const auto count = static_cast<Eigen::Index>(drives.size());
  LossWeights losses{VectorXd::Zero(count), "J"};
  VectorXd rated(count), sizes(count);
  for (const DriveId k : drives.ids()) {
    losses.weights(row_of(k)) = drives[k].limit.loss_weight;
    rated(row_of(k)) = drives[k].limit.rated;
    sizes(row_of(k)) = find_share_size(drives[k].limit);
  }
  const auto known = (losses.weights.array() > 0.0).count();
  if (known == count) return losses;
  if (are_asked && known > 0) {
    throw InputError(path.place, "'loss_weight' of some drives, but not of all",
                     "expected it of every drive, or of none");
  }
  losses.unit = rated.allFinite() ? "s at rated force" : "s at full force";
  const VectorXd& forces = rated.allFinite() ? rated : sizes;
  if (are_asked && !forces.allFinite()) {
    throw InputError(path.place, "losses of drives without limits of their forces",
                     "expected 'loss_weight' or 'rated' of every drive");
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    losses.weights(k) = std::isfinite(forces(k)) ? 1.0 / (forces(k) * forces(k)) : 1.0;
  }
  return losses;
}

bool is_wished(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  const Drives& drives = machine.mechanism.drives;
  return options.wish.is_any() || options.rise_time > 0.0 || !path.jerk_limits.empty() ||
         machine.supply.is_any() || std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
           return std::isfinite(one.limit.power) || std::isfinite(one.limit.rate) ||
                  std::isfinite(one.limit.jerk);
         });
}

void refuse_wish(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  if (!is_wished(machine, path, options)) return;
  const MotionWish& wish = options.wish;
  const std::string name = "path '" + path.name + "'";
  if (wish.is_least() && wish.time <= 0.0 && wish.time_worth <= 0.0) {
    throw InputError(path.place, "least losses along " + name + " in any time",
                     "expected a time, or what a second is worth");
  }

  if ((path.given || path.run) && (wish.is_any() || options.rise_time > 0.0)) {
    throw InputError(path.place, "a motion of " + name + " that is given, and another wished for",
                     "expected a path without a law");
  }

  const Drives& drives = machine.mechanism.drives;
  const bool has_range = std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
    return std::isfinite(find_range(one));
  });
  if (wish.variation_worth > 0.0 && !has_range) {
    throw InputError(path.place, "what changes of forces are worth that have no limits",
                     "expected 'limits' of at least one drive, whose range it is for");
  }
  if (options.rise_time > 0.0 && !has_range) {
    throw InputError(path.place, "a rise time of forces that have no limits",
                     "expected 'limits' of at least one drive, whose range it is for");
  }
  const bool has_rated = std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
    return std::isfinite(one.limit.rated);
  });
  if (wish.within_rated && !has_rated) {
    throw InputError(path.place, "a motion of " + name + " within rated forces that no drive has",
                     "expected 'rated' of at least one drive");
  }
}

WishedLegs make_wished_plans(std::vector<WishedLeg>& legs, const PathPlanOptions& options) {
  return WishedPlanner(legs, options).run();
}

PathPlan make_wished_plan(const Machine& machine, const Path& path, PathSurvey& survey,
                          const PathPlanOptions& options, PathPlan fastest) {
  std::vector<WishedLeg> legs;
  legs.push_back(
      {.machine = &machine, .path = &path, .survey = &survey, .plan = std::move(fastest)});
  WishedLegs found = make_wished_plans(legs, options);
  PathPlan plan = std::move(legs.front().plan);
  plan.notes.insert(plan.notes.end(), found.notes.begin(), found.notes.end());
  plan.wished = std::move(found.wished);
  if (plan.wished) return plan;
  plan.plan = {.status = found.status};
  plan.trajectory = {};
  plan.stretches.clear();
  plan.reason = std::move(found.reason);
  return plan;
}

}  // namespace motion
}  // namespace globaldyn::inside
