#include "globaldyn/maps/reach.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/constants.h"
#include "core/following/change_point.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/prescription.h"
#include "core/kinematics/travel.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

constexpr const char* kNoWay = "no neighbouring pose leads here";
constexpr const char* kBeyondChangePoint =
    "ways here lead through a change point, where the machine's Jacobian loses rank";

// Moves the machine straight from one target to another.
class Mover {
 public:
  Mover(const Machine& machine, const MapGrid& grid, const HomePose& home, SolveBy solve_by)
      : machine_(machine),
        grid_(grid),
        home_(home),
        follower_(machine.mechanism, machine.topology, home, solve_by, Patience::quick),
        tells_orientation_(solve_by == SolveBy::loops) {}
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  // From a pose at `from`, whose orientation is known or 0.
  ReachedPose move(const PoseTarget& from, const Pose& pose, int orientation,
                   const PoseTarget& to) {
    from_ = from;
    to_ = to;
    BranchPlace last = to_place(0.0, begin_at(follower_, 0.0, pose));
    if (last.orientation == 0) last.orientation = orientation;
    Pose last_pose = pose;
    const int parts = count_parts();
    for (int i = 1; i <= parts; ++i) {
      const double s = static_cast<double>(i) / parts;
      const FollowedPose& followed = follower_.follow(s);
      if (followed.status == PoseStatus::singular) {
        if (i < parts) return {SampleStatus::unreachable, kBeyondChangePoint, {}};
        return {SampleStatus::singular, "the machine's Jacobian loses rank", {}};
      }
      if (followed.status != PoseStatus::ok) return {SampleStatus::unreachable, kNoWay, {}};
      BranchPlace here = to_place(s, followed);
      if (!tells_orientation_) observe(last_pose, followed.motion.pose, last, here);
      if (has_change_point(last, last_pose, here)) {
        return {SampleStatus::unreachable, kBeyondChangePoint, {}};
      }
      if (here.orientation == 0) here.orientation = last.orientation;
      last = here;
      last_pose = followed.motion.pose;
    }
    ReachedPose reached{SampleStatus::ok, "", std::move(last_pose), last.orientation};
    const auto failed = find_failed_conditions(machine_.mechanism, reached.pose);
    if (!failed.empty()) {
      return {
          SampleStatus::lost_branch, "branch condition " + failed.front() + " does not hold", {}};
    }
    return reached;
  }

 private:
  static BranchPlace to_place(double p, const FollowedPose& pose) {
    return {p, pose.status, pose.orientation, pose.smallest_ratio};
  }

  const FollowedPose& begin_at(BranchFollower& follower, double s, const Pose& pose) {
    return follower.begin_at(
        [this](double at, Task& task) { write_move(from_, to_, grid_.coordinates(), at, task); }, s,
        pose);
  }

  // Looks closer, and along the loops, which is asked for seldom.
  BranchFollower& observer() {
    if (!observer_) {
      observer_ = std::make_unique<BranchFollower>(machine_.mechanism, machine_.topology, home_,
                                                   SolveBy::loops);
    }
    return *observer_;
  }

  // The orientations at the ends of a part of the way that was followed densely.
  void observe(const Pose& from, const Pose& to, BranchPlace& start, BranchPlace& end) {
    const FollowedPose& begun = begin_at(observer(), start.p, from);
    if (begun.orientation != 0) start = to_place(start.p, begun);
    end = to_place(end.p, begin_at(observer(), end.p, to));
  }

  // In so many parts that two change points on one of them, which cannot be told from none, would
  // be neighbours.
  [[nodiscard]] int count_parts() const {
    constexpr double kLongest = 0.25;  // L and rad
    constexpr int kMost = 10'000;
    double way = find_rotation_vector(to_.rotation * from_.rotation.transpose()).norm();
    for (std::size_t k = 0; k < grid_.coordinates().size(); ++k) {
      const bool is_angle = is_rotational(machine_.mechanism, grid_.coordinates()[k]);
      const auto at = static_cast<Eigen::Index>(k);
      const double size = is_angle ? 1.0 : machine_.mechanism.kinematic_length;
      way = std::max(way, std::abs(to_.value(at) - from_.value(at)) / size);
    }
    return static_cast<int>(std::clamp(std::ceil(way / kLongest), 1.0, 1.0 * kMost));
  }

