#include "core/loops/loop_solver.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/joints/joint_rows.h"

namespace globaldyn {
namespace {

// A joint equation is void if its value and all derivatives are below this in arbitrary states.
constexpr double kZeroTolerance = round_off::kRoot;
constexpr double kConverged = round_off::kSolved;
// If pivots differ by more than this, singularity is judged elsewhere.
constexpr double kSurePivots = 1e-5;
constexpr int kMostIterations = 8;
// A given pose is already the solution; moving further than this leads to a different one.
constexpr double kSamePose = 1e-6;

// What a row measures, as a screw about the origin on body b's side; a's side is the negative.
Screw make_measure(int body_b, const Vector6d& jacobian_b, const Pose& pose) {
  const Vector3d force = jacobian_b.head<3>();
  const Vector3d& r = nth(pose, body_b).r;
  return {force, jacobian_b.tail<3>() + r.cross(force)};
}

double sum_of_sizes(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += std::abs(value);
  return sum;
}

// Whether the tree is at the given pose: its joints are then closed there, as required.
bool is_same(const Pose& a, const Pose& b, double length) {
  constexpr double kSame = round_off::kSame;
  for (std::size_t i = 1; i < a.size(); ++i) {
    if ((a[i].r - b[i].r).norm() > kSame * length || (a[i].R - b[i].R).norm() > kSame) return false;
  }
  return true;
}

}  // namespace

LoopSolver::LoopSolver(const Mechanism& mechanism, const Topology& topology)
    : mechanism_(mechanism),
      tree_(mechanism, topology),
      history_(static_cast<std::size_t>(tree_.column_count()), tree_.state().size(),
               static_cast<std::size_t>(mechanism.counted_angles)) {
  const std::size_t bodies = mechanism.bodies.size();
  for (auto* screws : {&rates_, &accelerations_, &bias_accelerations_, &scratch_bodies_}) {
    screws->resize(bodies);
  }
  motion_.first.resize(bodies);
  motion_.second.resize(bodies);
  const std::size_t columns = static_cast<std::size_t>(tree_.column_count());
  for (auto* values : {&first_, &second_, &step_, &moved_, &predicted_, &by_first_, &by_second_}) {
    values->assign(columns, 0.0);
  }
}

ScalarRow LoopSolver::make_row(const Equation& equation, const Task& task,
                               const KinematicState& state) const {
  switch (equation.of) {
    case Equation::Of::joint:
      return make_constraint_row(mechanism_.joints[equation.number], equation.index, state);
    case Equation::Of::coupling:
      return make_coupling_row(mechanism_.joints, mechanism_.couplings[equation.number], state);
    case Equation::Of::task:
      break;
  }
  return make_task_row(mechanism_, nth(task.coordinates, equation.index), task.target,
                       equation.index, state);
}

LoopSolver::Equation LoopSolver::Equation::with(const std::vector<std::size_t>& places) const {
  Equation some{of, number, index};
  some.more_signs.resize(more_signs.size());
  for (const std::size_t k : places) {
    some.columns.push_back(columns[k]);
    some.signs.push_back(signs[k]);
    for (std::size_t j = 0; j < more_signs.size(); ++j) {
      some.more_signs[j].push_back(more_signs[j][k]);
    }
  }
  return some;
}

double LoopSolver::scale_of(const ScalarRow& row) const {
  return row.rotational ? 1.0 : 1.0 / mechanism_.kinematic_length;
}

std::vector<LoopSolver::Equation> LoopSolver::list_equations(const Task& task) const {
  std::vector<Equation> equations;
  using Of = Equation::Of;
  for (int k = 0; k < task.size(); ++k) equations.push_back({Of::task, 0, k});
  for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
    if (tree_.is_tree_joint(static_cast<int>(j))) continue;
    const int count = count_constraint_rows(mechanism_.joints[j]);
    for (int i = 0; i < count; ++i) equations.push_back({Of::joint, j, i});
  }
  for (std::size_t c = 0; c < mechanism_.couplings.size(); ++c) {
    equations.push_back({Of::coupling, c, 0});
  }
  for (Equation& equation : equations) {
    attach_columns(make_row(equation, task, {tree_.pose(), nullptr}), equation);
  }
  return equations;
}

