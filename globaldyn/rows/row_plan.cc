#include "globaldyn/rows/row_plan.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/base/constants.h"
#include "globaldyn/rows/root_sides.h"
#include "globaldyn/rows/rough_motion.h"
#include "globaldyn/rows/speed_barrier.h"
#include "globaldyn/rows/speed_reach.h"

namespace globaldyn {
namespace {

constexpr std::size_t kPieces = 16;
constexpr double kPoint = 1e-9;      // of the path: what blocks it there is a point
constexpr double kShortest = 1e-13;  // of the path: no segment is divided further
constexpr int kMostRounds = 200;
constexpr std::size_t kLeastWork = 12'000'000, kWorkOfAPart = 5'000, kLeastSegments = 64;

class RowPlanner {
 public:
  RowPlanner(const RowField& field, const RowPlanOptions& options)
      : field_(field), options_(options), grid_(field, list_nodes(options), kPieces) {
    options_.work = find_most_work(field, options);
    separate_gates();
    resolve_rows();
  }

  RowPlan run() {
    plan_.bytes = std::max(plan_.bytes, foresee_bytes(0));
    if (is_too_much(0)) {
      (void)spend();
    } else {
      while (!is_done()) {
      }
    }
    plan_.looks = grid_.looks();
    return std::move(plan_);
  }

 private:
  // What will be held at most once so many segments were added: with what is kept of each besides,
  // the barrier, motions, and numbers of find_blames() and others.
  [[nodiscard]] std::size_t foresee_bytes(std::size_t added) const {
    constexpr std::size_t kNumbers = 25;
    constexpr std::size_t kBesides =
        2 * sizeof(std::optional<SpeedArc>) + 2 * sizeof(SegmentMotion) + kNumbers * sizeof(double);
    constexpr std::size_t kOfShares = sizeof(std::vector<double>) + 32;
    const std::size_t count = grid_.segments().size() + added;
    const std::size_t bytes = grid_.foresee_bytes(added) + count * (kBesides + kOfShares);
    return bytes + bytes / 20;  // gaps between what is in use
  }

  [[nodiscard]] bool is_too_much(std::size_t added) const {
    return grid_.segments().size() + added > kLeastSegments &&
           foresee_bytes(added) > options_.memory;
  }

  // The sides worked on in a segment: with roots each is made straight in three ways.
  [[nodiscard]] std::size_t calc_work_a_segment() const {
    return (field_.is_straight() ? 2 : 6) * field_.row_count();
  }

  // The work of going through all segments once.
  [[nodiscard]] std::size_t calc_pass() const {
    return grid_.segments().size() * calc_work_a_segment();
  }

