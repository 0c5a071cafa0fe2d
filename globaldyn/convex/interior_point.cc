#include "globaldyn/convex/interior_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/convex/band_cholesky.h"

namespace globaldyn::inside {
inline namespace convex {
namespace {

// Of the way to where a slack, a multiplier or x would vanish, a step goes this much; x, of which
// time is a steep function, less.
constexpr double kToSlack = 0.995;
constexpr double kToRest = 0.9;
// Least slack of a row at the start, in shares of its limits.
constexpr double kLeastSlack = 0.1;
// What is added to the diagonal, beside a relative rounding error: preloads that nothing holds
// stay.
constexpr double kHold = 1e-12;
constexpr double kRelativeHold = 1e-15;
// Steps shorter than this, primal and dual, lead nowhere: as many in a row as it takes to be sure.
constexpr double kShort = 1e-4;
constexpr int kMostShort = 5;
// Rounding errors of the Lagrangian's gradient, and so of the gap: u is a difference of b over a
// cell, which next to gentle rests is as short as 1e-9 of the path. If so many steps in a row do
// not halve the residual, this much is left of it.
constexpr int kMostIdle = 6;
constexpr double kNoise = 1e-6;

struct State {
  VectorXd z, slacks, prices;             // prices of rows
  VectorXd budget_slacks, budget_prices;  // of budgets
  double period{0.0};
};

class InteriorPoint {
 public:
  InteriorPoint(const MotionProgram& program, const InteriorPointOptions& options)
      : program_(program),
        options_(options),
        window_(program.window()),
        budgets_(static_cast<Eigen::Index>(program.budgets.size())),
        totals_count_(1 + program.drives),
        matrix_(program.unknowns, window_ - 1),
        total_gradients_(program.unknowns, totals_count_) {
    const auto rows = static_cast<Eigen::Index>(program.rows.size());
    gradients_.resize(program.row_coefficients.size());
    residuals_.resize(rows);
    budget_shares_.resize(totals_count_, budgets_);
    periods_.resize(budgets_);
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      const Budget& budget = program.budgets[static_cast<std::size_t>(c)];
      budget_shares_.col(c) = budget.shares;
      periods_[c] = budget.period;
    }
  }

  ProgramSolution run(const VectorXd& start) {
    begin(start);
    int step = 0;
    for (look(); !is_solved() && step < options_.most_steps; look()) {
      if (short_steps_ >= kMostShort || is_idle() || !take_step()) break;
      ++step;
    }
    return tell(step);
  }

 private:
  void begin(const VectorXd& start) {
    state_.z = start;
    state_.budget_prices = VectorXd::Zero(budgets_);
    add_totals();
    calc_rows();
    state_.slacks = (-values_).cwiseMax(kLeastSlack);
    const double size = std::max(totals_.dot(program_.costs), totals_[0]);
    const auto rows = std::max<Eigen::Index>(1, state_.slacks.size());
    const double mu = size / static_cast<double>(rows);
    state_.prices = mu * state_.slacks.cwiseInverse();
    begin_budgets();
  }

  // The period at which all budgets hold with room, and prices that balance its cost.
  void begin_budgets() {
    const VectorXd used = budget_shares_.transpose() * totals_;
    state_.budget_slacks.resize(budgets_);
    state_.budget_prices.resize(budgets_);
    if (program_.has_period) {
      for (Eigen::Index c = 0; c < budgets_; ++c) {
        const double need = used[c] - program_.budgets[static_cast<std::size_t>(c)].most;
        if (periods_[c] > 0.0) state_.period = std::max(state_.period, 1.1 * need / periods_[c]);
      }
    }
    const auto with_period = static_cast<double>((periods_.array() > 0.0).count());
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      const double room = budget_room(c) - used[c];
      const double size = std::max(std::abs(budget_room(c)), used[c]);
      state_.budget_slacks[c] = std::max(room, kLeastSlack * size);
      state_.budget_prices[c] = periods_[c] > 0.0
                                    ? program_.period_cost / (with_period * periods_[c])
                                    : totals_.dot(program_.costs) / size;
    }
  }

  [[nodiscard]] double budget_room(Eigen::Index c) const {
    return program_.budgets[static_cast<std::size_t>(c)].most + periods_[c] * state_.period;
  }

  // A stop, where friction takes as much of every force as it can.
  void add_rest(std::size_t q) {
    const int first = program_.points[q].first;
    const double time = program_.weights[q];
    const auto drives = static_cast<std::size_t>(program_.drives);
    for (std::size_t k = 0; k < drives; ++k) {
      const std::size_t i = q * forces_at_point() + k;
      const auto column = 1 + static_cast<Eigen::Index>(k);
      const double force = calc_force(i, first);
      const double left = std::abs(force) - program_.forces[i].friction;
      if (left <= 0.0) continue;
      const double n = std::copysign(left, force);
      totals_[column] += time * n * n;
      const double* c = program_.force_coefficients.data() + i * static_cast<std::size_t>(window_);
      double* gradient = total_gradients_.col(column).data() + first;
      for (int a = 0; a < window_; ++a) gradient[a] += 2.0 * time * n * c[a];
      add_square(first, c, 2.0 * shares_[column] * time);
    }
  }

  [[nodiscard]] std::size_t forces_at_point() const {
    return static_cast<std::size_t>(program_.drives) + program_.others.size();
  }

  // Which of a drive's forces is its force at a point of the motion.
  [[nodiscard]] std::size_t choose_force(std::size_t q, std::size_t drive, double root) const {
    std::size_t best = q * forces_at_point() + drive;
    const int choose = program_.forces[best].choose;
    if (choose == 0) return best;
    const int first = program_.points[q].first;
    const auto value = [&](std::size_t i) {
      return choose * (calc_force(i, first) + program_.forces[i].root * root);
    };
    double most = value(best);
    for (std::size_t e = 0; e < program_.others.size(); ++e) {
      if (program_.others[e] != static_cast<int>(drive)) continue;
      const std::size_t i = q * forces_at_point() + static_cast<std::size_t>(program_.drives) + e;
      if (value(i) <= most) continue;
      most = value(i);
      best = i;
    }
    return best;
  }

  // Without its term in sqrt(x).
  [[nodiscard]] double calc_force(std::size_t i, int first) const {
    const double* coefficients =
        program_.force_coefficients.data() + i * static_cast<std::size_t>(window_);
    const double* cell = state_.z.data() + first;
    double sum = program_.forces[i].constant;
    for (int a = 0; a < window_; ++a) sum += coefficients[a] * cell[a];
    return sum;
  }

  [[nodiscard]] double root_at(int station) const {
    return std::sqrt(program_.x_at(program_.stations[static_cast<std::size_t>(station)], state_.z));
  }

  void calc_rows() {
    values_.resize(static_cast<Eigen::Index>(program_.rows.size()));
    for (std::size_t i = 0; i < program_.rows.size(); ++i) {
      const ProgramRow& row = program_.rows[i];
      const Station& at = program_.stations[static_cast<std::size_t>(row.station)];
      const double* coefficients =
          program_.row_coefficients.data() + i * static_cast<std::size_t>(window_);
      const double* cell = state_.z.data() + at.first;
      double sum = row.constant;
      for (int a = 0; a < window_; ++a) sum += coefficients[a] * cell[a];
      if (row.root != 0.0) sum += row.root * root_at(row.station);
      if (row.end_root != 0.0) sum += row.end_root * root_at(row.end_station);
      if (row.spare != 0.0) sum -= row.spare / root_at(row.spare_station);
      if (row.late_spare != 0.0) sum -= row.late_spare / root_at(row.late_station);
      values_[static_cast<Eigen::Index>(i)] = sum;
    }
  }

  void look() {
    matrix_.set_zero();
    add_totals();
    calc_rows();
    add_rows();
    dual_ = total_gradients_ * shares_ + row_pull_;
    for (const int i : program_.fixed) dual_[i] = 0.0;
    residuals_ = values_ + state_.slacks;
    used_ = budget_shares_.transpose() * totals_;
    budget_residuals_.resize(budgets_);
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      budget_residuals_[c] = used_[c] - budget_room(c) + state_.budget_slacks[c];
    }
    period_residual_ =
        program_.has_period ? program_.period_cost - periods_.dot(state_.budget_prices) : 0.0;
  }