// The columns between the two bodies of each pair: only those of one side, the others cancel.
void LoopSolver::attach_columns(const ScalarRow& row, Equation& equation) const {
  equation.more_signs.resize(row.more.size());
  const auto set = [&](std::vector<double>& signs, int column, double sign) {
    const auto known = std::find(equation.columns.begin(), equation.columns.end(), column);
    const auto k = static_cast<std::size_t>(known - equation.columns.begin());
    if (known == equation.columns.end()) {
      equation.columns.push_back(column);
      equation.signs.push_back(0.0);
      for (std::vector<double>& others : equation.more_signs) others.push_back(0.0);
    }
    signs[k] = sign;
  };
  const auto add_pair = [&](int body_a, int body_b, std::vector<double>& signs) {
    const std::vector<int> a = tree_.list_columns_to(body_a), b = tree_.list_columns_to(body_b);
    const auto add_missing = [&](const std::vector<int>& from, const std::vector<int>& in,
                                 double sign) {
      for (const int column : from) {
        if (!std::binary_search(in.begin(), in.end(), column)) set(signs, column, sign);
      }
    };
    add_missing(b, a, 1.0);
    add_missing(a, b, -1.0);
  };
  add_pair(row.body_a, row.body_b, equation.signs);
  for (std::size_t j = 0; j < row.more.size(); ++j) {
    add_pair(row.more.used()[j].body_a, row.more.used()[j].body_b, equation.more_signs[j]);
  }
}

// Nearly all rows know one pair of bodies: its measure is returned, those of further pairs are
// kept.
inline Screw LoopSolver::make_measures(const ScalarRow& row) {
  if (!row.more.empty()) make_further_measures(row);
  return make_measure(row.body_b, row.jacobian_b, tree_.pose());
}

void LoopSolver::make_further_measures(const ScalarRow& row) {
  further_measures_.clear();
  for (const RowPair& pair : row.more.used()) {
    further_measures_.push_back(make_measure(pair.body_b, pair.jacobian_b, tree_.pose()));
  }
}

// How the current row changes with its k-th column; `first` as from make_measures().
inline double LoopSolver::calc_entry(const Equation& equation, std::size_t k,
                                     const Screw& first) const {
  const Screw& axis = tree_.axis(equation.columns[k]);
  const double rate = equation.signs[k] * first.dot(axis);
  return equation.more_signs.empty() ? rate : rate + calc_further_entry(equation, k);
}

double LoopSolver::calc_further_entry(const Equation& equation, std::size_t k) const {
  const Screw& axis = tree_.axis(equation.columns[k]);
  double rate = 0.0;
  for (std::size_t j = 0; j < equation.more_signs.size(); ++j) {
    rate += equation.more_signs[j][k] * further_measures_[j].dot(axis);
  }
  return rate;
}

void LoopSolver::evaluate_dense(const std::vector<Equation>& equations, const Task& task,
                                MatrixXd& jacobian, VectorXd& values) {
  const Eigen::Index count = static_cast<Eigen::Index>(equations.size());
  jacobian = MatrixXd::Zero(count, tree_.column_count());
  values.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Equation& equation = nth(equations, i);
    const ScalarRow row = make_row(equation, task, {tree_.pose(), nullptr});
    const double scale = scale_of(row);
    const Screw measure = make_measures(row);
    values(i) = scale * row.value;
    for (std::size_t k = 0; k < equation.columns.size(); ++k) {
      jacobian(i, equation.columns[k]) = scale * calc_entry(equation, k, measure);
    }
  }
}

// Joint equations that hold in every state of the tree (such as those that keep a planar machine in
// its plane) need not be evaluated again. They are analytic functions of the state: if they vanish
// with all derivatives in a few arbitrary states, they vanish everywhere. The same test tells which
// columns do not affect a row.
void LoopSolver::drop_void(std::vector<Equation>& equations, const Task& task, MatrixXd& jacobian) {
  VectorXd values;
  evaluate_dense(equations, task, jacobian, values);
  MatrixXd largest = jacobian.cwiseAbs();
  VectorXd largest_value = values.cwiseAbs();
  const std::vector<double> state = tree_.state();
  std::vector<double> step(static_cast<std::size_t>(tree_.column_count()));
  for (int trial = 1; trial <= 3; ++trial) {
    for (std::size_t k = 0; k < step.size(); ++k) {
      step[k] = 0.3 * std::sin(1.7 * static_cast<double>(k + 1) * trial + trial);
    }
    tree_.move(step);
    tree_.update();
    MatrixXd elsewhere;
    evaluate_dense(equations, task, elsewhere, values);
    largest = largest.cwiseMax(elsewhere.cwiseAbs());
    largest_value = largest_value.cwiseMax(values.cwiseAbs());
  }
  tree_.set_state(state);
  std::vector<Equation> kept;
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < equations[i].columns.size(); ++k) {
      if (largest(row, equations[i].columns[k]) > kZeroTolerance) places.push_back(k);
    }
    if (places.empty() && largest_value(row) <= kZeroTolerance) continue;
    kept.push_back(equations[i].with(places));
    rows.push_back(row);
  }
  equations = std::move(kept);
  jacobian = MatrixXd(jacobian(rows, Eigen::all));
}