  static std::vector<double> list_nodes(const RowPlanOptions& options) {
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

  // On what is too long to tell anything of its rows no planning can begin.
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
      // Rows that are nothing but round-off are never resolved.
      plan_.work += 2 * added * calc_work_a_segment();
      if (plan_.work > options_.work / 4) return;
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

  void divide(const std::vector<std::vector<double>>& shares) {
    std::vector<double> known;
    for (std::size_t i = 0; i < shares.size() && i < known_.size(); ++i) {
      known.push_back(known_[i]);
      known.insert(known.end(), shares[i].size(), kInfinity);
    }
    if (!known_.empty()) known.push_back(known_.back());
    known_ = std::move(known);
    std::size_t added = 0;
    for (const std::vector<double>& cuts : shares) added += cuts.size();
    plan_.bytes = std::max(plan_.bytes, foresee_bytes(added));
    // All of these are made anew.
    barrier_ = SpeedBarrier();
    x_ = std::vector<double>();
    times_ = std::vector<double>();
    motions_ = std::vector<SegmentMotion>();
    grid_.divide(shares);
  }

  bool is_done() {
    ++plan_.rounds;
    const BarrierProblem problem{grid_, options_.gates, options_.is_closed, &known_};
    if (!field_.is_straight() && !has_levels_) begin_guesses();
    known_.resize(grid_.segments().size() + 1, kInfinity);
    barrier_ = SpeedBarrier();
    barrier_ = make_speed_barrier(problem);
    plan_.work += 2 * calc_pass();
    // Who has been through knows better than round-off.
    if (barrier_.blocked_node) {
      return has_plan_ ? finish() : stop(RowPlanStatus::infeasible, *barrier_.blocked_node);
    }
    lower_ = std::accumulate(barrier_.times.begin(), barrier_.times.end(), 0.0);
    plan_.time_lower = std::max(plan_.time_lower, lower_);
    if (is_unlimited()) return stop(RowPlanStatus::unlimited, 0);
    known_ = barrier_.most;
    take_levels();
    if (settle_ > 0) {
      --settle_;
      if (!field_.is_straight() && has_come_down()) settle_ = std::max(settle_, 1);
      guess_from_barrier(1.0);
      return plan_.rounds > kMostRounds && spend();
    }
    SpeedReach reach(problem);
    const bool is_open = find_motion(reach);
    plan_.work += reach.work() * calc_work_a_segment();
    if (plan_.rounds > kMostRounds || plan_.work > options_.work)
      return is_close() ? finish() : spend();
    if (!is_open) {
      constexpr int kTrusted = 3;
      if (!has_any_plan() && !field_.is_straight() && (!is_rough_ || failures_ >= kTrusted)) {
        // Motions may have to creep far below what bounds them: lower from time to time.
        constexpr int kTimes = 8;
        guess_from_barrier(std::pow(0.5, failures_ % kTimes));
      }
      if (refine_around(blocked_)) return false;
      return has_plan_ ? finish() : stop(RowPlanStatus::blocked, blocked_);
    }
    const bool was_known = std::exchange(is_level_known_, true);
    take_motion_levels();
    if (!was_known) {
      // It was not known by how much rows may be off where it runs.
      has_plan_ = false;
      if (!field_.is_straight()) guess_from_motion();
      return false;
    }
    if (is_close()) return finish();
    if (!field_.is_straight()) {
      guess_from_motion();
      if (between_ > 0) {
        --between_;
        return false;
      }
      between_ = 1;
    }
    return !refine() && finish();
  }

  // Where rows have roots: what x may be, before anything is known of it.
  void begin_guesses() {
    is_rough_ = guess_roughly();
    settle_ = is_rough_ ? 0 : 2;
    if (is_rough_) return;
    for (GridSegment& s : grid_.segments()) {
      double most = 0.0;
      for (const double top : {s.at_begin.high, s.at_end.high}) {
        if (top < kInfinity) most = std::max(most, top);
      }
      if (s.at_begin.high == kInfinity || s.at_end.high == kInfinity) {
        constexpr double kFar = 1e4;
        double steepest = 0.0;
        for (const Side& side : s.sides) {
          const double d = std::max(std::abs(side.d[0]), std::abs(side.d[2]));
          steepest =
              std::max({steepest, std::abs(side.a[0]), std::abs(side.a[2]), d / grid_.range()});
        }
        most = std::max(most, steepest > 0.0 ? kFar / steepest : 1.0);
      }
      set_guess(s, {0.5 * most, 0.5 * most, 0.5 * most, 0.5 * most}, 1.0);
    }
  }

  // From a rough motion; segments are divided until they follow it.
  bool guess_roughly() {
    constexpr int kMostTimes = 8;
    constexpr double kSpread = 0.5, kSteep = 0.3, kSlow = 1e-4;
    std::vector<RoughSpeeds> speeds;
    for (int time = 0; time < kMostTimes; ++time) {
      speeds = find_rough_motion(field_, grid_, options_.gates);
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
      if (added == 0 || is_too_much(added) || time + 1 == kMostTimes) break;
      divide(shares);
    }
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const RoughSpeeds& x = speeds[i];
      const double first = (4.0 * (x[1] + x[3]) - x[0] - x[4]) / 6.0;
      set_guess(grid_.segments()[i], {x[0], first, first, x[4]}, kSpread);
    }
    return true;
  }

