#include "globaldyn/plan/rows/row_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/plan/rows/guesses.h"
#include "globaldyn/plan/rows/motion_levels.h"
#include "globaldyn/plan/rows/motion_shapes.h"
#include "globaldyn/plan/rows/refinement.h"
#include "globaldyn/plan/rows/rough_motion.h"
#include "globaldyn/plan/rows/speed_barrier.h"
#include "globaldyn/plan/rows/speed_reach.h"

namespace globaldyn {
namespace {

constexpr std::size_t kPieces = 16;
constexpr double kPoint = 1e-9;  // of the path: a shorter segment that blocks it is a point
constexpr int kMostRounds = 200;
constexpr double kUnforeseen = 1e-6;  // of limits: estimates are many times the actual errors
constexpr int kMostRefusals = 20;
// An arc of the barrier takes about half as long as what a motion may do on a segment.
constexpr std::size_t kArcsOfSegment = 2;
constexpr std::size_t kLeastWork = 18'000'000, kWorkOfAPart = 8'000, kLeastSegments = 64;

class RowPlanner {
 public:
  RowPlanner(RowField& field, const PlanOptions& options)
      : field_(field),
        options_(options),
        grid_(field, list_nodes(options), kPieces, options.memory) {
    options_.work = find_most_work(field, options);
    if (!grid_.is_whole()) return;
    separate_gates();
    resolve_rows();
  }

  Plan run() {
    plan_.bytes = std::max(plan_.bytes, estimate_bytes(0));
    if (!grid_.is_whole() || is_too_much(0)) {
      is_memory_short_ = true;
      (void)spend();
    } else {
      while (!run_round()) {
      }
    }
    plan_.looks = grid_.looks();
    plan_.is_proven = field_.is_exact() && field_.is_straight();
    return std::move(plan_);
  }

 private:
  // Maximum memory after adding this many segments, including everything kept per segment: while
  // they are added, the plan and where to divide; afterwards also barrier, motion and the numbers
  // of refinement and others.
  [[nodiscard]] std::size_t estimate_bytes(std::size_t added) const {
    constexpr std::size_t kPlan = sizeof(SegmentMotion) + 2 * sizeof(double);
    constexpr std::size_t kShares = sizeof(std::vector<double>) + 16;
    constexpr std::size_t kKnown = 2 * sizeof(double);
    constexpr std::size_t kNumbers = 12;
    constexpr std::size_t kPlanning = 2 * sizeof(std::optional<CubicSpeed>) +
                                      sizeof(SegmentMotion) + kNumbers * sizeof(double) + kPlan;
    const std::size_t count = grid_.segments().size() + added;
    std::size_t bytes = grid_.estimate_bytes(added) + count * kPlanning;
    if (added > 0) {
      const std::size_t moving = grid_.foresee_bytes_moving(added);
      bytes = std::max(bytes, moving + count * (kPlan + kShares + kKnown));
    }
    return bytes + bytes / 20;  // gaps between used blocks
  }

  // How many of the wanted segments may be added; none if it would be hardly any.
  [[nodiscard]] std::size_t find_room(std::size_t wanted) {
    constexpr std::size_t kWorthIt = 10;
    const std::size_t least = grid_.segments().size() / kWorthIt;
    if (!is_too_much(wanted)) return wanted;
    std::size_t low = 0, high = wanted;
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (is_too_much(middle) ? high : low) = middle;
    }
    return low > least ? low : 0;
  }

  [[nodiscard]] bool is_too_much(std::size_t added) {
    const bool is_short =
        grid_.segments().size() + added > kLeastSegments && estimate_bytes(added) > options_.memory;
    if (is_short) is_memory_short_ = true;
    return is_short;
  }

  // The sides worked on in a segment: with roots each is linearised in three ways. A segment's
  // fixed cost equals that of some sides.
  [[nodiscard]] std::size_t calc_work_a_segment() const {
    constexpr std::size_t kOfSegment = 12;
    return kOfSegment + (field_.is_straight() ? 2 : 7) * field_.row_count();
  }