// Independent equations, all of the task's among them, and the columns they determine.
bool LoopSolver::choose(std::vector<Equation> equations, const MatrixXd& jacobian, int idle_count) {
  const Eigen::Index wanted = tree_.column_count() - idle_count;
  if (jacobian.rows() < wanted) return false;
  Eigen::ColPivHouseholderQR<MatrixXd> by_rows(jacobian.transpose());
  by_rows.setThreshold(kSurePivots);
  if (by_rows.rank() != wanted) return false;
  std::vector<bool> keep(equations.size(), false);
  for (Eigen::Index k = 0; k < wanted; ++k) {
    nth(keep, by_rows.colsPermutation().indices()(k)) = true;
  }
  std::vector<Eigen::Index> rows;
  equations_.clear();
  dependent_.clear();
  for (std::size_t i = 0; i < equations.size(); ++i) {
    if (!keep[i] && equations[i].of == Equation::Of::task) return false;
    if (keep[i]) rows.push_back(static_cast<Eigen::Index>(i));
    (keep[i] ? equations_ : dependent_).push_back(std::move(equations[i]));
  }
  const MatrixXd kept = jacobian(rows, Eigen::all);
  const Eigen::ColPivHouseholderQR<MatrixXd> by_columns(kept);
  place_.assign(static_cast<std::size_t>(tree_.column_count()), 0);
  is_free_.assign(place_.size(), false);
  kept_columns_.clear();
  free_columns_.clear();
  std::vector<bool> determined(place_.size(), false);
  for (Eigen::Index k = 0; k < wanted; ++k) {
    nth(determined, by_columns.colsPermutation().indices()(k)) = true;
  }
  for (std::size_t c = 0; c < place_.size(); ++c) {
    if (determined[c]) {
      place_[c] = static_cast<int>(kept_columns_.size());
      kept_columns_.push_back(static_cast<int>(c));
    } else {
      is_free_[c] = true;
      place_[c] = static_cast<int>(free_columns_.size());
      free_columns_.push_back(static_cast<int>(c));
    }
  }
  return true;
}

bool LoopSolver::prepare(const Task& task, const Pose& pose, int idle_count) {
  history_.forget();
  tree_.set_pose(pose);
  if (!is_same(tree_.pose(), pose, mechanism_.kinematic_length)) return false;
  std::vector<Equation> equations = list_equations(task);
  MatrixXd jacobian;
  drop_void(equations, task, jacobian);
  if (!choose(std::move(equations), jacobian, idle_count)) return false;
  std::vector<std::vector<int>> unknowns;
  for (Equation& equation : equations_) {
    // Free columns last.
    std::vector<std::size_t> places;
    unknowns.emplace_back();
    for (const bool free : {false, true}) {
      for (std::size_t k = 0; k < equation.columns.size(); ++k) {
        const std::size_t column = static_cast<std::size_t>(equation.columns[k]);
        if (is_free_[column] != free) continue;
        places.push_back(k);
        if (!free) unknowns.back().push_back(place_[column]);
      }
    }
    equation = equation.with(places);
    equation.first_free = unknowns.back().size();
  }
  elimination_ = BlockElimination(unknowns);
  if (!elimination_.is_possible()) return false;
  const std::size_t rows = equations_.size();
  values_.resize(rows);
  scales_.resize(rows);
  const std::size_t widest =
      std::max<std::size_t>({1, static_cast<std::size_t>(task.size()), free_columns_.size()});
  right_.resize(rows * widest);
  solution_.resize(rows * widest);
  task_rates_.resize(tree_.column_count(), task.size());
  free_entries_.assign(rows * free_columns_.size(), 0.0);
  idle_columns_.assign(free_columns_.size(), std::vector<double>(first_.size()));
  idle_bodies_.assign(free_columns_.size(), std::vector<Screw>(rates_.size()));
  return begin_here(task);
}