  // Whether the barrier is much lower than it was: the better the guess of x, the lower it comes.
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

  // From the barrier, which is above all motions.
  void guess_from_barrier(double share) {
    for (std::size_t i = 0; i < grid_.segments().size(); ++i) {
      GridSegment& s = grid_.segments()[i];
      if (s.is_straight()) continue;
      const double begin = barrier_.most[i], end = barrier_.most[i + 1];
      if (begin == kInfinity || end == kInfinity || std::max(begin, end) == 0.0) continue;
      const double most = share * find_highest_bound(i);
      set_guess(s, {0.5 * most, 0.5 * most, 0.5 * most, 0.5 * most}, 1.0);
    }
  }

  // From the motion, as narrow as the barrier is near.
  void guess_from_motion() {
    constexpr double kRoom = 1.5;
    // A chord is off by an eighth of the square: less than that needs no narrower one.
    const double least_spread = std::min(0.5, 0.5 * std::sqrt(options_.tolerance));
    // Between nodes arcs may be above both.
    constexpr double kBetween = 4.0;
    for (std::size_t i = 0; i < grid_.segments().size(); ++i) {
      GridSegment& s = grid_.segments()[i];
      if (s.is_straight()) continue;
      limit_speed(s, kBetween * std::max(barrier_.most[i], barrier_.most[i + 1]));
      const double least = std::min(x_[i], x_[i + 1]);
      const double spread =
          least > 0.0 ? kRoom * std::max(gap(i) / x_[i], gap(i + 1) / x_[i + 1]) : 1.0;
      const RootGuess motion{integrate(x_[i], push_of(i), s.h),
                             std::clamp(spread, least_spread, 1.0)};
      set_guess(s, motion, guess_bound(i, motion));
    }
  }

  // The motion kept, on whatever its segments have become.
  void guess_from_plan() {
    constexpr double kSpread = 0.5;
    std::size_t of = 0;
    for (GridSegment& s : grid_.segments()) {
      while (of + 1 < plan_.segments.size() && plan_.p[of + 1] <= s.p) ++of;
      const SegmentMotion& m = plan_.segments[of];
      take_levels_of(s, m);
      if (s.is_straight()) continue;
      const double from = std::max(0.0, s.p - plan_.p[of]), to = std::min(m.length, from + s.h);
      const double begin = m.d2_at(from), middle = m.d2_at(0.5 * (from + to)), end = m.d2_at(to);
      const QuadraticPush u{begin, 2.0 * middle - 0.5 * (begin + end), end};
      set_guess(s, integrate(m.x_at(from), u, s.h), kSpread);
    }
  }

  [[nodiscard]] QuadraticPush push_of(std::size_t i) const { return push_of(motions_[i]); }

  [[nodiscard]] static QuadraticPush push_of(const SegmentMotion& m) {
    return {m.d2_begin, 2.0 * m.bulge + 0.5 * (m.d2_begin + m.d2_end), m.d2_end};
  }

  // Whether nothing stops any motion anywhere: where it begins or ends as it likes, or nothing asks
  // anything of it.
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

  bool stop(RowPlanStatus status, std::size_t node) {
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
    plan_.status = RowPlanStatus::gave_up;
    return true;
  }

  [[nodiscard]] bool is_close() const {
    return has_plan_ && plan_.time - plan_.time_lower <= options_.tolerance * plan_.time;
  }

  bool finish() {
    // Bounds that cross tell that rows were not what they seemed: that is no answer.
    constexpr double kRoundOff = 1e-9;
    if (has_plan_ && plan_.time < plan_.time_lower * (1.0 - kRoundOff)) {
      return stop(RowPlanStatus::blocked, 0);
    }
    plan_.status = is_close()  ? RowPlanStatus::optimal
                   : is_spent_ ? RowPlanStatus::gave_up
                               : RowPlanStatus::inaccurate;
    return true;
  }