  // What is left of the work allowed, in segments; less what it takes to look at a plan with the
  // sides left out, without which it is none.
  [[nodiscard]] std::size_t find_segments_left() const {
    const std::size_t spent = plan_.work + (grid_.leaves_out() ? calc_pass() : 0);
    return spent < options_.work ? 1 + (options_.work - spent) / calc_work_a_segment() : 0;
  }
  [[nodiscard]] bool is_spent() const { return find_segments_left() == 0; }

  // The work of going through all segments once.
  [[nodiscard]] std::size_t calc_pass() const {
    return grid_.segments().size() * calc_work_a_segment();
  }

  static std::vector<double> list_nodes(const PlanOptions& options) {
    std::vector<double> nodes;
    for (const SpeedGate& gate : options.gates) nodes.push_back(gate.p);
    return nodes;
  }

  // Between two stops there must be a node at which the motion moves.
  void separate_gates() {
    std::vector<std::vector<double>> shares(grid_.segments().size());
    const auto is_stop = [&](double p) {
      return std::any_of(options_.gates.begin(), options_.gates.end(),
                         [&](const SpeedGate& gate) { return gate.p == p && gate.most == 0.0; });
    };
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const GridSegment& s = grid_.segments()[i];
      const double end = i + 1 < shares.size() ? grid_.segments()[i + 1].p : s.p + s.h;
      const bool begins = is_stop(s.p), ends = is_stop(end);
      if (begins && ends) {
        shares[i] = {0.25, 0.5, 0.75};
      } else if (!field_.is_straight() && begins) {
        shares[i] = {1.0 / 256.0, 1.0 / 64.0, 1.0 / 16.0, 0.25};
      } else if (!field_.is_straight() && ends) {
        shares[i] = {0.75, 15.0 / 16.0, 63.0 / 64.0, 255.0 / 256.0};
      }
    }
    divide(shares);
  }

  // Planning cannot start on segments that are too long to resolve their rows.
  void resolve_rows() {
    constexpr int kMostTimes = 20;
    for (int time = 0; time < kMostTimes; ++time) {
      const auto& segments = grid_.segments();
      std::vector<std::vector<double>> shares(segments.size());
      std::size_t added = 0;
      for (std::size_t i = 0; i < segments.size(); ++i) {
        if (is_resolved(segments[i]) || segments[i].h <= kPoint * grid_.range()) continue;
        shares[i] = {0.5};
        ++added;
      }
      if (added == 0 || is_too_much(segments.size() + 2 * added)) return;
      // Rows that are only rounding errors are never resolved.
      const std::size_t work = 2 * added * calc_work_a_segment();
      if (plan_.work + work > options_.work / 4) return;
      plan_.work += work;
      grid_.divide(shares);
    }
  }

  [[nodiscard]] static bool is_resolved(const GridSegment& s) {
    constexpr double kRough = 0.3;
    double a = 0.0, d = 0.0;
    for (const Side& side : s.sides) {
      for (std::size_t j = 0; j < 3; ++j) {
        a = std::max(a, std::abs(side.a[j]));
        d = std::max(d, std::abs(side.d[j]));
      }
    }
    return s.misfit_c <= kRough && s.misfit_a <= kRough * a && s.misfit_d <= kRough * d;
  }

  [[nodiscard]] static std::size_t count_cuts(const std::vector<std::vector<double>>& shares) {
    std::size_t count = 0;
    for (const std::vector<double>& cuts : shares) count += cuts.size();
    return count;
  }

  void divide(const std::vector<std::vector<double>>& shares) {
    std::vector<double> known;
    for (std::size_t i = 0; i < shares.size() && i < known_.size(); ++i) {
      known.push_back(known_[i]);
      known.insert(known.end(), shares[i].size(), kInfinity);
    }
    if (!known_.empty()) known.push_back(known_.back());
    known_ = std::move(known);
    plan_.bytes = std::max(plan_.bytes, estimate_bytes(count_cuts(shares)));
    raises_ = 0;
    // All of these are made again.
    barrier_ = SpeedBarrier();
    motion_ = GridMotion();
    grid_.divide(shares);
  }