bool LoopSolver::go_to(const Task& task, const Pose& pose) {
  history_.forget();
  tree_.set_pose(pose);
  return begin_here(task) && is_same(tree_.pose(), pose, mechanism_.kinematic_length);
}

bool LoopSolver::begin_here(const Task& task) {
  if (!solve(task) || sum_of_sizes(moved_) > kSamePose) return false;
  record(task, 0.0, nullptr, 0.0);
  return true;
}

// Values and entries of all kept equations at the tree's state; returns the largest value.
double LoopSolver::evaluate(const Task& task) {
  const KinematicState state{tree_.pose(), nullptr};
  double largest = 0.0;
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    const Equation& equation = equations_[i];
    const ScalarRow row = make_row(equation, task, state);
    const double scale = scale_of(row);
    const Screw measure = make_measures(row);
    scales_[i] = scale;
    values_[i] = scale * row.value;
    largest = std::max(largest, std::abs(values_[i]));
    if (!std::isfinite(values_[i])) return kInfinity;
    const auto entries = elimination_.entries(static_cast<int>(i));
    for (std::size_t k = 0; k < equation.first_free; ++k) {
      entries[k] = scale * calc_entry(equation, k, measure);
    }
    for (std::size_t k = equation.first_free; k < equation.columns.size(); ++k) {
      const std::size_t f = static_cast<std::size_t>(nth(place_, equation.columns[k]));
      free_entries_[i * free_columns_.size() + f] = scale * calc_entry(equation, k, measure);
    }
  }
  return largest;
}

bool LoopSolver::iterate(const Task& task) {
  double last = kInfinity;
  for (int i = 0; i < kMostIterations; ++i) {
    tree_.update();
    const double residual = evaluate(task);
    if (std::isinf(residual)) return false;
    pivot_ratio_ = elimination_.factorise();
    if (pivot_ratio_ < kSurePivots) return false;
    const bool is_exact = residual <= round_off::kNumber;  // one more step would gain nothing
    if (is_exact || (last <= kConverged && residual <= kConverged)) return true;
    last = residual;
    elimination_.solve(values_, solution_, 1);
    constexpr double kLongest = 0.5;
    std::fill(step_.begin(), step_.end(), 0.0);
    for (std::size_t k = 0; k < kept_columns_.size(); ++k) {
      if (!(std::abs(solution_[k]) < kLongest)) return false;
      nth(step_, kept_columns_[k]) = -solution_[k];
    }
    for (std::size_t c = 0; c < step_.size(); ++c) moved_[c] += step_[c];
    tree_.move(step_);
  }
  return false;
}

bool LoopSolver::solve(const Task& task) {
  std::fill(moved_.begin(), moved_.end(), 0.0);
  if (!iterate(task) || !are_dependent_rows_met(task)) return false;
  solve_rates(task);
  return true;
}

bool LoopSolver::are_dependent_rows_met(const Task& task) {
  constexpr double kMet = round_off::kRank;
  for (const Equation& equation : dependent_) {
    const ScalarRow row = make_row(equation, task, {tree_.pose(), nullptr});
    if (!(std::abs(scale_of(row) * row.value) <= kMet)) return false;
  }
  return true;
}

Twist LoopSolver::to_twist(std::size_t body, const Screw& rate) const {
  return {rate.linear + rate.angular.cross(tree_.pose()[body].r), rate.angular};
}