  bool has_change_point(const BranchPlace& start, const Pose& pose, const BranchPlace& end) {
    if (start.orientation == 0 || end.orientation == 0) return false;
    if (start.orientation == end.orientation) return false;
    (void)begin_at(observer(), start.p, pose);
    return find_change_point(start, end,
                             [&](double s) { return to_place(s, observer_->follow(s)); })
        .has_value();
  }

  const Machine& machine_;
  const MapGrid& grid_;
  const HomePose& home_;
  PoseTarget from_, to_;
  BranchFollower follower_;
  bool tells_orientation_;
  std::unique_ptr<BranchFollower> observer_;
};

// Spreads over the reachable poses, wave by wave: all poses of a wave are tried at once, each from
// one neighbour reached before, so that the choice of neighbour does not depend on the threads.
class Flood {
 public:
  Flood(const Machine& machine, const MapDescription& map, const MapGrid& grid, SolveBy solve_by,
        const SweepOptions& options)
      : machine_(machine),
        map_(map),
        grid_(grid),
        solve_by_(solve_by),
        cells_(grid.size()),
        tried_(grid.size(), 0) {
    options_.threads = options.threads;
    options_.cancel = options.cancel;
    for (ReachedPose& cell : cells_) cell.reason = kNoWay;
    movers_.resize(static_cast<std::size_t>(count_threads(options)));
  }

  std::vector<ReachedPose> run() {
    begin();
    if (home_ && !machine_.mechanism.branch.empty()) search_islands();
    return std::move(cells_);
  }

 private:
  [[nodiscard]] Task make_task(std::size_t cell) const {
    Task task;
    write_still(grid_.make_target(cell), grid_.coordinates(), task);
    return task;
  }

  // The seeds asked for, else the pose nearest to the machine's guess.
  void begin() {
    const Mechanism& mechanism = machine_.mechanism;
    for (const VectorXd& seed : map_.seeds) {
      const std::size_t cell = grid_.find_nearest(seed);
      if (cells_[cell].status == SampleStatus::ok) continue;
      if (home_ && mechanism.branch.empty()) break;
      AssemblyOutcome there = assemble(mechanism, machine_.topology, make_task(cell));
      if (there.status == AssemblyStatus::ok) count_turns_from_guess(cell, there.pose);
      (void)plant(cell, there);
    }
    if (home_) return;
    const AssemblyOutcome guess = assemble(mechanism, machine_.topology, {});
    if (guess.status == AssemblyStatus::unreachable) {
      throw AssemblyError("map '" + map_.name + "': " + guess.reason);
    }
    check_prescribed(guess.pose);
    begin_near(guess.pose);
  }

  // A pose that the machine reaches straight from its guess is in the turns that it comes in.
  void count_turns_from_guess(std::size_t cell, Pose& pose) {
    if (pose.angles.empty() || !grid_.is_of_joints()) return;
    check_prescribed(pose);
    const AssemblyOutcome guess = assemble(machine_.mechanism, machine_.topology, {});
    if (guess.status == AssemblyStatus::unreachable) return;
    const ReachedPose reached = go_straight(guess.pose, cell);
    if (reached.status != SampleStatus::ok) return;
    constexpr double kSame = 1e-6;
    for (const BodyId body : moving_bodies(pose)) {
      const BodyPose &a = pose[body], &b = reached.pose[body];
      const double apart = (a.r - b.r).norm() / machine_.mechanism.kinematic_length;
      if (apart + (a.R - b.R).norm() > kSame) return;
    }
    pose.angles = reached.pose.angles;
  }