  // Returns whether the plan is final.
  bool run_round() {
    ++plan_.rounds;
    BarrierProblem problem{grid_, options_.gates, options_.is_closed, &known_};
    if (!field_.is_straight() && !std::exchange(has_guesses_, true)) begin_guesses();
    known_.resize(grid_.segments().size() + 1, kInfinity);
    barrier_ = SpeedBarrier();
    problem.most_work = kArcsOfSegment * find_segments_left();
    barrier_ = make_speed_barrier(problem);
    plan_.work += barrier_.work * calc_work_a_segment() / kArcsOfSegment;
    if (barrier_.is_cut_short) return is_close() ? finish() : spend();
    // If a motion exists, a blocked barrier is only rounding error.
    if (barrier_.blocked_node) {
      return has_plan_ ? finish() : stop(PlanStatus::infeasible, *barrier_.blocked_node);
    }
    plan_.time_lower = std::max(plan_.time_lower,
                                std::accumulate(barrier_.times.begin(), barrier_.times.end(), 0.0));
    if (is_unlimited()) return stop(PlanStatus::unlimited, 0);
    known_ = barrier_.most;
    if (!is_level_known_) take_levels(grid_, barrier_);
    if (settle_ > 0) {
      --settle_;
      if (!field_.is_straight() && has_come_down()) settle_ = std::max(settle_, 1);
      guess_from_barrier(grid_, barrier_, 1.0);
      return plan_.rounds > kMostRounds && spend();
    }
    const bool is_open = find_motion(problem);
    if (plan_.rounds > kMostRounds || is_spent()) return is_close() ? finish() : spend();
    if (std::exchange(is_raised_, false) && (!is_open || motion_.time > plan_.time)) {
      guess_from_plan(grid_, plan_);
      return false;
    }
    if (!is_open) {
      constexpr int kTrusted = 3;
      if (!has_any_plan() && !field_.is_straight() && (!is_rough_ || failures_ >= kTrusted)) {
        // Motions may have to creep far below their bound: lower the guess from time to time.
        constexpr int kTimes = 8;
        guess_from_barrier(grid_, barrier_, std::pow(0.5, failures_ % kTimes));
      }
      if (refine_around(blocked_)) return false;
      return has_plan_ ? finish() : stop(PlanStatus::gave_up, blocked_);
    }
    // Now that its levels are known, there may be another motion.
    if (std::exchange(is_refused_, false)) {
      raise_levels();
      return false;
    }
    const bool was_known = std::exchange(is_level_known_, true);
    take_motion_levels();
    if (!was_known) {
      // The possible error of the rows along it was not known; where to divide segments is.
      has_plan_ = false;
      if (field_.is_straight()) {
        (void)refine_plan();
      } else {
        guess_from_motion(grid_, barrier_, motion_, options_.tolerance);
      }
      return false;
    }
    if (is_close()) return !divide_dips() && finish();
    if (!field_.is_straight()) {
      guess_from_motion(grid_, barrier_, motion_, options_.tolerance);
      if (between_ > 0) {
        --between_;
        return false;
      }
      constexpr std::array<double, 2> kShares{1.0, 0.5};
      if (raises_ < kShares.size() && has_stalled()) {
        is_raised_ = true;
        guess_above_motion(grid_, barrier_, motion_, options_.tolerance, kShares[raises_++]);
        return false;
      }
      between_ = 1;
    }
    return !refine_plan() && finish();
  }

  // Where rows have roots: guesses of x before anything is known about it.
  void begin_guesses() {
    is_rough_ = guess_roughly();
    settle_ = is_rough_ ? 0 : 2;
    if (!is_rough_) guess_from_extremes(grid_);
  }

  // From a rough motion; segments are divided until they follow it.
  bool guess_roughly() {
    constexpr int kMostTimes = 8;
    constexpr std::size_t kFew = 64;  // one segment in this many may stay as it is
    constexpr double kSteep = 0.3, kSlow = 1e-4;
    std::vector<RoughSpeeds> speeds;
    for (int time = 0; time < kMostTimes; ++time) {
      if (plan_.work + calc_pass() > options_.work) return false;
      speeds = find_rough_motion(grid_, options_.gates);
      plan_.work += calc_pass();
      if (speeds.empty()) return false;
      double fastest = 0.0;
      for (const RoughSpeeds& x : speeds) {
        fastest = std::max(fastest, *std::max_element(x.begin(), x.end()));
      }
      std::vector<std::vector<double>> shares(speeds.size());
      std::size_t added = 0;
      for (std::size_t i = 0; i < speeds.size(); ++i) {
        const auto [least, most] = std::minmax_element(speeds[i].begin(), speeds[i].end());
        if (*least >= kSteep * *most || *most < kSlow * fastest) continue;
        shares[i] = {0.5};
        ++added;
      }
      const bool is_enough = kFew * added < speeds.size();
      if (is_enough || is_too_much(added) || time + 1 == kMostTimes) break;
      divide(shares);
    }
    guess_from_speeds(grid_, speeds);
    return true;
  }