  // How fast motions are, as long as there is none: from the barrier.
  void take_levels() {
    has_levels_ = true;
    if (is_level_known_) return;
    auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      GridSegment& s = segments[i];
      const double begin = barrier_.most[i], end = barrier_.most[i + 1];
      const bool is_known = begin < kInfinity && end < kInfinity;
      s.x_level = is_known ? std::max(begin, end) : 0.0;
      s.u_level = 0.0;
    }
  }

  // And then from that, with what others may be faster by.
  void take_motion_levels() {
    auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) take_levels_of(segments[i], motions_[i]);
  }

  static void take_levels_of(GridSegment& s, const SegmentMotion& motion) {
    constexpr double kMore = 1.25;
    double u = 0.0;
    for (const double value : push_of(motion)) u = std::max(u, std::abs(value));
    s.x_level = kMore * std::max(motion.x_begin, motion.x_at(motion.length));
    s.u_level = kMore * u;
  }

  // By how much an arc is above the barrier where it ends, relative.
  [[nodiscard]] double find_excess(std::size_t i, const std::optional<SpeedArc>& arc,
                                   Travel travel) const {
    if (!arc) return kInfinity;
    const double most = barrier_.most[travel == Travel::forward ? i + 1 : i];
    const double end = travel == Travel::forward ? arc->x[3] : arc->x[0];
    return end > most ? (end - most) / (end + most) : 0.0;
  }