  void begin_near(const Pose& guess) {
    bool is_cut_off = false;  // by a change point
    const std::size_t nearest = grid_.find_nearest(measure_axes(guess));
    for (const std::size_t cell : list_around(nearest)) {
      const ReachedPose reached = go_straight(guess, cell);
      is_cut_off = is_cut_off || reached.status == SampleStatus::singular ||
                   reached.reason == kBeyondChangePoint;
      if (reached.status == SampleStatus::ok &&
          plant(cell, {.status = AssemblyStatus::ok, .pose = reached.pose})) {
        return;
      }
      if (reached.status == SampleStatus::singular) cells_[cell] = reached;
      // A pose that only assembly leads to is as good at the first cell as at others.
      if (!is_cut_off) break;
    }
    if (is_cut_off && machine_.mechanism.branch.empty()) {
      for (ReachedPose& cell : cells_) {
        if (cell.status != SampleStatus::singular) cell.reason = kBeyondChangePoint;
      }
      return;
    }
    if (plant(nearest, try_assembly_near(nearest, guess))) return;
    constexpr int kMostFirstSeeds = 16;
    for (int i = 0; i < kMostFirstSeeds; ++i) {
      const std::size_t cell = i == 0 ? find_center() : spread(i, grid_.size());
      if (plant(cell, try_assembly(cell))) return;
    }
  }

  // A cell and those about it.
  [[nodiscard]] std::vector<std::size_t> list_around(std::size_t cell) const {
    std::vector<std::size_t> cells{cell};
    for (std::size_t k = 1; k < grid_.shape().size(); ++k) {
      for (std::size_t i = 0, count = cells.size(); i < count; ++i) {
        for (const std::size_t direction : {2 * k, 2 * k + 1}) {
          const std::size_t neighbour = grid_.find_neighbour(cells[i], direction);
          if (neighbour < grid_.size()) cells.push_back(neighbour);
        }
      }
    }
    return cells;
  }

  // Without a way there, in the turns of a machine that is assembled where joints are prescribed.
  [[nodiscard]] AssemblyOutcome try_assembly_near(std::size_t cell, const Pose& near) const {
    const Task task = make_task(cell);
    AssemblyOutcome outcome = assemble_near(machine_.mechanism, task, near);
    if (grid_.is_of_joints() && outcome.status == AssemblyStatus::ok) {
      choose_turns(machine_.mechanism, task, outcome.pose);
    }
    return outcome;
  }

  // From the closest pose reached along the grid, otherwise from a few guesses.
  [[nodiscard]] AssemblyOutcome try_assembly(std::size_t cell) const {
    if (const auto near = find_nearest_reached(cell)) {
      AssemblyOutcome outcome = try_assembly_near(cell, cells_[*near].pose);
      if (outcome.status == AssemblyStatus::ok) return outcome;
    }
    constexpr int kGuesses = 12;
    return assemble_quickly(machine_.mechanism, machine_.topology, make_task(cell),
                            std::min(kGuesses, machine_.mechanism.restarts));
  }