  // Whether the barrier is much lower than it was: the better the guess of x, the lower the
  // barrier.
  bool has_come_down() {
    constexpr double kMuch = 0.7;
    double sum = 0.0;
    std::size_t finite = 0;
    for (const double x : barrier_.most) {
      if (x == kInfinity || x == 0.0) continue;
      sum += std::log(x);
      ++finite;
    }
    const double mean = finite > 0 ? std::exp(sum / static_cast<double>(finite)) : 0.0;
    const bool is_lower = finite != finite_ || mean < kMuch * mean_;
    mean_ = mean;
    finite_ = finite;
    return is_lower;
  }

  // Whether nothing limits any motion anywhere: its ends are free, or no row depends on it.
  [[nodiscard]] bool is_unlimited() const {
    const auto& most = barrier_.most;
    const auto& segments = grid_.segments();
    if (!std::all_of(most.begin() + 1, most.end() - 1, [](double x) { return x == kInfinity; })) {
      return false;
    }
    const bool is_free = std::all_of(options_.gates.begin(), options_.gates.end(),
                                     [](const SpeedGate& gate) { return gate.most == kInfinity; });
    const bool is_flat = std::all_of(segments.begin(), segments.end(), [](const GridSegment& s) {
      return std::all_of(s.sides.begin(), s.sides.end(), [](const Side& side) {
        return side.a == Quadratic3{} && side.d == Quadratic3{};
      });
    });
    return is_flat || (is_free && std::all_of(segments.begin(), segments.end(), is_resolved));
  }

  bool stop(PlanStatus status, std::size_t node) {
    const auto& segments = grid_.segments();
    plan_.status = status;
    plan_.p.clear();
    plan_.x.clear();
    plan_.segments.clear();
    plan_.blocked_at =
        node < segments.size() ? segments[node].p : segments.back().p + segments.back().h;
    return true;
  }

  bool spend() {
    (void)look_at_all();
    plan_.status = PlanStatus::gave_up;
    plan_.shortage = is_memory_short_ ? Shortage::memory : Shortage::work;
    return true;
  }

  [[nodiscard]] bool is_near(double time) const {
    return time - plan_.time_lower <= options_.tolerance * time;
  }

  [[nodiscard]] bool is_close() const { return has_plan_ && is_near(plan_.time); }

  // Whether the plan also keeps the sides left out; those it violates are restored.
  bool keeps_all() {
    if (!grid_.leaves_out() || !has_plan_) return true;
    bool keeps = true;
    std::size_t first = 0;
    for (std::size_t j = 0; j < plan_.segments.size(); ++j) {
      const auto& segments = grid_.segments();
      while (first + 1 < segments.size() && segments[first + 1].p <= plan_.p[j]) ++first;
      const std::vector<int> broken = list_broken(first, plan_.p[j], plan_.segments[j]);
      if (broken.empty()) continue;
      keeps = false;
      for (std::size_t i = first; i < segments.size() && segments[i].p < plan_.p[j + 1]; ++i) {
        grid_.restore(i, broken);
      }
    }
    plan_.work += calc_pass();
    return keeps;
  }

  // The sides left out by a grid's segment that a motion within it violates.
  std::vector<int> list_broken(std::size_t i, double p, const SegmentMotion& motion) {
    const QuadraticPush u = push_of(motion);
    const CubicSpeed x = integrate(motion.x_begin, u, motion.length);
    const SideEase ease = grid_.segments()[i].find_ease();
    std::vector<int> numbers;
    for (const Side& left_out : grid_.list_left_out(i, p, motion.length)) {
      const Side side = widen(left_out, -ease);
      const RowCurve moved = multiply(side.a, x, side.d, u), rest = raise(side.c);
      double most = -kInfinity;
      for (std::size_t k = 0; k < rest.size(); ++k) most = std::max(most, moved[k] + rest[k]);
      if (most > 0.0) numbers.push_back(side.number);
    }
    return numbers;
  }