  // The shape of d2 of the arc of the barrier that is followed; where neither is, of what limits x
  // itself.
  void take_shapes() {
    constexpr double kFollowed = 1e-3, kRoundOff = 1e-9;
    auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      GridSegment& s = segments[i];
      s.shape = {};
      const auto& forward = barrier_.forward[i];
      const auto& backward = barrier_.backward[i];
      const double up = find_excess(i, forward, Travel::forward);
      const double down = find_excess(i, backward, Travel::backward);
      std::optional<SpeedArc> arc;
      if (std::min(up, down) <= kFollowed) arc = down <= up ? backward : forward;
      if (std::min(up, down) > kRoundOff) {
        auto ceiling = find_speed_ceiling(s.wide(), s.h, s.find_ease());
        const double over = std::max(find_excess(i, ceiling, Travel::backward),
                                     find_excess(i, ceiling, Travel::forward));
        if (over <= std::min({up, down, kFollowed})) arc = std::move(ceiling);
      }
      s.rising_shape = take_shape(forward);
      s.shape = take_shape(arc);
    }
  }

  [[nodiscard]] static QuadraticPush take_shape(const std::optional<SpeedArc>& arc) {
    return arc ? take_out_mean(arc->u) : QuadraticPush{};
  }

  // By how much x may rise on a segment before it is not known any more what d2 does to the rows.
  [[nodiscard]] static double find_sure_rise(const GridSegment& s) {
    return 2.0 * s.h * find_sure_push(s);
  }

  [[nodiscard]] static double find_sure_push(const GridSegment& s) {
    constexpr double kSure = 1e-2;  // of limits
    const double per_u = s.error.per_u + s.misfit_d;
    return per_u > 0.0 ? kSure / per_u : kInfinity;
  }

  // The barrier may be far above the motion: lines about the motion would leave it there.
  [[nodiscard]] RootGuess guess_bound(std::size_t i, const RootGuess& motion) const {
    constexpr double kNear = 0.5;
    const double begin = barrier_.most[i], end = barrier_.most[i + 1];
    const bool is_known = begin > 0.0 && end > 0.0 && begin < kInfinity && end < kInfinity;
    if (motion.spread <= kNear || !is_known) return motion;
    const double most = find_highest_bound(i);
    const double within =
        (1.0 + motion.spread) * *std::max_element(motion.x.begin(), motion.x.end());
    if (most <= within) return motion;
    RootGuess bound;
    bound.x.fill(0.5 * most);
    return bound;
  }

  // On a segment, from a barrier that is finite at both ends. An arc may be above both.
  [[nodiscard]] double find_highest_bound(std::size_t i) const {
    double most = std::max(barrier_.most[i], barrier_.most[i + 1]);
    for (const auto* arc : {&barrier_.forward[i], &barrier_.backward[i]}) {
      if (!*arc) continue;
      for (const double x : (*arc)->x) most = std::max(most, std::min(x, 4.0 * most));
    }
    return most;
  }

  // As high as a motion needs to be that is somewhat faster than the one kept, and no steeper than
  // rows are known. Where hardly anything limits x, as at standstills, the barrier is much higher,
  // or infinite: whoever follows it goes where what the rows are off by leaves no room, or where x
  // is lost in round-off.
  [[nodiscard]] SpeedBarrier lower_barrier() const {
    constexpr double kFaster = 8.0;
    const auto& segments = grid_.segments();
    SpeedBarrier low = barrier_;
    if (has_any_plan()) {
      std::size_t of = 0;
      double before = 0.0;
      for (std::size_t i = 0; i <= segments.size(); ++i) {
        const bool is_end = i == segments.size();
        while (!is_end && of + 1 < plan_.segments.size() && plan_.p[of + 1] <= segments[i].p) ++of;
        const double here = is_end ? before : std::max(plan_.x[of], plan_.x[of + 1]);
        low.most[i] = std::min(low.most[i], kFaster * std::max(before, here));
        before = here;
      }
    }
    for (std::size_t i = 0; i < segments.size(); ++i) {
      low.most[i + 1] = std::min(low.most[i + 1], low.most[i] + find_sure_rise(segments[i]));
    }
    for (std::size_t i = segments.size(); i-- > 0;) {
      low.most[i] = std::min(low.most[i], low.most[i + 1] + find_sure_rise(segments[i]));
    }
    for (std::size_t i = 0; i < low.most.size(); ++i) {
      low.most[i] = std::max(low.most[i], low.least[i]);
    }
    return low;
  }

  [[nodiscard]] bool has_any_plan() const { return !plan_.segments.empty(); }

  void lower_levels(const SpeedBarrier& low) {
    auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      GridSegment& s = segments[i];
      s.x_level = std::min(s.x_level, std::max(low.most[i], low.most[i + 1]));
      s.u_level = std::min(s.u_level, find_sure_push(s));
    }
  }

  bool find_motion(SpeedReach& reach) {
    if (find_motion_below(reach, barrier_)) return true;
    // As long as there is none at all shorter segments mostly do.
    constexpr int kTrusted = 8;
    if (!has_any_plan() && failures_ < kTrusted) return false;
    const SpeedBarrier low = lower_barrier();
    if (has_any_plan()) guess_from_plan();
    lower_levels(low);
    is_lowered_ = true;
    const bool is_open = find_motion_below(reach, low);
    is_lowered_ = false;
    return is_open;
  }

  // Whether d2 is no larger than what levels that were lowered allow for.
  [[nodiscard]] bool keeps_levels(const SpeedReach& reach) {
    constexpr double kMore = 4.0;  // as segments divided in as many parts may come to have
    const auto& segments = grid_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const GridSegment& s = segments[i];
      for (const double w : s.shape) {
        if (std::abs(reach.mean()[i] + w) <= kMore * std::max(s.u_level, find_sure_push(s)))
          continue;
        blocked_ = i;
        return false;
      }
    }
    return true;
  }

  bool find_motion_below(SpeedReach& reach, const SpeedBarrier& barrier) {
    take_shapes();
    for (int attempt = 0; attempt < 12; ++attempt) {
      if (reach.run(grid_, barrier)) return (!is_lowered_ || keeps_levels(reach)) && take(reach);
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

  // Keeps the motion if it is the best so far; false if it stands still.
  bool take(const SpeedReach& reach) {
    const auto& segments = grid_.segments();
    const std::vector<double>& x = reach.x();
    x_ = x;
    times_.assign(segments.size(), 0.0);
    motions_.resize(segments.size());
    double time = 0.0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const GridSegment& s = segments[i];
      const double mean = reach.mean()[i];
      const QuadraticPush u{mean + s.shape[0], mean + s.shape[1], mean + s.shape[2]};
      motions_[i] = {s.h, x[i], u[0], u[2], 0.5 * u[1] - 0.25 * (u[0] + u[2])};
      if (x[i + 1] == 0.0) come_to_rest(motions_[i]);
      times_[i] = motions_[i].time_to(s.h);
      if (!std::isfinite(times_[i])) {
        blocked_ = i;
        return false;
      }
      time += times_[i];
    }
    time_ = time;
    if (has_plan_ && time >= plan_.time) return true;
    for (GridSegment& s : grid_.segments()) s.last_shape = s.shape;
    has_plan_ = true;
    plan_.time = time;
    plan_.segments = motions_;
    plan_.x = x;
    plan_.p.resize(segments.size() + 1);
    for (std::size_t i = 0; i < segments.size(); ++i) plan_.p[i] = segments[i].p;
    plan_.p.back() = segments.back().p + segments.back().h;
    return true;
  }

  bool refine_around(std::size_t segment) {
    constexpr std::size_t kAround = 2;
    const auto& segments = grid_.segments();
    std::vector<std::vector<double>> shares(segments.size());
    std::size_t added = 0;
    ++failures_;
    const bool is_wide = failures_ % 8 == 0 && segments.size() < 20000;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const bool is_near = i + kAround >= segment && i <= segment + kAround;
      if (!is_near && !is_wide) continue;
      if (segments[i].h <= kPoint * grid_.range()) continue;
      shares[i] = {0.5};
      ++added;
    }
    if (added == 0 || failures_ > 150) return false;
    if (is_too_much(added)) {
      is_spent_ = true;
      return false;
    }
    divide(shares);
    return true;
  }

  // What each segment costs: how much higher the motion could leave it, coming from where it does,
  // and how much higher enter it, going where it does: the lesser is the segment's own fault; and
  // what that is worth, in s, along all that follows, or comes before, without a choice.
  std::vector<double> find_blames() {
    const auto& segments = grid_.segments();
    const std::size_t count = segments.size();
    std::vector<double> own(count), up(count), down(count), up_slope(count), down_slope(count);
    for (std::size_t i = 0; i < count; ++i) {
      const GridSegment& s = segments[i];
      const double begin = x_[i], end = x_[i + 1];
      const double x = 0.5 * (begin + end);
      const SideEase ease = s.find_ease();
      own[i] = x > 0.0 ? 0.5 * times_[i] / x : 0.0;
      const auto forward = find_speed_arc(s.wide(), Travel::forward, begin, s.h, ease);
      const auto backward = find_speed_arc(s.wide(), Travel::backward, end, s.h, ease);
      up[i] =
          std::max(0.0, std::min(forward ? forward->x[3] : kInfinity, barrier_.most[i + 1]) - end);
      down[i] =
          std::max(0.0, std::min(backward ? backward->x[0] : kInfinity, barrier_.most[i]) - begin);
      up_slope[i] = forward ? forward->slope : 0.0;
      down_slope[i] = backward ? backward->slope : 0.0;
    }
    std::vector<double> after(count + 1, 0.0), before(count + 1, 0.0);  // s per x at nodes
    for (std::size_t i = count; i-- > 0;) {
      const double next = up[i] <= down[i] ? up_slope[i] * (0.5 * own[i] + after[i + 1]) : 0.0;
      after[i] = 0.5 * own[i] + next;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double next = down[i] <= up[i] ? down_slope[i] * (0.5 * own[i] + before[i]) : 0.0;
      before[i + 1] = 0.5 * own[i] + next;
    }
    std::vector<double> blames(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double rise = up[i] * (0.5 * own[i] + after[i + 1]);
      const double fall = down[i] * (0.5 * own[i] + before[i]);
      // What the gaps at the ends do not tell.
      const double excess = times_[i] - barrier_.times[i] - 0.5 * own[i] * (gap(i) + gap(i + 1));
      blames[i] = std::max({0.0, std::min(rise, fall), excess});
      if (!std::isfinite(blames[i])) blames[i] = times_[i];
    }
    // Where the motion has come down to a node and rises from it on, the node itself holds it back.
    for (std::size_t node = 0; node <= count; ++node) {
      const bool comes_down = node == 0 || down[node - 1] <= up[node - 1];
      const bool goes_up = node == count || up[node] <= down[node];
      if (!comes_down || !goes_up || gap(node) == 0.0) continue;
      const double blame = gap(node) * (after[node] + before[node]);
      // Of two neighbours very different in length the longer one.
      constexpr double kMuch = 4.0;
      const double before_it = node > 0 ? segments[node - 1].h : 0.0;
      const double after_it = node < count ? segments[node].h : 0.0;
      if (before_it * kMuch >= after_it) blames[node - 1] = std::max(blames[node - 1], blame);
      if (after_it * kMuch >= before_it) blames[node] = std::max(blames[node], blame);
    }
    return blames;
  }

  [[nodiscard]] double gap(std::size_t node) const {
    return barrier_.most[node] == kInfinity ? 0.0 : std::max(0.0, barrier_.most[node] - x_[node]);
  }

  bool refine() {
    const auto& segments = grid_.segments();
    const std::size_t count = segments.size();
    std::vector<double> blames = find_blames();
    const double allowed = 0.35 * options_.tolerance * plan_.time;
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return blames[a] > blames[b]; });
    double left = std::accumulate(blames.begin(), blames.end(), 0.0);
    if (!(left > 0.0)) return false;
    // Together they are to blame for all there is.
    const double scale = std::max(1.0, (time_ - lower_) / left);
    for (double& blame : blames) blame *= scale;
    left *= scale;
    std::vector<std::vector<double>> shares(count);
    std::size_t added = 0;
    const double each = allowed / static_cast<double>(count);
    for (const std::size_t i : order) {
      if (left <= allowed) break;
      left -= blames[i];
      if (segments[i].h <= kShortest * grid_.range()) continue;
      shares[i] = list_shares(i, blames[i] / each);
      added += shares[i].size();
    }
    if (added == 0) return false;
    if (is_too_much(added)) {
      is_spent_ = true;
      return false;
    }
    divide(shares);
    return true;
  }

  // Where to divide a segment: at a switch if there is one, else in equal parts.
  std::vector<double> list_shares(std::size_t i, double ratio) {
    std::vector<double> shares = find_switches(i);
    if (!shares.empty()) {
      // Each time it must become shorter for good.
      constexpr double kLong = 0.6;
      std::vector<double> ends{0.0};
      ends.insert(ends.end(), shares.begin(), shares.end());
      ends.push_back(1.0);
      for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        if (ends[k + 1] - ends[k] > kLong) shares.push_back(0.5 * (ends[k] + ends[k + 1]));
      }
      std::sort(shares.begin(), shares.end());
      return shares;
    }
    const int parts = std::clamp(static_cast<int>(std::ceil(std::cbrt(ratio))), 2, 4);
    for (int k = 1; k < parts; ++k) shares.push_back(static_cast<double>(k) / parts);
    return shares;
  }

  // Where d of a row that may matter vanishes; where the arc of another row takes over.
  std::vector<double> find_switches(std::size_t i) {
    constexpr double kInside = 1e-6;
    const GridSegment& s = grid_.segments()[i];
    const double most = 1.5 * std::max(barrier_.most[i], barrier_.most[i + 1]);
    std::vector<double> shares;
    for (const Side& side : s.sides) {
      if (!(side.d[0] * side.d[2] < 0.0)) continue;
      const double r = find_root(s, side);
      if (!(r > kInside && r < 1.0 - kInside)) continue;
      const double a = side.a.at(r);
      if (a <= 0.0 || -side.c.at(r) / a > most) continue;
      shares.push_back(r);
    }
    if (shares.empty()) {
      const auto& forward = barrier_.forward[i];
      const auto& backward = barrier_.backward[i];
      if (forward && backward && forward->x[3] > backward->x[3] && backward->x[0] > forward->x[0]) {
        double low = 0.0, high = 1.0;
        for (int k = 0; k < 50; ++k) {
          const double r = 0.5 * (low + high);
          (find_x_at(forward->x, r) < find_x_at(backward->x, r) ? low : high) = r;
        }
        if (low > 1e-3 && low < 1.0 - 1e-3) shares.push_back(low);
      }
    }
    std::sort(shares.begin(), shares.end());
    for (std::size_t k = shares.size(); k-- > 1;) {
      if (shares[k] - shares[k - 1] < kInside)
        shares.erase(shares.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return shares;
  }

  // The root of the row's own d, to round-off.
  double find_root(const GridSegment& s, const Side& side) {
    const auto row = static_cast<std::size_t>(side.number / 2);
    const double sign = side.number % 2 == 1 ? 1.0 : -1.0;
    const auto look = [&](double r) {
      field_.write(s.part, s.p + r * s.h, rows_);
      return sign * rows_.d[row];
    };
    const double at_low = look(0.0), at_high = look(1.0);
    if (!(at_low * at_high < 0.0)) return 0.0;
    const double nothing = 1e-15 * std::max(std::abs(at_low), std::abs(at_high));
    const auto is_found = [](double low, double high) { return high - low < 1e-15; };
    std::uintmax_t looks = 40;
    const auto [low, high] = boost::math::tools::toms748_solve(
        [&](double r) {
          const double value = look(r);
          return std::abs(value) <= nothing ? 0.0 : value;
        },
        0.0, 1.0, at_low, at_high, is_found, looks);
    return 0.5 * (low + high);
  }

  const RowField& field_;
  RowPlanOptions options_;
  RowGrid grid_;
  SpeedBarrier barrier_;
  std::vector<double> x_, times_;
  std::vector<SegmentMotion> motions_;
  double lower_{0.0}, time_{0.0};
  bool has_plan_{false};
  bool has_levels_{false};
  bool is_level_known_{false};
  bool is_spent_{false};    // the memory
  double mean_{kInfinity};  // of the barrier, while guesses settle
  std::size_t finite_{0};
  bool is_rough_{false};       // whether there was a rough motion to guess from
  bool is_lowered_{false};     // whether a motion is looked for below a lowered barrier
  int settle_{1};              // barriers to come before a motion is looked for
  int between_{1};             // grids to be kept once more, where rows have roots
  std::vector<double> known_;  // x at nodes that no motion is above
  std::size_t blocked_{0};
  int failures_{0};
  RowsAt rows_;
  RowPlan plan_;
};

}  // namespace

std::size_t find_most_work(const RowField& field, const RowPlanOptions& options) {
  if (options.work != 0) return options.work;
  return kLeastWork + kWorkOfAPart * field.parts().size() * field.row_count();
}

RowPlan plan_rows(const RowField& field, const RowPlanOptions& options) {
  // A segment a part, a side a row are the least there can be.
  const std::size_t least =
      field.parts().size() * (sizeof(GridSegment) + field.row_count() * sizeof(Side));
  if (field.parts().size() > kLeastSegments && least > options.memory) {
    RowPlan none;
    none.status = RowPlanStatus::gave_up;
    return none;
  }
  return RowPlanner(field, options).run();
}

}  // namespace globaldyn