  [[nodiscard]] std::optional<std::size_t> find_nearest_reached(std::size_t cell) const {
    const auto at = grid_.find_indices(cell);
    std::optional<std::size_t> nearest;
    double least = kInfinity;
    for (std::size_t other = 0; other < cells_.size(); ++other) {
      if (cells_[other].status != SampleStatus::ok) continue;
      const auto there = grid_.find_indices(other);
      double square = 0.0;
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double apart = static_cast<double>(at[k]) - static_cast<double>(there[k]);
        square += apart * apart;
      }
      if (square >= least) continue;
      least = square;
      nearest = other;
    }
    return nearest;
  }

  // All searches at once, from what is known now; then their results one after the other.
  void search_islands() {
    std::vector<std::size_t> missing;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell].status == SampleStatus::unreachable) missing.push_back(cell);
    }
    struct Search {
      std::size_t cell;
      AssemblyOutcome found;
    };
    std::vector<Search> searches;
    for (int i = 1; i <= map_.searches && !missing.empty(); ++i) {
      searches.push_back({missing[spread(i, missing.size())], {}});
    }
    run_sweep(searches.size(), options_, [&](std::size_t, std::size_t i) {
      searches[i].found = try_assembly(searches[i].cell);
    });
    for (const Search& search : searches) {
      if (cells_[search.cell].status == SampleStatus::unreachable) {
        (void)plant(search.cell, search.found);
      }
    }
  }

  // Numbers that are far apart, by the golden ratio.
  [[nodiscard]] static std::size_t spread(int i, std::size_t count) {
    const double share = i * (std::numbers::phi - 1.0);
    return static_cast<std::size_t>((share - std::floor(share)) * static_cast<double>(count));
  }

  [[nodiscard]] std::size_t find_center() const {
    std::vector<std::size_t> indices;
    for (const std::size_t count : grid_.shape()) indices.push_back(count / 2);
    return grid_.find_cell(indices);
  }

  // From the guess, where the machine stands by itself, to a pose of the map.
  [[nodiscard]] ReachedPose go_straight(const Pose& guess, std::size_t cell) const {
    PoseTarget from = measure(guess);
    const PoseTarget to = grid_.make_target(cell);
    for (std::size_t k = 0; k < grid_.coordinates().size(); ++k) {
      if (grid_.coordinates()[k].kind != TaskCoordinate::Kind::phi) continue;
      const auto at = static_cast<Eigen::Index>(k);
      from.value(at) = find_turn_nearest(from.value(at), to.value(at));
    }
    Task task;
    write_still(from, grid_.coordinates(), task);
    const HomePose home = make_home(machine_.mechanism, task, guess);
    const MotionOutcome motion = solve_motion(machine_.mechanism, task, guess, *home.idle_count);
    if (motion.status == MotionStatus::singular) return {SampleStatus::unreachable, kNoWay, {}};
    return Mover(machine_, grid_, home, solve_by_).move(from, guess, 0, to);
  }

  // Where the machine is in the coordinates of the map; joints in the turn of the pose, else in
  // that nearest to their guess.
  [[nodiscard]] PoseTarget measure(const Pose& pose) const {
    const Mechanism& mechanism = machine_.mechanism;
    const std::vector<TaskCoordinate>& coordinates = grid_.coordinates();
    PoseTarget target{VectorXd::Zero(static_cast<Eigen::Index>(coordinates.size()))};
    TaskTarget zero;
    zero.value = VectorXd::Zero(1);
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      const TaskCoordinate& coordinate = coordinates[k];
      double& value = target.value(static_cast<Eigen::Index>(k));
      if (coordinate.kind == TaskCoordinate::Kind::joint) {
        value = calc_coordinate_by_guess(mechanism, coordinate.joint, pose);
      } else if (coordinate.kind == TaskCoordinate::Kind::rotation) {
        target.rotation = place(pose[mechanism.tool->body], mechanism.tool->frame).axes;
      } else {
        value = make_task_row(mechanism, coordinate, zero, 0, {pose, nullptr}).value;
      }
    }
    return target;
  }

  [[nodiscard]] VectorXd measure_axes(const Pose& pose) const {
    return measure(pose).value.head(static_cast<Eigen::Index>(map_.axes.size()));
  }

  void check_prescribed(const Pose& pose) const {
    const PrescriptionCheck check =
        check_prescription(machine_.mechanism, grid_.coordinates(), pose);
    if (check.fits) return;
    throw InputError(map_.place, "map '" + map_.name + "' is " + check.wrong, check.expected);
  }

  bool plant(std::size_t cell, const AssemblyOutcome& assembly) {
    ReachedPose& seed = cells_[cell];
    if (assembly.status != AssemblyStatus::ok) {
      seed.reason = assembly.reason;
      return false;
    }
    if (!home_) check_prescribed(assembly.pose);
    const Task task = make_task(cell);
    const HomePose here = home_ ? HomePose{task, assembly.pose, home_->idle_count}
                                : make_home(machine_.mechanism, task, assembly.pose);
    if (solve_motion(machine_.mechanism, task, assembly.pose, *here.idle_count).status ==
        MotionStatus::singular) {
      seed = {SampleStatus::singular, "the machine's Jacobian loses rank", {}};
      return false;
    }
    if (!home_) home_ = here;
    seed = {SampleStatus::ok, "", assembly.pose};
    return_turns_to_travel(task, seed.pose);
    spread_from(cell);
    return true;
  }

  // Where a joint would leave its travel the machine can come the other way round; unless its
  // joints are prescribed, which say what way it comes.
  void return_turns_to_travel(const Task& task, Pose& pose) const {
    if (!grid_.is_of_joints()) return_turns(machine_.mechanism, task, pose);
  }

  struct Step {
    std::size_t from;
    std::size_t to;
    ReachedPose result;
  };

  void spread_from(std::size_t seed) {
    std::vector<std::size_t> open = list_open_neighbours({seed});
    while (!open.empty()) {
      std::vector<Step> wave;
      for (const std::size_t cell : open) {
        if (const auto from = choose_neighbour(cell)) wave.push_back({*from, cell, {}});
      }
      run_sweep(wave.size(), options_, [&](std::size_t slot, std::size_t i) {
        if (!movers_[slot]) {
          movers_[slot] = std::make_unique<Mover>(machine_, grid_, *home_, solve_by_);
        }
        const ReachedPose& from = cells_[wave[i].from];
        wave[i].result = movers_[slot]->move(grid_.make_target(wave[i].from), from.pose,
                                             from.orientation, grid_.make_target(wave[i].to));
        if (wave[i].result.status != SampleStatus::ok) return;
        return_turns_to_travel(make_task(wave[i].to), wave[i].result.pose);
      });
      std::vector<std::size_t> reached, left;
      for (Step& step : wave) {
        const bool is_done =
            step.result.status == SampleStatus::ok || step.result.status == SampleStatus::singular;
        if (step.result.status == SampleStatus::ok) reached.push_back(step.to);
        if (!is_done) left.push_back(step.to);
        cells_[step.to] = std::move(step.result);
      }
      open = list_open_neighbours(reached);
      open.insert(open.end(), left.begin(), left.end());
      std::sort(open.begin(), open.end());
      open.erase(std::unique(open.begin(), open.end()), open.end());
    }
  }

  [[nodiscard]] bool is_open(std::size_t cell) const {
    return cells_[cell].status == SampleStatus::unreachable ||
           cells_[cell].status == SampleStatus::lost_branch;
  }

  [[nodiscard]] std::vector<std::size_t> list_open_neighbours(
      const std::vector<std::size_t>& cells) const {
    std::vector<std::size_t> open;
    for (const std::size_t cell : cells) {
      for (std::size_t d = 0; d < grid_.direction_count(); ++d) {
        const std::size_t neighbour = grid_.find_neighbour(cell, d);
        if (neighbour < grid_.size() && is_open(neighbour)) open.push_back(neighbour);
      }
    }
    std::sort(open.begin(), open.end());
    open.erase(std::unique(open.begin(), open.end()), open.end());
    return open;
  }

  // A reached neighbour from which this pose has not been tried yet.
  std::optional<std::size_t> choose_neighbour(std::size_t cell) {
    for (std::size_t d = 0; d < grid_.direction_count(); ++d) {
      const auto bit = static_cast<unsigned char>(1u << d);
      if ((tried_[cell] & bit) != 0) continue;
      const std::size_t neighbour = grid_.find_neighbour(cell, d);
      if (neighbour == grid_.size() || cells_[neighbour].status != SampleStatus::ok) continue;
      tried_[cell] = static_cast<unsigned char>(tried_[cell] | bit);
      return neighbour;
    }
    return std::nullopt;
  }

  const Machine& machine_;
  const MapDescription& map_;
  const MapGrid& grid_;
  SolveBy solve_by_;
  SweepOptions options_;
  std::vector<ReachedPose> cells_;
  std::vector<unsigned char> tried_;  // per pose, a bit per direction of at most 8
  std::optional<HomePose> home_;
  std::vector<std::unique_ptr<Mover>> movers_;
};

}  // namespace

std::vector<ReachedPose> find_reachable(const Machine& machine, const MapDescription& map,
                                        const MapGrid& grid, SolveBy solve_by,
                                        const SweepOptions& options) {
  return Flood(machine, map, grid, solve_by, options).run();
}

}  // namespace maps
}  // namespace globaldyn::inside