  // A motion that violates sides left out is invalid.
  bool look_at_all() {
    if (keeps_all()) return true;
    has_plan_ = false;
    plan_.segments.clear();
    plan_.p.clear();
    plan_.x.clear();
    return false;
  }

  bool finish() {
    if (!look_at_all()) return false;
    // Bounds that cross mean that the rows were inaccurate: that is not an answer.
    if (has_plan_ && plan_.time < plan_.time_lower * (1.0 - round_off::kSame)) {
      return stop(PlanStatus::gave_up, 0);
    }
    plan_.status = is_close()         ? PlanStatus::optimal
                   : is_memory_short_ ? PlanStatus::gave_up
                                      : PlanStatus::inaccurate;
    if (plan_.status == PlanStatus::gave_up) plan_.shortage = Shortage::memory;
    return true;
  }

  void take_motion_levels() {
    auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) take_levels(segments[i], motion_.segments[i]);
  }

  [[nodiscard]] bool has_any_plan() const { return !plan_.segments.empty(); }

  bool find_motion(const BarrierProblem& problem) {
    motion_ = GridMotion();
    SpeedReach reach(problem, find_segments_left());
    const bool is_open = find_motion(reach);
    plan_.work += reach.work() * calc_work_a_segment();
    return is_open;
  }

  bool find_motion(SpeedReach& reach) {
    if (find_motion_below(reach, barrier_)) return true;
    if (reach.is_spent()) return false;
    // As long as there is no motion at all, shorter segments mostly help.
    constexpr int kTrusted = 8;
    if (!has_any_plan() && failures_ < kTrusted) return false;
    const SpeedBarrier low = lower_barrier(grid_, barrier_, has_any_plan() ? &plan_ : nullptr);
    if (has_any_plan()) guess_from_plan(grid_, plan_);
    lower_levels(grid_, low);
    is_lowered_ = true;
    const bool is_open = find_motion_below(reach, low);
    is_lowered_ = false;
    return is_open;
  }

  [[nodiscard]] bool keeps_levels(const SpeedReach& reach) {
    const auto beyond = find_beyond_levels(grid_, reach.mean());
    if (beyond) blocked_ = *beyond;
    return !beyond;
  }

  bool find_motion_below(SpeedReach& reach, const SpeedBarrier& barrier) {
    take_shapes(grid_, barrier_);
    for (int attempt = 0; attempt < 12; ++attempt) {
      if (reach.run(grid_, barrier)) return (!is_lowered_ || keeps_levels(reach)) && take(reach);
      if (reach.is_spent()) return false;
      blocked_ = reach.blocked_segment();
      auto& segments = grid_.segments();
      const std::size_t around = std::size_t{1} << attempt;
      const std::size_t begin = blocked_ - std::min(blocked_, around);
      const std::size_t end = std::min(segments.size(), blocked_ + around + 1);
      for (std::size_t i = begin; i < end; ++i) segments[i].shape = {};
      if (end - begin == segments.size() && attempt > 0) break;
    }
    return false;
  }

  // Whether rows may have a larger error than foreseen: where d2 is larger than its assumed level,
  // as may happen next to standstills.
  [[nodiscard]] bool is_unforeseen(std::size_t i) const {
    const GridSegment& s = grid_.segments()[i];
    const double per_u = s.error->per_u + s.misfit_d;
    const QuadraticPush push = push_of(motion_.segments[i]);
    return std::any_of(push.begin(), push.end(),
                       [&](double u) { return per_u * (std::abs(u) - s.u_level) > kUnforeseen; });
  }

  [[nodiscard]] bool exceeds_expected_error() const {
    for (std::size_t i = 0; is_level_known_ && i < motion_.segments.size(); ++i) {
      if (is_unforeseen(i)) return true;
    }
    return false;
  }

  // Not elsewhere: there the motion keeps the levels with which it was found, and is found again.
  void raise_levels() {
    for (std::size_t i = 0; i < motion_.segments.size(); ++i) {
      if (is_unforeseen(i)) take_levels(grid_.segments()[i], motion_.segments[i]);
    }
  }

  // Keeps the motion if it is the best so far; false if it stands still.
  bool take(const SpeedReach& reach) {
    const auto& segments = grid_.segments();
    const std::vector<double>& x = reach.x();
    motion_ = {x, std::vector<SegmentMotion>(segments.size()), std::vector<double>(segments.size()),
               0.0};
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const GridSegment& s = segments[i];
      const double mean = reach.mean()[i];
      const QuadraticPush u = s.shape.about(mean);
      SegmentMotion& motion = motion_.segments[i];
      motion = {s.h, x[i], u[0], u[2], 0.5 * u[1] - 0.25 * (u[0] + u[2])};
      if (x[i + 1] == 0.0) come_to_rest(motion);
      motion_.times[i] = motion.time_to(s.h);
      if (!std::isfinite(motion_.times[i])) {
        blocked_ = i;
        return false;
      }
      motion_.time += motion_.times[i];
    }
    const bool renews = std::exchange(renews_plan_, false) && is_near(motion_.time);
    if (has_plan_ && motion_.time >= plan_.time && !renews) return true;
    is_refused_ = is_near(motion_.time) && refusals_ < kMostRefusals && exceeds_expected_error();
    if (is_refused_) {
      ++refusals_;
      return true;
    }
    for (GridSegment& s : grid_.segments()) s.last_shape = s.shape;
    has_plan_ = true;
    plan_.time = motion_.time;
    plan_.segments = motion_.segments;
    plan_.x = x;
    plan_.p.resize(segments.size() + 1);
    for (std::size_t i = 0; i < segments.size(); ++i) plan_.p[i] = segments[i].p;
    plan_.p.back() = segments.back().p + segments.back().h;
    return true;
  }

  // Refines where no motion was found; all segments from time to time.
  bool refine_around(std::size_t segment) {
    constexpr std::size_t kAround = 2, kFewSegments = 20'000;
    constexpr int kMostFailures = 150, kWide = 8;
    const auto& segments = grid_.segments();
    if (++failures_ > kMostFailures) return false;
    const bool is_wide = failures_ % kWide == 0 && segments.size() < kFewSegments;
    std::vector<std::vector<double>> shares(segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const bool is_near = i + kAround >= segment && i <= segment + kAround;
      const bool is_point = segments[i].h <= kPoint * grid_.range();
      if ((is_near || is_wide) && !is_point) shares[i] = {0.5};
    }
    return divide_further(shares);
  }

  // Whether the bounds are hardly closer together than when the grid was last refined.
  [[nodiscard]] bool has_stalled() const {
    constexpr double kHelped = 0.7;
    return plan_.time - plan_.time_lower > kHelped * last_gap_;
  }

  // Refines where the gap originates; if that did not help before, wherever times differ.
  bool refine_plan() {
    // Otherwise a motion that is far too slow would become faster in many small steps.
    constexpr double kShare = 0.5, kShareInNeed = 0.9, kFarTooSlow = 1.5, kFine = 1e-3;
    const bool is_far = plan_.time > kFarTooSlow * plan_.time_lower;
    const double tolerance = is_far ? std::min(options_.tolerance, kFine) : options_.tolerance;
    const double allowed = tolerance * plan_.time;
    const bool is_by_difference = !field_.is_straight() && has_stalled();
    const Blame blame = is_by_difference ? Blame::difference : Blame::origin;
    last_gap_ = plan_.time - plan_.time_lower;
    const BoundedMotion bounded{field_, grid_, barrier_, motion_};
    constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    auto shares = refine(bounded, kShare * allowed, blame, kAny);
    const std::size_t wanted = count_cuts(shares), room = find_room(wanted);
    if (room < wanted) shares = refine(bounded, kShareInNeed * allowed, blame, room);
    return divide_further(shares);
  }

  // Divides where d2 goes back and forth within a segment or two, as where it has to follow limits
  // that bend more than segments can: that costs hardly any time, but affects the drive forces.
  bool divide_dips() {
    constexpr double kFine = 1e-5;  // roughly planned motions are rough
    constexpr double kFelt = 0.01;  // of limits
    constexpr double kMuch = 0.01;  // of the total variation of forces
    constexpr int kMostTimes = 8;
    if (options_.tolerance > kFine || motion_.time > plan_.time || dips_ >= kMostTimes)
      return false;
    std::vector<std::vector<double>> shares(motion_.segments.size());
    double all = 0.0, in_dips = 0.0;
    for (std::size_t i = 1; i + 1 < shares.size(); ++i) {
      const auto [change, dip] = find_change(i);
      all += change;
      if (dip <= kFelt) continue;
      in_dips += dip;
      for (const std::size_t j : {i - 1, i, i + 1}) shares[j] = {0.5};
    }
    if (in_dips <= kMuch * all) return false;
    ++dips_;
    renews_plan_ = divide_further(shares);
    return renews_plan_;
  }

  // By how much d2 changes forces from the previous segment to this one, and how much of that
  // change is reversed to the next: as fractions of their limits.
  struct ForceChange {
    double change, dip;
  };

  [[nodiscard]] ForceChange find_change(std::size_t i) const {
    const auto find_mean = [&](std::size_t j) {
      return (motion_.x[j + 1] - motion_.x[j]) / (2.0 * motion_.segments[j].length);
    };
    const GridSegment& s = grid_.segments()[i];
    double per_u = 0.0;
    for (const Side& side : s.sides) per_u = std::max(per_u, std::abs(side.d.at(0.5)));
    const double u = find_mean(i), before = u - find_mean(i - 1), after = find_mean(i + 1) - u;
    const bool is_dip = before * after < 0.0 && s.h > kPoint * grid_.range();
    return {per_u * std::abs(before),
            is_dip ? per_u * std::min(std::abs(before), std::abs(after)) : 0.0};
  }

  // False if there is nothing to divide, or no memory left for it.
  bool divide_further(const std::vector<std::vector<double>>& shares) {
    const std::size_t added = count_cuts(shares);
    if (added == 0 || is_too_much(added)) return false;
    divide(shares);
    return true;
  }

  RowField& field_;
  PlanOptions options_;
  RowGrid grid_;
  SpeedBarrier barrier_;
  GridMotion motion_;
  bool has_plan_{false};
  bool has_guesses_{false};
  bool is_level_known_{false};
  bool is_memory_short_{false};  // whether memory was lacking for a finer grid
  double mean_{kInfinity};       // of the barrier, while guesses settle
  std::size_t finite_{0};
  double last_gap_{kInfinity};  // s, when the grid was last refined
  bool is_rough_{false};        // whether there was a rough motion to guess from
  bool is_lowered_{false};      // whether a motion is sought below a lowered barrier
  bool is_refused_{false};      // whether the field may have a larger error than foreseen
  int refusals_{0};
  int dips_{0};                // how often segments were divided for them
  bool renews_plan_{false};    // whether a motion within tolerance is taken, faster or not
  bool is_raised_{false};      // whether guesses are above the motion
  std::size_t raises_{0};      // how often they have been, on this grid
  int settle_{0};              // barriers still to be made before a motion is sought
  int between_{1};             // how often grids are kept once more, where rows have roots
  std::vector<double> known_;  // x at nodes that no motion is above
  std::size_t blocked_{0};
  int failures_{0};
  Plan plan_;
};

}  // namespace

std::size_t find_most_work(const RowField& field, const PlanOptions& options) {
  if (options.work != 0) return options.work;
  return kLeastWork + kWorkOfAPart * field.parts().size() * field.row_count();
}

Plan plan_rows(RowField& field, const PlanOptions& options) {
  // The minimum is one segment per part and one side per row.
  const std::size_t least =
      field.parts().size() * (sizeof(GridSegment) + field.row_count() * sizeof(Side));
  if (field.parts().size() > kLeastSegments && least > options.memory) {
    Plan none;
    none.status = PlanStatus::gave_up;
    none.shortage = Shortage::memory;
    return none;
  }
  return RowPlanner(field, options).run();
}

}  // namespace globaldyn