// z' and z'' from the once and twice differentiated equations.
void LoopSolver::solve_rates(const Task& task) {
  solve_idle();
  const int tasks = task.size();
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    if (equations_[i].of != Equation::Of::task) continue;
    right_[i * static_cast<std::size_t>(tasks) + static_cast<std::size_t>(equations_[i].index)] =
        scales_[i];
  }
  elimination_.solve(right_, solution_, tasks);
  task_rates_.setZero();
  for (std::size_t k = 0; k < kept_columns_.size(); ++k) {
    for (int t = 0; t < tasks; ++t) {
      task_rates_(kept_columns_[k], t) =
          solution_[k * static_cast<std::size_t>(tasks) + static_cast<std::size_t>(t)];
    }
  }
  for (int t = 0; t < tasks && !free_columns_.empty(); ++t) {
    for (std::size_t c = 0; c < step_.size(); ++c) {
      step_[c] = task_rates_(static_cast<Eigen::Index>(c), t);
    }
    tree_.calc_rates(step_, scratch_bodies_);
    remove_idle(scratch_bodies_, step_, nullptr);
    for (std::size_t c = 0; c < step_.size(); ++c) {
      task_rates_(static_cast<Eigen::Index>(c), t) = step_[c];
    }
  }
  for (std::size_t c = 0; c < first_.size(); ++c) {
    first_[c] = task_rates_.row(static_cast<Eigen::Index>(c)).dot(task.target.first);
  }
  tree_.calc_rates(first_, rates_);
  const std::size_t bodies = rates_.size();
  for (std::size_t b = 1; b < bodies; ++b) motion_.first[b] = to_twist(b, rates_[b]);

  tree_.calc_accelerations(first_, {}, rates_, bias_accelerations_);
  const KinematicState moving{tree_.pose(), &motion_.first};
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    const Equation& equation = equations_[i];
    const ScalarRow row = make_row(equation, task, moving);
    const Screw first = make_measures(row);
    double bias = row.bias;
    const auto add_side = [&](const Screw& measure, int body, double sign) {
      if (body == 0) return;
      const std::size_t b = static_cast<std::size_t>(body);
      const Twist& twist = motion_.first[b];
      bias +=
          sign * (measure.dot(bias_accelerations_[b]) - measure.linear.dot(twist.v.cross(twist.w)));
    };
    add_side(first, row.body_b, 1.0);
    add_side(first, row.body_a, -1.0);
    for (std::size_t j = 0; j < row.more.size(); ++j) {
      add_side(further_measures_[j], row.more.used()[j].body_b, 1.0);
      add_side(further_measures_[j], row.more.used()[j].body_a, -1.0);
    }
    const bool is_task = equation.of == Equation::Of::task;
    const double wanted = is_task ? task.target.second(equation.index) : 0.0;
    right_[i] = scales_[i] * (wanted - bias);
  }
  elimination_.solve(right_, solution_, 1);
  std::fill(second_.begin(), second_.end(), 0.0);
  for (std::size_t k = 0; k < kept_columns_.size(); ++k) {
    nth(second_, kept_columns_[k]) = solution_[k];
  }
  tree_.calc_accelerations(first_, second_, rates_, accelerations_);
  if (!free_columns_.empty()) remove_idle(accelerations_, second_, &rates_);
  motion_.pose = tree_.pose();
  for (std::size_t b = 1; b < bodies; ++b) {
    const Twist& twist = motion_.first[b];
    Twist change = to_twist(b, accelerations_[b]);
    change.v -= twist.v.cross(twist.w);
    motion_.second[b] = change;
  }
}

// The idle degrees of freedom: what the free columns move while everything prescribed stays at
// rest.
void LoopSolver::solve_idle() {
  const std::size_t count = free_columns_.size();
  if (count == 0) return;
  for (std::size_t k = 0; k < free_entries_.size(); ++k) right_[k] = -free_entries_[k];
  elimination_.solve(right_, solution_, static_cast<int>(count));
  for (std::size_t f = 0; f < count; ++f) {
    std::vector<double>& columns = idle_columns_[f];
    std::fill(columns.begin(), columns.end(), 0.0);
    nth(columns, free_columns_[f]) = 1.0;
    for (std::size_t k = 0; k < kept_columns_.size(); ++k) {
      nth(columns, kept_columns_[k]) = solution_[k * count + f];
    }
    std::vector<Screw>& bodies = idle_bodies_[f];
    tree_.calc_rates(columns, bodies);
    for (std::size_t before = 0; before < f; ++before) {
      subtract_component(before, project_on_idle(before, bodies, nullptr), bodies, columns);
    }
    const double size = std::sqrt(project_on_idle(f, bodies, nullptr));
    for (double& rate : columns) rate /= size;
    for (Screw& rate : bodies) rate = {rate.linear / size, rate.angular / size};
  }
}

