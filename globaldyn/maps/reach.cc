#include "globaldyn/maps/reach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "core/base/nth.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/prescription.h"
#include "core/kinematics/turns.h"

namespace globaldyn {
namespace {

// Moves the machine from one pose of the grid to a neighbour.
class Mover {
 public:
  Mover(const Machine& machine, const MapGrid& grid, const HomePose& home, SolveBy solve_by)
      : mechanism_(machine.mechanism),
        grid_(grid),
        follower_(machine.mechanism, machine.topology, home, solve_by, Patience::quick) {}
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;

  ReachedPose move(std::size_t from, const Pose& pose, std::size_t to) {
    from_ = grid_.make_target(from);
    to_ = grid_.make_target(to);
    follower_.begin_at(
        [this](double s, Task& task) { write_move(from_, to_, grid_.coordinates(), s, task); }, 0.0,
        pose);
    const FollowedPose& followed = follower_.follow(1.0);
    if (followed.status == PoseStatus::singular) {
      return {SampleStatus::singular, "the machine's Jacobian loses rank", {}};
    }
    if (followed.status != PoseStatus::ok) {
      return {SampleStatus::unreachable, "no neighbouring pose leads here", {}};
    }
    const auto failed = find_failed_conditions(mechanism_, followed.motion.pose);
    if (!failed.empty()) {
      return {
          SampleStatus::lost_branch, "branch condition " + failed.front() + " does not hold", {}};
    }
    ReachedPose reached{SampleStatus::ok, "", followed.motion.pose};
    // Where a joint would leave its travel the machine can come the other way round.
    write_still(to_, grid_.coordinates(), still_);
    return_turns(mechanism_, still_, reached.pose);
    return reached;
  }

 private:
  const Mechanism& mechanism_;
  const MapGrid& grid_;
  PoseTarget from_, to_;
  Task still_;
  BranchFollower follower_;
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
    for (ReachedPose& cell : cells_) cell.reason = "no neighbouring pose leads here";
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

  // The first seed at which the machine can be assembled, then the other seeds asked for.
  void begin() {
    const Mechanism& mechanism = machine_.mechanism;
    for (const VectorXd& seed : map_.seeds) {
      const std::size_t cell = grid_.find_nearest(seed);
      if (cells_[cell].status == SampleStatus::ok) continue;
      if (home_ && mechanism.branch.empty()) break;
      (void)plant(cell, assemble(mechanism, machine_.topology, make_task(cell)));
    }
    if (home_) return;
    const AssemblyOutcome joints = assemble(mechanism, machine_.topology, {});
    if (joints.status == AssemblyStatus::unreachable) {
      throw AssemblyError("map '" + map_.name + "': " + joints.reason);
    }
    check_prescribed(joints.pose);
    const std::size_t nearest = grid_.find_nearest(measure_axes(joints.pose));
    if (plant(nearest, assemble_near(mechanism, make_task(nearest), joints.pose))) return;
    constexpr int kMostFirstSeeds = 16;
    for (int i = 0; i < kMostFirstSeeds; ++i) {
      const std::size_t cell = i == 0 ? find_center() : spread(i, grid_.size());
      if (plant(cell, try_assembly(cell))) return;
    }
  }

  // From the closest pose reached along the grid, otherwise from a few guesses.
  [[nodiscard]] AssemblyOutcome try_assembly(std::size_t cell) const {
    if (const auto near = find_nearest_reached(cell)) {
      AssemblyOutcome outcome =
          assemble_near(machine_.mechanism, make_task(cell), cells_[*near].pose);
      if (outcome.status == AssemblyStatus::ok) return outcome;
    }
    constexpr int kGuesses = 12;
    return assemble_quickly(machine_.mechanism, machine_.topology, make_task(cell),
                            std::min(kGuesses, machine_.mechanism.restarts));
  }

  [[nodiscard]] std::optional<std::size_t> find_nearest_reached(std::size_t cell) const {
    const auto at = grid_.find_indices(cell);
    std::optional<std::size_t> nearest;
    double least = std::numeric_limits<double>::infinity();
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

  // Where the machine is, along the axes of the map.
  [[nodiscard]] VectorXd measure_axes(const Pose& pose) const {
    VectorXd values(static_cast<Eigen::Index>(map_.axes.size()));
    for (Eigen::Index k = 0; k < values.size(); ++k) {
      TaskTarget zero;
      zero.value = VectorXd::Zero(1);
      values(k) =
          make_task_row(machine_.mechanism, nth(map_.axes, k).coordinate, zero, 0, {pose, nullptr})
              .value;
    }
    return values;
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
    const HomePose here = make_home(machine_.mechanism, task, assembly.pose);
    if (solve_motion(machine_.mechanism, task, assembly.pose, *here.idle_count).status ==
        MotionStatus::singular) {
      seed = {SampleStatus::singular, "the machine's Jacobian loses rank", {}};
      return false;
    }
    if (!home_) home_ = here;
    seed = {SampleStatus::ok, "", assembly.pose};
    return_turns(machine_.mechanism, task, seed.pose);
    spread_from(cell);
    return true;
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
        wave[i].result = movers_[slot]->move(wave[i].from, cells_[wave[i].from].pose, wave[i].to);
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

}  // namespace globaldyn