  // What T and every E_k count in the Lagrangian.
  [[nodiscard]] VectorXd shares_of_totals() const {
    return program_.costs + budget_shares_ * state_.budget_prices;
  }

  // T, E_k, their gradients, and the curvature of the Lagrangian by them. With l what of a force is
  // linear in the unknowns and b its share of sqrt(x), n² / sqrt(x) = l² / sqrt(x) + 2 b l +
  // b² sqrt(x), of which the last is not convex: it counts as far as time makes up for it.
  void add_totals() {
    totals_ = VectorXd::Zero(totals_count_);
    total_gradients_.setZero();
    shares_ = shares_of_totals();
    const int half = window_ / 2;
    const auto drives = static_cast<std::size_t>(program_.drives);
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const Station& point = program_.points[q];
      if (point.rests) {
        add_rest(q);
        continue;
      }
      const double x = program_.x_at(point, state_.z), root = std::sqrt(x);
      const double weight = program_.weights[q], time = weight / root;
      double along = 0.0, bent = 0.75 * shares_[0] * time / (x * x);
      totals_[0] += time;
      add_along(point, -0.5 * time / x, total_gradients_.col(0).data() + point.first);
      for (std::size_t k = 0; k < drives; ++k) {
        const auto column = 1 + static_cast<Eigen::Index>(k);
        const std::size_t i = choose_force(q, k, root);
        const double b = program_.forces[i].root, l = calc_force(i, point.first), n = l + b * root;
        totals_[column] += time * n * n;
        const double* c =
            program_.force_coefficients.data() + i * static_cast<std::size_t>(window_);
        double* gradient = total_gradients_.col(column).data() + point.first;
        for (int a = 0; a < window_; ++a) gradient[a] += 2.0 * time * n * c[a];
        add_along(point, 0.5 * time * (b * b - l * l / x), gradient);
        const double share = shares_[column];
        if (share == 0.0) continue;
        add_square(point.first, c, 2.0 * share * time);
        along += share * time * 0.75 * l * l / (x * x);
        bent -= share * time * 0.25 * b * b / x;
        add_product(point, c, -share * time * l / x);
      }
      const double e[3] = {point.x[0], point.x[1], point.x[2]};
      const double curvature = along + std::max(bent, 0.0);
      const int at[3] = {0, half, window_ - 1};
      for (int a = 0; a < 3; ++a) {
        double* column = matrix_.column(point.first + at[a]);
        for (int b = a; b < 3; ++b) column[at[b] - at[a]] += curvature * e[a] * e[b];
      }
    }
  }

  void add_along(const Station& point, double size, double* gradient) const {
    const int half = window_ / 2;
    gradient[0] += size * point.x[0];
    gradient[half] += size * point.x[1];
    gradient[window_ - 1] += size * point.x[2];
  }

  // size c c' of a cell.
  void add_square(int first, const double* c, double size) {
    for (int a = 0; a < window_; ++a) {
      double* column = matrix_.column(first + a);
      const double factor = size * c[a];
      if (factor == 0.0) continue;
      for (int b = a; b < window_; ++b) column[b - a] += factor * c[b];
    }
  }

  // size (c e' + e c') of a cell, with e the weights of x.
  void add_product(const Station& point, const double* c, double size) {
    const int half = window_ / 2;
    const int at[3] = {0, half, window_ - 1};
    for (int k = 0; k < 3; ++k) {
      const double factor = size * point.x[static_cast<std::size_t>(k)];
      if (factor == 0.0) continue;
      const int i = at[k];
      for (int a = 0; a < i; ++a) matrix_.column(point.first + a)[i - a] += factor * c[a];
      double* column = matrix_.column(point.first + i);
      column[0] += 2.0 * factor * c[i];
      for (int b = i + 1; b < window_; ++b) column[b - i] += factor * c[b];
    }
  }

  // Gradients of rows, what they pull at the unknowns, and their part of the matrix.
  void add_rows() {
    row_pull_ = VectorXd::Zero(program_.unknowns);
    for (std::size_t i = 0; i < program_.rows.size(); ++i) {
      const ProgramRow& row = program_.rows[i];
      const Station& at = program_.stations[static_cast<std::size_t>(row.station)];
      double* gradient = gradients_.data() + i * static_cast<std::size_t>(window_);
      std::copy_n(program_.row_coefficients.data() + i * static_cast<std::size_t>(window_), window_,
                  gradient);
      const double price = state_.prices[static_cast<Eigen::Index>(i)];
      add_root(row.root, row.station, price, gradient);
      add_root(row.end_root, row.end_station, price, gradient);
      add_spare(row.spare, row.spare_station, gradient);
      add_spare(row.late_spare, row.late_station, gradient);
      const auto k = static_cast<Eigen::Index>(i);
      for (int a = 0; a < window_; ++a) row_pull_[at.first + a] += state_.prices[k] * gradient[a];
      add_square(at.first, gradient, state_.prices[k] / state_.slacks[k]);
    }
  }

  // The term root sqrt(x) of a row. Against a lower limit it is convex, and bends the Lagrangian.
  void add_root(double root, int station, double price, double* gradient) {
    if (root == 0.0) return;
    const Station& at = program_.stations[static_cast<std::size_t>(station)];
    const double x = program_.x_at(at, state_.z), of = std::sqrt(x);
    add_along(at, 0.5 * root / of, gradient);
    if (root < 0.0) add_bend(at, -0.25 * price * root / (x * of));
  }

  void add_spare(double spare, int station, double* gradient) const {
    if (spare == 0.0) return;
    const Station& at = program_.stations[static_cast<std::size_t>(station)];
    const double x = program_.x_at(at, state_.z);
    add_along(at, 0.5 * spare / (x * std::sqrt(x)), gradient);
  }

  void add_bend(const Station& at, double size) {
    const int half = window_ / 2;
    const int places[3] = {0, half, window_ - 1};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = a; b < 3; ++b) {
        matrix_.column(at.first + places[a])[places[b] - places[a]] += size * at.x[a] * at.x[b];
      }
    }
  }

  [[nodiscard]] double calc_gap() const {
    return state_.slacks.dot(state_.prices) + state_.budget_slacks.dot(state_.budget_prices);
  }

  [[nodiscard]] double calc_objective() const {
    return totals_.dot(program_.costs) + program_.period_cost * state_.period;
  }

  // The largest residual: of rows in shares of their limits, of budgets of their size, and of the
  // Lagrangian's gradient by what it would change the objective if unknowns moved by their size.
  [[nodiscard]] double calc_residual() const {
    return std::max(calc_primal_residual(), calc_dual_residual() / calc_objective());
  }

  [[nodiscard]] double calc_primal_residual() const {
    double largest = residuals_.size() > 0 ? residuals_.cwiseAbs().maxCoeff() : 0.0;
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      const double size = std::max(std::abs(budget_room(c)), used_[c]);
      largest = std::max(largest, std::abs(budget_residuals_[c]) / size);
    }
    return std::max(largest, std::abs(period_residual_));
  }

  [[nodiscard]] double calc_dual_residual() const {
    return dual_.cwiseAbs().dot(state_.z.cwiseAbs());
  }

  [[nodiscard]] bool is_solved() const {
    const double most = idle_steps_ >= kMostIdle ? kNoise : options_.tolerance;
    const double dual = calc_dual_residual() + calc_gap();
    return calc_primal_residual() <= options_.tolerance && dual <= most * calc_objective();
  }

  // Whether nothing changes any more.
  bool is_idle() {
    const double residual = calc_residual() + calc_gap() / calc_objective();
    if (residual < 0.5 * least_residual_) {
      least_residual_ = residual;
      idle_steps_ = 0;
    } else {
      ++idle_steps_;
    }
    return idle_steps_ > kMostIdle && least_residual_ <= kNoise;
  }

  struct Direction {
    VectorXd z, slacks, prices, budget_slacks, budget_prices;
    double period{0.0};
  };

  // The matrix of the step, factorised: the band, then the border through it.
  bool factorise() {
    for (const int i : program_.fixed) matrix_.fix(i);
    matrix_.regularise(kHold, kRelativeHold);
    if (!matrix_.factorise()) return false;
    const Eigen::Index size = budgets_ + (program_.has_period ? 1 : 0);
    slopes_.noalias() = total_gradients_ * budget_shares_;
    for (const int i : program_.fixed) slopes_.row(i).setZero();
    through_ = slopes_;
    if (budgets_ > 0) matrix_.solve(through_);
    MatrixXd schur = MatrixXd::Zero(size, size);
    schur.topLeftCorner(budgets_, budgets_).noalias() = -slopes_.transpose() * through_;
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      schur(c, c) -= state_.budget_slacks[c] / state_.budget_prices[c];
      if (program_.has_period) schur(c, budgets_) = schur(budgets_, c) = -periods_[c];
    }
    if (size > 0) schur_.compute(schur);
    return true;
  }

  // A Newton step towards slack times price = target (of rows and of budgets).
  Direction solve(const VectorXd& targets, const VectorXd& budget_targets) {
    Direction step;
    right_ = -dual_;
    for (std::size_t i = 0; i < program_.rows.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      const double pull = (targets[k] + state_.prices[k] * residuals_[k]) / state_.slacks[k];
      const double* gradient = gradients_.data() + i * static_cast<std::size_t>(window_);
      const int first = program_.stations[static_cast<std::size_t>(program_.rows[i].station)].first;
      for (int a = 0; a < window_; ++a) right_[first + a] -= pull * gradient[a];
    }
    for (const int i : program_.fixed) right_[i] = 0.0;
    matrix_.solve(right_);
    step.budget_prices = VectorXd::Zero(budgets_);
    if (budgets_ > 0) {
      const Eigen::Index size = budgets_ + (program_.has_period ? 1 : 0);
      VectorXd border(size);
      border.head(budgets_) = -budget_residuals_ -
                              budget_targets.cwiseQuotient(state_.budget_prices) -
                              slopes_.transpose() * right_;
      if (program_.has_period) border[budgets_] = -period_residual_;
      const VectorXd solved = schur_.solve(border);
      step.budget_prices = solved.head(budgets_);
      if (program_.has_period) step.period = solved[budgets_];
      right_ -= through_ * step.budget_prices;
    }
    step.z = right_;
    step.budget_slacks = (budget_targets - state_.budget_slacks.cwiseProduct(step.budget_prices))
                             .cwiseQuotient(state_.budget_prices);
    complete(targets, step);
    return step;
  }

  // Slacks and prices of rows, from those of the unknowns.
  void complete(const VectorXd& targets, Direction& step) const {
    step.slacks.resize(state_.slacks.size());
    for (std::size_t i = 0; i < program_.rows.size(); ++i) {
      const double* gradient = gradients_.data() + i * static_cast<std::size_t>(window_);
      const int first = program_.stations[static_cast<std::size_t>(program_.rows[i].station)].first;
      double change = 0.0;
      for (int a = 0; a < window_; ++a) change += gradient[a] * step.z[first + a];
      const auto k = static_cast<Eigen::Index>(i);
      step.slacks[k] = -residuals_[k] - change;
    }
    step.prices = (targets - state_.prices.cwiseProduct(step.slacks)).cwiseQuotient(state_.slacks);
  }

  [[nodiscard]] static double find_length(const VectorXd& values, const VectorXd& step,
                                          double share) {
    double length = 1.0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (step[i] < 0.0) length = std::min(length, -share * values[i] / step[i]);
    }
    return length;
  }

  // How far the primal variables may go.
  [[nodiscard]] double find_primal_length(const Direction& step) const {
    double length = std::min(find_length(state_.slacks, step.slacks, kToSlack),
                             find_length(state_.budget_slacks, step.budget_slacks, kToSlack));
    const auto keep_moving = [&](const Station& at) {
      const double change = program_.x_at(at, step.z);
      if (!at.rests && change < 0.0)
        length = std::min(length, -kToRest * program_.x_at(at, state_.z) / change);
    };
    for (const Station& at : program_.points) keep_moving(at);
    for (const ProgramRow& row : program_.rows) {
      const auto keep = [&](double factor, int station) {
        if (factor != 0.0) keep_moving(program_.stations[static_cast<std::size_t>(station)]);
      };
      keep(row.root, row.station);
      keep(row.end_root, row.end_station);
      keep(row.spare, row.spare_station);
      keep(row.late_spare, row.late_station);
    }
    return length;
  }

  [[nodiscard]] double find_dual_length(const Direction& step) const {
    return std::min(find_length(state_.prices, step.prices, kToSlack),
                    find_length(state_.budget_prices, step.budget_prices, kToSlack));
  }

  bool take_step() {
    if (!factorise()) return false;
    const auto count = static_cast<double>(state_.slacks.size() + budgets_);
    const double mu = calc_gap() / count;
    const VectorXd products = state_.slacks.cwiseProduct(state_.prices);
    const VectorXd budget_products = state_.budget_slacks.cwiseProduct(state_.budget_prices);
    const Direction affine = solve(-products, -budget_products);
    const double primal = find_primal_length(affine), dual = find_dual_length(affine);
    const double reached =
        ((state_.slacks + primal * affine.slacks).dot(state_.prices + dual * affine.prices) +
         (state_.budget_slacks + primal * affine.budget_slacks)
             .dot(state_.budget_prices + dual * affine.budget_prices)) /
        count;
    const double ratio = std::max(reached / mu, 0.0);
    double centre = ratio * ratio * ratio * mu;
    // Not so near to the edge that residuals are left behind.
    centre = std::max(centre, std::min(mu, 0.1 * calc_dual_residual() / count));
    const double bend = primal * dual;
    const VectorXd targets =
        (centre - products.array() - bend * affine.slacks.cwiseProduct(affine.prices).array());
    const VectorXd budget_targets =
        (centre - budget_products.array() -
         bend * affine.budget_slacks.cwiseProduct(affine.budget_prices).array());
    move(solve(targets, budget_targets));
    return true;
  }

  void move(const Direction& step) {
    const double primal = find_primal_length(step), dual = find_dual_length(step);
    short_steps_ = std::max(primal, dual) < kShort ? short_steps_ + 1 : 0;
    state_.z += primal * step.z;
    state_.slacks += primal * step.slacks;
    state_.budget_slacks += primal * step.budget_slacks;
    state_.period += primal * step.period;
    state_.prices += dual * step.prices;
    state_.budget_prices += dual * step.budget_prices;
  }

  [[nodiscard]] ProgramSolution tell(int steps) const {
    ProgramSolution solution;
    solution.is_solved = is_solved();
    solution.z = state_.z;
    solution.period = state_.period;
    solution.totals = totals_;
    solution.row_prices = state_.prices;
    solution.prices = state_.budget_prices;
    solution.objective = calc_objective();
    solution.gap = calc_gap();
    solution.residual = calc_residual();
    solution.steps = steps;
    return solution;
  }

  const MotionProgram& program_;
  InteriorPointOptions options_;
  int window_;
  Eigen::Index budgets_;
  Eigen::Index totals_count_;
  MatrixXd budget_shares_;  // (1 + m) x budgets
  VectorXd periods_;
  State state_;

  BandCholesky matrix_;
  std::vector<double> gradients_;  // window of each row
  VectorXd values_;                // of rows
  VectorXd residuals_;             // of rows with their slacks
  VectorXd totals_;
  MatrixXd total_gradients_;  // unknowns x (1 + m)
  VectorXd shares_;           // of totals in the Lagrangian
  VectorXd row_pull_;
  VectorXd dual_;
  VectorXd used_;
  VectorXd budget_residuals_;
  double period_residual_{0.0};
  MatrixXd slopes_, through_;  // of budgets, and solved for
  Eigen::PartialPivLU<MatrixXd> schur_;
  VectorXd right_;
  int short_steps_{0};
  int idle_steps_{0};
  double least_residual_{std::numeric_limits<double>::infinity()};
};

}  // namespace

ProgramSolution solve_program(const MotionProgram& program, const VectorXd& start,
                              const InteriorPointOptions& options) {
  return InteriorPoint(program, options).run(start);
}

}  // namespace convex
}  // namespace globaldyn::inside