// The share of an idle freedom in rates of the bodies; in their rate of change if `rates` is given.
double LoopSolver::project_on_idle(std::size_t k, const std::vector<Screw>& bodies,
                                   const std::vector<Screw>* rates) const {
  const double length = mechanism_.kinematic_length;
  double sum = 0.0;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const Twist idle = to_twist(b, idle_bodies_[k][b]);
    Twist twist = to_twist(b, bodies[b]);
    if (rates != nullptr) {
      const Twist rate = to_twist(b, (*rates)[b]);
      twist.v -= rate.v.cross(rate.w);
    }
    sum += idle.v.dot(twist.v) / (length * length) + idle.w.dot(twist.w);
  }
  return sum;
}

void LoopSolver::subtract_component(std::size_t k, double share, std::vector<Screw>& bodies,
                                    std::vector<double>& columns) const {
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    bodies[b].linear -= share * idle_bodies_[k][b].linear;
    bodies[b].angular -= share * idle_bodies_[k][b].angular;
  }
  for (std::size_t c = 0; c < columns.size(); ++c) columns[c] -= share * idle_columns_[k][c];
}

void LoopSolver::remove_idle(std::vector<Screw>& bodies, std::vector<double>& columns,
                             const std::vector<Screw>* rates) const {
  for (std::size_t k = 0; k < idle_columns_.size(); ++k) {
    subtract_component(k, project_on_idle(k, bodies, rates), bodies, columns);
  }
}

// Moves the tree by predicted_, then to the task, over the step h: true if the motion leads there.
bool LoopSolver::try_move(const Task& task, double h, double reach) {
  tree_.move(predicted_);
  if (!solve(task) || sum_of_sizes(moved_) > reach) return false;
  // The motion found must lead back to where it came from.
  double error = 0.0;
  for (std::size_t c = 0; c < predicted_.size(); ++c) {
    const double back = h * first_[c] - 0.5 * h * h * second_[c];
    moved_[c] += predicted_[c];
    error += std::abs(moved_[c] - back);
  }
  return error <= 2.0 * reach;
}

void LoopSolver::go_back_to(const TreeStation& station) {
  tree_.set_state(station.state);
  first_ = station.first;
  second_ = station.second;
}

// Writes predicted_ for a step h from a station, by another one. The tree is at the first then.
void LoopSolver::predict(double h, const ColumnHistory::Guides& guides) {
  const TreeStation &from = *guides.from, &by = *guides.by;
  if (&from != &history_.here()) tree_.set_state(from.state);
  by_first_ = by.local_first;
  by_second_ = by.local_second;
  for (std::size_t c = 0; c < moved_.size(); ++c) moved_[c] = from.way[c] - by.way[c];
  tree_.unroll(by.state, by_first_, by_second_, moved_);
  predict_columns(from.at - by.at, h, by_first_, by_second_, moved_, from.first, from.second,
                  predicted_);
}

// Where the tree is and how it moves there, `h` from the last station; moved_ is from `from`, which
// is `step` away.
void LoopSolver::record(const Task& task, double h, const TreeStation* from, double step) {
  if (from != nullptr) {
    for (std::size_t c = 0; c < moved_.size(); ++c) moved_[c] += from->way[c];
    angles_ = from->angles;
    count_turns(mechanism_, task, step, angles_, motion_);
  } else {
    take_prescribed_turns(mechanism_, task, motion_.pose);
    write_angle_motion(mechanism_, motion_, angles_);
  }
  tree_.set_angles(motion_.pose.angles);
  TreeStation& station = history_.add(h);
  station.angles = angles_;
  if (from != nullptr) station.way = moved_;
  station.state = tree_.state();
  station.first = station.local_first = first_;
  station.second = station.local_second = second_;
  tree_.to_parent_axes(station.local_first);
  tree_.to_parent_axes(station.local_second);
}

bool LoopSolver::advance(const Task& task, double h, double reach) {
  if (const auto guides = history_.find_guides(h)) {
    const double step = h - (guides->from->at - history_.here().at);
    predict(step, *guides);
    if (try_move(task, step, reach)) {
      record(task, h, guides->from, step);
      return true;
    }
    go_back_to(history_.here());
  }
  for (std::size_t c = 0; c < predicted_.size(); ++c) {
    predicted_[c] = h * first_[c] + 0.5 * h * h * second_[c];
  }
  if (try_move(task, h, reach)) {
    record(task, h, &history_.here(), h);
    return true;
  }
  go_back_to(history_.here());
  return false;
}

}  // namespace globaldyn
