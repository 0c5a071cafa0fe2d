#include "globaldyn/convex/interior_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/cancel.h"
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
// What is added to the diagonal, beside rounding errors: preloads that nothing holds stay.
constexpr double kHold = 1e-12;
// Steps shorter than this, primal and dual, lead nowhere: as many in a row as it takes to be sure.
constexpr double kShort = 1e-4;
constexpr int kMostShort = 5;
// Rounding errors of the Lagrangian's gradient: u is a difference of b over a cell, which next to
// gentle rests is as short as 1e-9 of the path. If so many steps in a row do not halve the
// residual, this much is left of it, which was measured with unknowns as large as they are; they
// are by far less than a thousandth of that away from their solution, and so is the objective from
// its own by less than a thousandth of this.
constexpr int kMostIdle = 6;
constexpr double kNoise = 1e-5;
// Limits that then are exceeded by this much are kept: less than what they may be exceeded by
// between the places where they are kept.
constexpr double kKept = 2e-8;
// Where a later solution of nearly the same program may go on: near enough to have chosen most of
// the limits that hold, far enough from them to choose others.
constexpr double kToGoOn = 1e-2;

// Of a gear with losses, over how much of the size of its force the corner between its two terms is
// rounded: where the motor's force is wrong by at most half of that it is as small as the corner is
// short. And after how many steps without progress they are halved, from then on.
constexpr double kRoundedForce = 1e-3;
constexpr int kToAndFro = 2;
// It is blunt from then on, and becomes as sharp as it was by this factor a step.
constexpr double kBlunt = 0.3, kSharper = 0.85;
// Rounded anew where the force is no more than this much of the size it was rounded by.
constexpr double kMuchSmaller = 0.5;

// What a force changes by along a cell, in its unit, if nothing is known of it: of grids of some
// hundred cells. Bounds begin a tenth of it above.
constexpr double kTypicalChange = 1e-2;

// What is to be least is measured anew where it has become so much less than 1: what is added to
// diagonals is no share of it.
constexpr double kFarLess = 1e-2;

// The two sides of every limit, in this order in all vectors over sides.
constexpr std::size_t kSides = 2;

// Blocks of rows are as long as a multiple of this: what is done to all of them is done to so many
// at a time.
constexpr std::size_t kLane = kRowLane;

using Doubles = const double* __restrict;

double sum_lane(const std::array<double, kLane>& sums) {
  double sum = 0.0;
  for (const double one : sums) sum += one;
  return sum;
}

// The sum of a_k b_k.
double sum_products(std::size_t count, Doubles a, Doubles b) {
  std::array<double, kLane> sums{};
  for (std::size_t k = 0; k < count; k += kLane) {
    for (std::size_t j = 0; j < kLane; ++j) sums[j] += a[k + j] * b[k + j];
  }
  return sum_lane(sums);
}

// The sum of w_k a_k b_k.
double sum_products(std::size_t count, Doubles w, Doubles a, Doubles b) {
  std::array<double, kLane> sums{};
  for (std::size_t k = 0; k < count; k += kLane) {
    for (std::size_t j = 0; j < kLane; ++j) sums[j] += w[k + j] * a[k + j] * b[k + j];
  }
  return sum_lane(sums);
}

void add_multiple(std::size_t count, double factor, Doubles a, double* __restrict sum) {
  for (std::size_t k = 0; k < count; ++k) sum[k] += factor * a[k];
}

// @tparam kWindow of the program, or 0 for any
template <int kWindow>
class InteriorPoint {
 public:
  InteriorPoint(const MotionProgram& program, const InteriorPointOptions& options)
      : program_(program),
        rows_(program.rows),
        options_(options),
        any_window_(program.window()),
        sides_(static_cast<Eigen::Index>(kSides * program.rows.size())),
        budgets_(static_cast<Eigen::Index>(program.budgets.size())),
        equalities_(static_cast<Eigen::Index>(program.equalities.size())),
        totals_count_(1 + program.drives + static_cast<Eigen::Index>(program.weighted.size())),
        matrix_(program.unknowns, window() - 1),
        total_gradients_(MatrixXd::Zero(program.unknowns, totals_count_)),
        forces_(static_cast<Eigen::Index>(program.forces_at_point())),
        force_(static_cast<std::size_t>(window())),
        force_corner_(static_cast<std::size_t>(window())),
        corners_(static_cast<std::size_t>(program.drives)),
        corner_gradients_(window(), program.drives) {
    list_limits();
    list_gradients();
    measure_costs(1.0);
    budget_shares_.setZero(totals_count_, budgets_);
    periods_.resize(budgets_);
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      const Budget& budget = program.budgets[static_cast<std::size_t>(c)];
      budget_shares_.col(c).head(budget.shares.size()) = budget.shares;
      periods_[c] = budget.period;
    }
    list_equalities();
    counts_energies_ = program.energy_cost > 0.0 || !costs_.tail(totals_count_ - 1).isZero(0.0) ||
                       !budget_shares_.bottomRows(totals_count_ - 1).isZero(0.0);
    list_hinges();
  }

  ProgramSolution run(const VectorXd& start, const ProgramState* known) {
    if (known != nullptr) {
      state_ = *known;
      measure_costs(state_.unit);
    } else {
      begin(start);
    }
    int step = 0;
    for (look(); !is_done() && step < options_.most_steps; look()) {
      throw_if_cancelled();
      if (calc_size() < kFarLess) measure_anew();
      keep_on_the_way();
      if (short_steps_ >= kMostShort || is_idle() || !take_step()) break;
      ++step;
    }
    // Nothing led on: as after steps without progress.
    idle_steps_ = std::max(idle_steps_, kMostIdle);
    return tell(step);
  }

 private:
  [[nodiscard]] constexpr int window() const {
    if constexpr (kWindow > 0) return kWindow;
    return any_window_;
  }
  /// Where the b of a cell are among its unknowns.
  [[nodiscard]] constexpr std::array<int, 3> b_places() const {
    return {0, window() / 2, window() - 1};
  }
  [[nodiscard]] static bool is_bent(const RowBlock& block) {
    return block.bends || block.end_bends || block.vector >= 0;
  }
  [[nodiscard]] std::size_t coefficients_of(const RowBlock& block) const {
    return block.first * static_cast<std::size_t>(window());
  }

  // A side without a limit has a slack of 1 and costs nothing, in all steps.
  void list_limits() {
    limits_ = VectorXd::Zero(sides_);
    has_limit_ = VectorXd::Zero(sides_);
    Eigen::Index i = 0;
    for (const std::vector<double>* side : {&rows_.high, &rows_.low}) {
      for (const double limit : *side) {
        if (std::isfinite(limit)) {
          limits_[i] = limit;
          has_limit_[i] = 1.0;
        }
        ++i;
      }
    }
  }

  void list_equalities() {
    equality_weights_ = MatrixXd::Zero(program_.unknowns, equalities_);
    for (Eigen::Index e = 0; e < equalities_; ++e) {
      for (const auto& [unknown, weight] : program_.equalities[static_cast<std::size_t>(e)].terms) {
        equality_weights_(unknown, e) += weight;
      }
    }
    for (const int i : program_.fixed) equality_weights_.row(i).setZero();
  }

  // Of points that draw, then of changes of forces.
  void list_hinges() {
    if (energy_cost_ > 0.0) {
      drawing_ = static_cast<Eigen::Index>(program_.drawn.rates.size()) / program_.drives;
      for (Eigen::Index q = 0; q < drawing_; ++q) {
        hinges_.push_back(
            {program_.points[static_cast<std::size_t>(q)].first, program_.drawn.recovered});
      }
    }
    for (const ForceChange& change : program_.changes) hinges_.push_back({change.cell, -1.0});
    const auto count = static_cast<Eigen::Index>(hinges_.size());
    hinge_gradient_.setZero(program_.unknowns);
    hinge_gradients_.resize(window(), count);
    for (VectorXd* one : {&hinge_costs_, &above_, &above_share_, &hinge_bends_, &share_bends_}) {
      one->setZero(count);
    }
  }

  void list_gradients() {
    const std::vector<RowBlock>& blocks = program_.blocks;
    if (std::any_of(blocks.begin(), blocks.end(), is_bent)) {
      gradients_.resize(rows_.coefficients.size());
    }
    if (std::any_of(blocks.begin(), blocks.end(), [](const RowBlock& one) { return one.spares; })) {
      spare_gradients_.resize(rows_.coefficients.size());
    }
    values_.resize(static_cast<Eigen::Index>(rows_.size()));
    for (VectorXd* one : {&residuals_, &inverse_slacks_, &bends_, &slack_steps_, &price_steps_}) {
      one->resize(sides_);
    }
    row_pull_.resize(program_.unknowns);
    affine_pull_.resize(program_.unknowns);
    std::size_t most_rows = 0;
    for (const RowBlock& block : blocks) most_rows = std::max(most_rows, block.rows);
    for (std::vector<double>* one :
         {&pulls_, &changes_, &weights_, &spare_pulls_, &spare_weights_}) {
      one->resize(most_rows);
    }
  }

  void begin(const VectorXd& start) {
    state_.z = start;
    state_.budget_prices = VectorXd::Zero(budgets_);
    state_.equality_prices = VectorXd::Zero(equalities_);
    state_.slacks = VectorXd::Ones(sides_);
    state_.prices = VectorXd::Zero(sides_);
    choose_unit();
    for (const RowBlock& block : program_.blocks) calc_values(block);
    const double mu = 1.0 / std::max(1.0, has_limit_.sum());
    for (Eigen::Index i = 0; i < sides_; ++i) {
      if (has_limit_[i] == 0.0) continue;
      state_.slacks[i] = std::max(-residuals_[i] + state_.slacks[i], kLeastSlack);
      state_.prices[i] = mu / state_.slacks[i];
    }
    begin_budgets();
  }

  // So that what is to be least is about 1: of the start, with a period that is its time.
  void choose_unit() {
    const auto look_at_totals = [this] {
      state_.hinge_most = VectorXd::Constant(hinge_costs_.size(), kNoBound);
      state_.hinge_prices = VectorXd::Zero(hinge_costs_.size());
      add_totals(true);
    };
    state_.sizes = VectorXd::Ones(program_.drives);
    look_at_totals();
    size_forces();
    const double size = calc_size() + period_cost_ * totals_[0];
    state_.unit = size > 0.0 && std::isfinite(size) ? size : 1.0;
    measure_costs(state_.unit);
    look_at_totals();
  }

  // Of a motion that turns out to need far less than the start.
  void measure_anew() {
    const double ratio = calc_size();
    if (!(ratio > 0.0)) return;
    state_.unit *= ratio;
    for (VectorXd* prices :
         {&state_.prices, &state_.budget_prices, &state_.equality_prices, &state_.hinge_prices}) {
      *prices /= ratio;
    }
    mu_ /= ratio;
    measure_costs(state_.unit);
    if (counts_energies_) size_forces();
    look();
  }

  // Whether it is solved, with corners that are rounded by what forces are now.
  bool is_done() {
    if (!is_solved()) return false;
    if (program_.others.empty() || !counts_energies_) return true;
    const VectorXd before = state_.sizes;
    size_forces();
    if ((state_.sizes.array() > kMuchSmaller * before.array()).all()) {
      state_.sizes = before;
      return true;
    }
    idle_steps_ = 0;
    least_residual_ = std::numeric_limits<double>::infinity();
    look();
    return is_solved();
  }

  // By the mean squares of the motion, if they are below the unit.
  void size_forces() {
    constexpr double kLeast = 1e-9;
    for (int k = 0; k < program_.drives; ++k) {
      state_.sizes[k] = std::clamp(std::sqrt(totals_[1 + k] / totals_[0]), kLeast, 1.0);
    }
  }

  void measure_costs(double unit) {
    costs_ = VectorXd::Zero(totals_count_);
    costs_.head(program_.costs.size()) = program_.costs / unit;
    period_cost_ = program_.period_cost / unit;
    energy_cost_ = program_.energy_cost / unit;
    variation_costs_ = program_.variation_costs / unit;
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
      state_.budget_prices[c] = periods_[c] > 0.0 ? period_cost_ / (with_period * periods_[c])
                                                  : std::abs(calc_objective()) / size;
    }
  }

  [[nodiscard]] double budget_room(Eigen::Index c) const {
    return program_.budgets[static_cast<std::size_t>(c)].most + periods_[c] * state_.period;
  }

  // A stop, where friction takes as much of every force as it can.
  void add_rest(std::size_t q) {
    const double time = program_.weights[q];
    const bool draws = energy_cost_ > 0.0;
    calc_forces(q);
    for (int k = 0; k < program_.drives; ++k) {
      const double n = find_rest_force(q, k);
      if (n == 0.0) continue;
      totals_[1 + k] += time * n * n;
      const double* c = take_force(q, k);
      const int first = program_.points[q].first;
      add_force_gradient(first, 1 + k, c, 2.0 * time * n);
      double share = shares_[1 + k];
      visit_weighted(q, k, [&](Eigen::Index total, double weight) {
        totals_[total] += weight * time * n * n;
        add_force_gradient(first, total, c, 2.0 * weight * time * n);
        share += weight * shares_[total];
      });
      if (draws) {
        const double loss = program_.drawn.losses[k] * time;
        drawn_ += loss * n * n;
        drawn_size_ += loss * n * n;
        share += energy_cost_ * program_.drawn.losses[k];
        const double size = energy_cost_ * loss * 2.0 * n;
        for (int a = 0; a < window(); ++a) hinge_gradient_[first + a] += size * c[a];
      }
      if (share != 0.0) add_force_square(first, c, 2.0 * share * time);
    }
  }

  // What friction leaves of one of forces_.
  [[nodiscard]] double find_rest_force(std::size_t q, int drive) const {
    const ProgramForce& force = program_.forces[first_force(q) + static_cast<std::size_t>(drive)];
    const double left = std::abs(forces_[drive]) - force.friction;
    return left > 0.0 ? std::copysign(left, forces_[drive]) : 0.0;
  }

  [[nodiscard]] std::size_t first_force(std::size_t q) const {
    return q * program_.forces_at_point();
  }

  [[nodiscard]] const double* force_coefficients(std::size_t q) const {
    return program_.force_coefficients.data() + first_force(q) * static_cast<std::size_t>(window());
  }

  // Those at a point, without their terms in sqrt(x).
  void calc_forces(std::size_t q) {
    const auto count = static_cast<std::size_t>(forces_.size());
    const double* cell = state_.z.data() + program_.points[q].first;
    const double* coefficients = force_coefficients(q);
    for (std::size_t k = 0; k < count; ++k) {
      forces_.data()[k] = program_.forces[first_force(q) + k].constant;
    }
    for (int a = 0; a < window(); ++a, coefficients += count) {
      add_multiple(count, cell[a], coefficients, forces_.data());
    }
  }

  // The coefficients of one of them, next to each other.
  const double* take_force(std::size_t q, int force) {
    const double* c = force_coefficients(q) + force;
    for (int a = 0; a < window(); ++a) force_[static_cast<std::size_t>(a)] = c[a * forces_.size()];
    return force_.data();
  }

  void add_force_gradient(int first, Eigen::Index total, const double* c, double size) {
    double* gradient = total_gradients_.col(total).data() + first;
    for (int a = 0; a < window(); ++a) gradient[a] += size * c[a];
  }

  // The totals in which a drive's force counts with a weight at a point.
  template <class Visit>
  void visit_weighted(std::size_t q, int drive, const Visit& visit) const {
    for (std::size_t i = 0; i < program_.weighted.size(); ++i) {
      const WeightedEnergy& one = program_.weighted[i];
      if (one.drive == drive) {
        visit(1 + program_.drives + static_cast<Eigen::Index>(i), one.weights[q]);
      }
    }
  }

  // size c c' of a cell, c those of a force.
  void add_force_square(int first, const double* c, double size) {
    for (int a = 0; a < window(); ++a) {
      double* column = matrix_.column(first + a);
      const double factor = size * c[a];
      for (int b = a; b < window(); ++b) column[b - a] += factor * c[b];
    }
  }

  // size (c e' + e c') of a cell, with e the weights of x and c those of a force.
  void add_force_product(const Station& point, const double* c, double size) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double factor = size * point.x[k];
      const int i = b_places()[k];
      for (int a = 0; a < i; ++a) matrix_.column(point.first + a)[i - a] += factor * c[a];
      double* column = matrix_.column(point.first + i);
      column[0] += 2.0 * factor * c[i];
      for (int a = i + 1; a < window(); ++a) column[a - i] += factor * c[a];
    }
  }

  // A drive's force at a point: constant + c . z + b sqrt(x), of which `linear` is all but the
  // root.
  struct PointForce {
    double linear{0.0};
    double b{0.0};
    const double* c{nullptr};
    /// Behind a gear with losses: along which it bends, and how much.
    double bend{0.0};
    const double* along{nullptr};
  };

  // Where a drive has several forces, of which the largest counts, or the smallest, the corner
  // between the two that are nearest to it is rounded: at the corner itself, where motions like to
  // stay, Newton's steps would go to and fro.
  [[nodiscard]] PointForce find_force(std::size_t q, int drive, double root) {
    const ProgramForce* forces = program_.forces.data() + first_force(q);
    const int choose = forces[drive].choose;
    if (choose == 0) return {forces_[drive], forces[drive].root, take_force(q, drive)};
    const auto value = [&](int i) { return forces_[i] + forces[i].root * root; };
    int best = drive, second = -1;
    for (std::size_t e = 0; e < program_.others.size(); ++e) {
      if (program_.others[e] != drive) continue;
      const int i = program_.drives + static_cast<int>(e);
      if (choose * value(i) > choose * value(best)) {
        second = best;
        best = i;
      } else if (second < 0 || choose * value(i) > choose * value(second)) {
        second = i;
      }
    }
    if (second < 0) return {forces_[best], forces[best].root, take_force(q, best)};
    const double apart = value(best) - value(second);
    const double rounded = rounded_ * state_.sizes[drive];
    const double size = std::sqrt(apart * apart + rounded * rounded);
    const double share = 0.5 * (1.0 + choose * apart / size), rest = 1.0 - share;
    const double* c = force_coefficients(q);
    const auto count = static_cast<std::size_t>(forces_.size());
    for (int a = 0; a < window(); ++a, c += count) {
      const auto at = static_cast<std::size_t>(a);
      force_[at] = share * c[best] + rest * c[second];
      force_corner_[at] = c[best] - c[second];
    }
    const double b = share * forces[best].root + rest * forces[second].root;
    const double n = 0.5 * (value(best) + value(second) + choose * size);
    const double bend = 0.5 * choose * rounded * rounded / (size * size * size);
    return {n - b * root, b, force_.data(), bend, force_corner_.data()};
  }

  [[nodiscard]] double x_at(const Station& at) const { return x_at(at, state_.z); }
  [[nodiscard]] double x_at(const Station& at, const VectorXd& z) const {
    const double* cell = z.data() + at.first;
    const std::array<int, 3> places = b_places();
    return at.x[0] * cell[places[0]] + at.x[1] * cell[places[1]] + at.x[2] * cell[places[2]];
  }

  void look() {
    matrix_.set_zero();
    add_totals(counts_energies_);
    row_pull_.setZero();
    affine_pull_.setZero();
    for (const RowBlock& block : program_.blocks) {
      calc_values(block);
      add_block(block);
    }
    if (counts_energies_) {
      dual_.noalias() = total_gradients_ * shares_;
    } else {
      dual_ = shares_[0] * total_gradients_.col(0);
    }
    dual_ += hinge_gradient_;
    dual_ += row_pull_;
    if (equalities_ > 0) dual_ += equality_weights_ * state_.equality_prices;
    for (const int i : program_.fixed) dual_[i] = 0.0;
    used_ = budget_shares_.transpose() * totals_;
    budget_residuals_.resize(budgets_);
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      budget_residuals_[c] = used_[c] - budget_room(c) + state_.budget_slacks[c];
    }
    equality_residuals_ = equality_weights_.transpose() * state_.z;
    period_residual_ =
        program_.has_period ? period_cost_ - periods_.dot(state_.budget_prices) : 0.0;
  }

  // What T and every E_k count in the Lagrangian.
  [[nodiscard]] VectorXd shares_of_totals() const {
    return costs_ + budget_shares_ * state_.budget_prices;
  }

  // T, E_k, their gradients, and the curvature of the Lagrangian by them.
  // @param energies whether E_k are asked for
  void add_totals(bool energies) {
    totals_ = VectorXd::Zero(totals_count_);
    drawn_ = drawn_size_ = 0.0;
    hinge_gradient_.setZero();
    total_gradients_.leftCols(energies ? totals_count_ : 1).setZero();
    shares_ = shares_of_totals();
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const Station& point = program_.points[q];
      if (point.rests) {
        if (energies) add_rest(q);
        continue;
      }
      const double x = x_at(point), time = program_.weights[q] / std::sqrt(x);
      totals_[0] += time;
      add_along(point, -0.5 * time / x, total_gradients_.col(0).data());
      double curvature = 0.75 * shares_[0] * time / (x * x);
      if (energies) curvature = add_energies(q, x, time, curvature);
      add_bend(point, curvature);
    }
    add_variations();
  }

  // With l what of a force is linear in the unknowns and b its share of sqrt(x), n² / sqrt(x) =
  // l² / sqrt(x) + 2 b l + b² sqrt(x), of which the last is not convex: it counts as far as time
  // makes up for it.
  // @param bent curvature along x by time  @return curvature along x by all
  double add_energies(std::size_t q, double x, double time, double bent) {
    const Station& point = program_.points[q];
    const double root = std::sqrt(x);
    double along = 0.0;
    calc_forces(q);
    double drawing = 0.0;
    if (energy_cost_ > 0.0) drawing = add_drawn(q, x, time, bent);
    for (int k = 0; k < program_.drives; ++k) {
      const PointForce force = find_force(q, k, root);
      const double b = force.b, l = force.linear, n = l + b * root;
      const double* c = force.c;
      totals_[1 + k] += time * n * n;
      const double along_x = 0.5 * time * (b * b - l * l / x);
      add_force_gradient(point.first, 1 + k, c, 2.0 * time * n);
      add_along(point, along_x, total_gradients_.col(1 + k).data());
      double share = shares_[1 + k];
      visit_weighted(q, k, [&](Eigen::Index total, double weight) {
        totals_[total] += weight * time * n * n;
        add_force_gradient(point.first, total, c, 2.0 * weight * time * n);
        add_along(point, weight * along_x, total_gradients_.col(total).data());
        share += weight * shares_[total];
      });
      if (drawing > 0.0) share += drawing * program_.drawn.losses[k];
      if (share == 0.0) continue;
      add_force_square(point.first, c, 2.0 * share * time);
      const double corner = 2.0 * share * time * n * force.bend;
      if (corner > 0.0) add_force_square(point.first, force.along, corner);
      add_force_product(point, c, -share * time * l / x);
      along += share * time * 0.75 * l * l / (x * x);
      bent -= share * time * 0.25 * b * b / x;
    }
    return along + std::max(bent, 0.0);
  }

  // By how much forces change, each along one cell.
  void add_variations() {
    variations_.setZero(program_.drives);
    for (std::size_t i = 0; i < program_.changes.size(); ++i) {
      const ForceChange& change = program_.changes[i];
      const auto column = drawing_ + static_cast<Eigen::Index>(i);
      const double g = calc_change(i, column);
      const double price = bound_hinge(column, g, kTypicalChange, variation_costs_[change.drive]);
      variations_[change.drive] += std::abs(g);
      hinge_gradient_.segment(change.cell, window()) += price * hinge_gradients_.col(column);
      add_hinge_square(column);
      // Where its price and a root are of opposite signs it is convex.
      for (const auto& [root, at] :
           {std::pair{change.root, &change.at}, {change.end_root, &change.end}}) {
        if (price * root >= 0.0) continue;
        const double x = x_at(*at);
        add_bend(*at, -0.25 * price * root / (x * std::sqrt(x)));
      }
    }
  }

  // And its gradient, which is that of the hinge.
  double calc_change(std::size_t i, Eigen::Index hinge) {
    const ForceChange& change = program_.changes[i];
    auto gradient = hinge_gradients_.col(hinge);
    gradient = Eigen::Map<const VectorXd>(
        program_.change_coefficients.data() + i * static_cast<std::size_t>(window()), window());
    double g = change.constant + gradient.dot(state_.z.segment(change.cell, window()));
    const auto add_root = [&](double root, const Station& at) {
      if (root == 0.0) return;
      const double of = std::sqrt(x_at(at));
      g += root * of;
      for (std::size_t k = 0; k < 3; ++k) gradient[b_places()[k]] += 0.5 * root / of * at.x[k];
    };
    add_root(change.root, change.at);
    add_root(change.end_root, change.end);
    return g;
  }

  // What is drawn at a point, but for the curvature by squares of forces: a hinge of g, see
  // bound_hinge().
  // @param bent curvature along x by time, and by what is drawn through roots of x
  // @return what one more unit of losses_k n_k² there costs
  double add_drawn(std::size_t q, double x, double time, double& bent) {
    const DrawnEnergy& drawn = program_.drawn;
    const Station& point = program_.points[q];
    const double root = std::sqrt(x);
    const auto column = static_cast<Eigen::Index>(q);
    auto gradient = hinge_gradients_.col(column);
    gradient.setZero();
    double g = 0.0, by_x = 0.0, roots = 0.0, size = 0.0;
    for (int k = 0; k < program_.drives; ++k) {
      const PointForce force = find_force(q, k, root);
      const double b = force.b, n = force.linear + b * root, loss = drawn.losses[k];
      const double rate =
          drawn.rates[q * static_cast<std::size_t>(program_.drives) + static_cast<std::size_t>(k)];
      g += rate * n + loss * n * n / root;
      size += std::abs(rate) + loss / root;
      const double by_n = rate + 2.0 * loss * n / root;
      by_x += 0.5 * (by_n * b / root - loss * n * n / (x * root));
      roots += rate * b;
      for (int a = 0; a < window(); ++a) gradient[a] += by_n * force.c[a];
      corners_[static_cast<std::size_t>(k)] = rate * force.bend;
      if (force.bend == 0.0) continue;
      for (int a = 0; a < window(); ++a) corner_gradients_(a, k) = force.along[a];
    }
    for (std::size_t k = 0; k < 3; ++k) gradient[b_places()[k]] += by_x * point.x[k];
    const double weight = time * root;
    const double price = bound_hinge(column, g, size, energy_cost_ * weight);
    drawn_ += weight * std::max(g, drawn.recovered * g);
    drawn_size_ += weight * std::abs(g);
    for (int a = 0; a < window(); ++a) hinge_gradient_[point.first + a] += price * gradient[a];
    // Of squares of forces the corners are counted with them.
    for (int k = 0; k < program_.drives; ++k) {
      const double corner = price * corners_[static_cast<std::size_t>(k)];
      if (corner > 0.0) add_force_square(point.first, corner_gradients_.col(k).data(), corner);
    }
    add_hinge_square(column);
    bent -= price * 0.25 * roots / (x * root);
    return price / weight;
  }

  // What it bends along its gradient.
  void add_hinge_square(Eigen::Index q) {
    const Hinge& hinge = hinges_[static_cast<std::size_t>(q)];
    const double of_all = hinge_price(q) / above_[q], of_share = share_price(q) / above_share_[q];
    const double burnt = 1.0 - hinge.share;
    add_force_square(hinge.first, hinge_gradients_.col(q).data(),
                     burnt * burnt * of_all * of_share / (of_all + of_share));
  }

  [[nodiscard]] double hinge_price(Eigen::Index q) const { return state_.hinge_prices[q]; }
  [[nodiscard]] double share_price(Eigen::Index q) const {
    return hinge_costs_[q] - state_.hinge_prices[q];
  }

  // A hinge is the least e that is no less than g and than a share of g: two rows with slacks and
  // prices of which e, an unknown of its own, is always eliminated; its cost is the sum of both
  // prices. Where g has outgrown its bound, by its curvature, or where there is none yet, the bound
  // is above it again by some of what it was.
  // @return the price of g
  double bound_hinge(Eigen::Index q, double g, double size, double cost) {
    constexpr double kOfSize = 0.1, kOfSlack = 0.1, kLeast = 1e-6;
    const double share = hinges_[static_cast<std::size_t>(q)].share;
    double& most = state_.hinge_most[q];
    const double needed = std::max(g, share * g);
    if (most == kNoBound) {
      most = needed + kOfSize * (std::abs(g) + size);
      state_.hinge_prices[q] = 0.5 * cost;
    } else if (most <= needed) {
      // Not so near to it that the next step would not get away any more.
      const double centred = mu_ / std::max(hinge_price(q), cost - hinge_price(q));
      const double slack = std::max(kOfSlack * std::min(above_[q], above_share_[q]), centred);
      most = needed + (slack > 0.0 ? slack : kLeast * (std::abs(g) + size));
    }
    above_[q] = most - g;
    above_share_[q] = most - share * g;
    hinge_costs_[q] = cost;
    return hinge_price(q) + share * share_price(q);
  }

  // How a step changes a hinge, if targets of both products are these.
  struct HingeStep {
    double most, above, above_share, price;
  };
  [[nodiscard]] HingeStep find_hinge_step(Eigen::Index q, const VectorXd& z, double all,
                                          double share) const {
    const Hinge& hinge = hinges_[static_cast<std::size_t>(q)];
    const double change = hinge_gradients_.col(q).dot(z.segment(hinge.first, window()));
    const double of_all = hinge_price(q) / above_[q], of_share = share_price(q) / above_share_[q];
    const double pull = all / above_[q] - hinge_price(q);
    const double share_pull = share / above_share_[q] - share_price(q);
    const double most =
        (pull + share_pull + (of_all + hinge.share * of_share) * change) / (of_all + of_share);
    const double above = most - change;
    return {most, above, most - hinge.share * change, pull - of_all * above};
  }

  // Of the right side, likewise.
  void pull_hinges(double centre, double bend) {
    for (Eigen::Index q = 0; q < hinge_costs_.size(); ++q) {
      const Hinge& hinge = hinges_[static_cast<std::size_t>(q)];
      const double of_all = hinge_price(q) / above_[q], of_share = share_price(q) / above_share_[q];
      const double pull = (centre - bend * hinge_bends_[q]) / above_[q] - hinge_price(q);
      const double share_pull =
          (centre - bend * share_bends_[q]) / above_share_[q] - share_price(q);
      const double both = (pull + share_pull) / (of_all + of_share);
      const double price =
          pull + hinge.share * share_pull - (of_all + hinge.share * of_share) * both;
      right_.segment(hinge.first, window()) -= price * hinge_gradients_.col(q);
    }
  }

  // @param gradient by all unknowns
  void add_along(const Station& point, double size, double* gradient) const {
    for (std::size_t k = 0; k < 3; ++k) gradient[point.first + b_places()[k]] += size * point.x[k];
  }

  void add_bend(const Station& at, double size) {
    const std::array<int, 3> places = b_places();
    for (std::size_t a = 0; a < 3; ++a) {
      double* column = matrix_.column(at.first + places[a]);
      for (std::size_t b = a; b < 3; ++b) {
        column[places[b] - places[a]] += size * at.x[a] * at.x[b];
      }
    }
  }

  // Of all rows of a block, and what they leave of their limits.
  void calc_values(const RowBlock& block) {
    const std::size_t count = block.rows;
    double* values = values_.data() + block.first;
    const double* cell = state_.z.data() + block.cell;
    const double* coefficients = rows_.coefficients.data() + coefficients_of(block);
    std::copy_n(rows_.constants.data() + block.first, count, values);
    for (int a = 0; a < window(); ++a, coefficients += count) {
      add_multiple(count, cell[a], coefficients, values);
    }
    if (block.bends) {
      add_multiple(count, std::sqrt(x_at(block.at)), rows_.roots.data() + block.first, values);
    }
    if (block.end_bends) {
      add_multiple(count, std::sqrt(x_at(block.end)), rows_.end_roots.data() + block.first, values);
    }
    if (block.vector >= 0) values[0] = 0.5 * calc_vector(block).squaredNorm();
    const auto write = [&](std::size_t side, double sign) {
      const std::size_t first = first_of(block, side);
      Doubles limits = limits_.data() + first, has = has_limit_.data() + first;
      Doubles slacks = state_.slacks.data() + first;
      double* __restrict residuals = residuals_.data() + first;
      double* __restrict inverses = inverse_slacks_.data() + first;
      for (std::size_t k = 0; k < count; ++k) {
        residuals[k] = has[k] * (sign * (values[k] - limits[k]) + slacks[k]);
        inverses[k] = 1.0 / slacks[k];
      }
    };
    write(0, 1.0);
    write(1, -1.0);
    if (block.spares) take_spares(block);
  }

  // Of a vector's length and what is spare for it halves of the squares are compared: they are
  // smooth where it vanishes, too.
  [[nodiscard]] Vector3d calc_vector(const RowBlock& block) const {
    Vector3d vector = Vector3d::Zero();
    for (int a = 0; a < window(); ++a) vector += state_.z[block.cell + a] * vector_of(block, a);
    return vector;
  }

  // What an unknown of its cell adds to it.
  [[nodiscard]] Eigen::Map<const Vector3d> vector_of(const RowBlock& block, int unknown) const {
    return Eigen::Map<const Vector3d>(program_.vector_coefficients.data() +
                                      3 * (window() * block.vector + unknown));
  }

  void add_vector(const RowBlock& block, double* gradient) {
    const Vector3d vector = calc_vector(block);
    const double price = state_.prices.data()[block.first];
    for (int a = 0; a < window(); ++a) {
      const Vector3d of_a = vector_of(block, a);
      gradient[static_cast<std::size_t>(a) * block.rows] = vector.dot(of_a);
      double* column = matrix_.column(block.cell + a);
      for (int b = a; b < window(); ++b) column[b - a] += price * of_a.dot(vector_of(block, b));
    }
  }

  // 1 / sqrt(x) at the stations of what is spare.
  [[nodiscard]] std::array<double, 2> list_spare_times(const RowBlock& block) const {
    return {1.0 / std::sqrt(x_at(block.early)),
            block.late_spares ? 1.0 / std::sqrt(x_at(block.late)) : 0.0};
  }

  [[nodiscard]] double calc_spare(const RowBlock& block, std::size_t row,
                                  const std::array<double, 2>& times) const {
    const double spare = rows_.early[row] * times[0] + rows_.late[row] * times[1];
    return block.vector >= 0 ? 0.5 * spare * spare : spare;
  }

  void take_spares(const RowBlock& block) {
    const std::array<double, 2> times = list_spare_times(block);
    for (std::size_t side = 0; side < kSides; ++side) {
      const std::size_t first = first_of(block, side);
      for (std::size_t k = 0; k < block.rows; ++k) {
        residuals_.data()[first + k] -=
            has_limit_.data()[first + k] * calc_spare(block, block.first + k, times);
      }
    }
  }

  // Gradients of rows: of values, and of minus what is spare, to be added to either side's.
  [[nodiscard]] const double* write_gradients(const RowBlock& block) {
    const std::size_t at = coefficients_of(block);
    const double* coefficients = rows_.coefficients.data() + at;
    if (block.spares) {
      double* spare = spare_gradients_.data() + at;
      std::fill_n(spare, block.rows * static_cast<std::size_t>(window()), 0.0);
      add_spare(block, block.early, rows_.early.data(), spare);
      if (block.late_spares) add_spare(block, block.late, rows_.late.data(), spare);
      if (block.vector >= 0) {
        const double size =
            std::sqrt(2.0 * calc_spare(block, block.first, list_spare_times(block)));
        for (int a = 0; a < window(); ++a) spare[static_cast<std::size_t>(a) * block.rows] *= size;
      }
    }
    if (!is_bent(block)) return coefficients;
    double* gradient = gradients_.data() + at;
    std::copy_n(coefficients, block.rows * static_cast<std::size_t>(window()), gradient);
    if (block.bends) add_root(block, block.at, rows_.roots.data(), gradient);
    if (block.end_bends) add_root(block, block.end, rows_.end_roots.data(), gradient);
    if (block.vector >= 0) add_vector(block, gradient);
    return gradient;
  }

  // The terms root sqrt(x) of a block. Against a limit of the other sign they are convex, and bend
  // the Lagrangian.
  void add_root(const RowBlock& block, const Station& at, const double* roots, double* gradient) {
    const double x = x_at(at), of = std::sqrt(x);
    add_along_rows(block, at, 0.5 / of, roots, gradient);
    double bend = 0.0;
    for (std::size_t i = block.first; i < block.first + block.rows; ++i) {
      const double root = roots[i];
      bend += std::abs(root) * state_.prices.data()[root < 0.0 ? i : rows_.size() + i];
    }
    add_bend(at, 0.25 * bend / (x * of));
  }

  void add_spare(const RowBlock& block, const Station& at, const double* spares, double* gradient) {
    const double x = x_at(at);
    add_along_rows(block, at, 0.5 / (x * std::sqrt(x)), spares, gradient);
  }

  void add_along_rows(const RowBlock& block, const Station& at, double size, const double* shares,
                      double* gradient) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto place = static_cast<std::size_t>(b_places()[k]);
      add_multiple(block.rows, size * at.x[k], shares + block.first, gradient + place * block.rows);
    }
  }

  // What rows pull at the unknowns, with their prices and with what a step towards their limits
  // changes of these, and their part of the matrix. With g the gradient of a value and s that of
  // minus its spare, one side has the gradient s + g and the other s - g.
  void add_block(const RowBlock& block) {
    const std::size_t count = block.rows;
    const double* g = write_gradients(block);
    const RowSide high = side_of(block, 0), low = side_of(block, 1);
    double* __restrict pulls = pulls_.data();
    double* __restrict changes = changes_.data();
    double* __restrict weights = weights_.data();
    for (std::size_t k = 0; k < count; ++k) {
      const double of_high = high.prices[k] * high.inverses[k];
      const double of_low = low.prices[k] * low.inverses[k];
      pulls[k] = high.prices[k] - low.prices[k];
      changes[k] = of_high * high.residuals[k] - of_low * low.residuals[k];
      weights[k] = of_high + of_low;
    }
    for (int a = 0; a < window(); ++a) {
      const double* of_a = g + static_cast<std::size_t>(a) * count;
      row_pull_[block.cell + a] += sum_products(count, pulls, of_a);
      affine_pull_[block.cell + a] += sum_products(count, changes, of_a);
      double* column = matrix_.column(block.cell + a);
      const double* of_b = of_a;
      for (int b = a; b < window(); ++b, of_b += count) {
        column[b - a] += sum_products(count, weights, of_a, of_b);
      }
    }
    if (block.spares) add_spares(block, g);
  }

  void add_spares(const RowBlock& block, const double* g) {
    const std::size_t count = block.rows;
    const double* s = spare_gradients_.data() + coefficients_of(block);
    const RowSide high = side_of(block, 0), low = side_of(block, 1);
    for (std::size_t k = 0; k < count; ++k) {
      const double of_high = high.prices[k] * high.inverses[k];
      const double of_low = low.prices[k] * low.inverses[k];
      spare_pulls_[k] = high.prices[k] + low.prices[k];
      changes_[k] = of_high * high.residuals[k] + of_low * low.residuals[k];
      spare_weights_[k] = of_high - of_low;
    }
    for (int a = 0; a < window(); ++a) {
      const std::size_t of_a = static_cast<std::size_t>(a) * count;
      row_pull_[block.cell + a] += sum_products(count, spare_pulls_.data(), s + of_a);
      affine_pull_[block.cell + a] += sum_products(count, changes_.data(), s + of_a);
      double* column = matrix_.column(block.cell + a);
      for (int b = a; b < window(); ++b) {
        const std::size_t of_b = static_cast<std::size_t>(b) * count;
        column[b - a] += sum_products(count, weights_.data(), s + of_a, s + of_b) +
                         sum_products(count, spare_weights_.data(), g + of_a, s + of_b) +
                         sum_products(count, spare_weights_.data(), s + of_a, g + of_b);
      }
    }
  }

  [[nodiscard]] double calc_gap() const {
    return state_.slacks.dot(state_.prices) + state_.budget_slacks.dot(state_.budget_prices) +
           calc_hinge_gap();
  }

  [[nodiscard]] double calc_hinge_gap() const {
    return state_.hinge_prices.dot(above_) + (hinge_costs_ - state_.hinge_prices).dot(above_share_);
  }

  [[nodiscard]] double calc_objective() const {
    const double varied = program_.changes.empty() ? 0.0 : variation_costs_.dot(variations_);
    return totals_.dot(costs_) + period_cost_ * state_.period + energy_cost_ * drawn_ + varied;
  }

  // How large the objective is, but for what is given back of energy.
  [[nodiscard]] double calc_size() const {
    return calc_objective() + energy_cost_ * (drawn_size_ - drawn_);
  }

  // The largest residual: of rows in shares of their limits, of budgets of their size, and of the
  // Lagrangian's gradient by what it would change the objective if unknowns moved by their size.
  [[nodiscard]] double calc_residual() const {
    return std::max(calc_primal_residual(), calc_dual_residual() / calc_size());
  }

  [[nodiscard]] double calc_primal_residual() const {
    double largest = sides_ > 0 ? residuals_.cwiseAbs().maxCoeff() : 0.0;
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      const double size = std::max(std::abs(budget_room(c)), used_[c]);
      largest = std::max(largest, std::abs(budget_residuals_[c]) / size);
    }
    if (equalities_ > 0) largest = std::max(largest, equality_residuals_.cwiseAbs().maxCoeff());
    return std::max(largest, std::abs(period_residual_));
  }

  [[nodiscard]] double calc_dual_residual() const {
    return dual_.cwiseAbs().dot(state_.z.cwiseAbs());
  }

  [[nodiscard]] bool is_solved() const {
    const bool is_idle = idle_steps_ >= kMostIdle;
    const double most = is_idle ? kNoise : options_.tolerance;
    const double exceeded = is_idle ? kKept : options_.tolerance;
    const double dual = calc_dual_residual() + calc_gap();
    return rounded_ == kRoundedForce && calc_primal_residual() <= exceeded &&
           dual <= most * calc_size();
  }

  // Whether nothing changes any more.
  bool is_idle() {
    const double residual = calc_residual() + calc_gap() / calc_size();
    // Steps that are halved get nearer by halves.
    const double progress = meets_half_way_ ? 0.9 : 0.5;
    const bool is_blunt = rounded_ > kRoundedForce;
    if (is_blunt || residual < progress * least_residual_) {
      least_residual_ = residual;
      idle_steps_ = 0;
    } else {
      ++idle_steps_;
    }
    return idle_steps_ > kMostIdle && least_residual_ <= kNoise && calc_primal_residual() <= kKept;
  }

  struct Direction {
    VectorXd z, budget_slacks, budget_prices, equality_prices;
    double period{0.0};
  };

  // The matrix of the step, factorised: the band, then the border through it.
  bool factorise() {
    for (const int i : program_.fixed) matrix_.fix(i);
    if (!matrix_.factorise(kHold)) return false;
    // Of budgets, then of equalities; the period is the last.
    const Eigen::Index columns = budgets_ + equalities_, size = border_size();
    slopes_.resize(program_.unknowns, columns);
    slopes_.leftCols(budgets_).noalias() = total_gradients_ * budget_shares_;
    slopes_.rightCols(equalities_) = equality_weights_;
    for (const int i : program_.fixed) slopes_.row(i).setZero();
    through_ = slopes_;
    if (columns > 0) matrix_.solve(through_);
    MatrixXd schur = MatrixXd::Zero(size, size);
    schur.topLeftCorner(columns, columns).noalias() = -slopes_.transpose() * through_;
    for (Eigen::Index c = 0; c < budgets_; ++c) {
      schur(c, c) -= state_.budget_slacks[c] / state_.budget_prices[c];
      if (program_.has_period) schur(c, columns) = schur(columns, c) = -periods_[c];
    }
    if (size > 0) schur_.compute(schur);
    return true;
  }

  [[nodiscard]] Eigen::Index border_size() const {
    return budgets_ + equalities_ + (program_.has_period ? 1 : 0);
  }

  // The unknowns of a Newton step of whose equations right_ is the right side.
  Direction solve(const VectorXd& budget_targets) {
    Direction step;
    for (const int i : program_.fixed) right_[i] = 0.0;
    matrix_.solve(right_);
    step.budget_prices = VectorXd::Zero(budgets_);
    step.equality_prices = VectorXd::Zero(equalities_);
    const Eigen::Index columns = budgets_ + equalities_;
    if (columns > 0) {
      VectorXd border(border_size());
      border.head(columns) = -slopes_.transpose() * right_;
      border.head(budgets_) -=
          budget_residuals_ + budget_targets.cwiseQuotient(state_.budget_prices);
      border.segment(budgets_, equalities_) -= equality_residuals_;
      if (program_.has_period) border[columns] = -period_residual_;
      const VectorXd solved = schur_.solve(border);
      step.budget_prices = solved.head(budgets_);
      step.equality_prices = solved.segment(budgets_, equalities_);
      if (program_.has_period) step.period = solved[columns];
      right_ -= through_ * solved.head(columns);
    }
    step.z = right_;
    step.budget_slacks = (budget_targets - state_.budget_slacks.cwiseProduct(step.budget_prices))
                             .cwiseQuotient(state_.budget_prices);
    return step;
  }

  [[nodiscard]] const double* gradients_of(const RowBlock& block) const {
    const std::vector<double>& all = is_bent(block) ? gradients_ : rows_.coefficients;
    return all.data() + coefficients_of(block);
  }

  // What is known of one side of a block's rows.
  struct RowSide {
    Doubles prices, residuals, inverses, has;
  };

  [[nodiscard]] RowSide side_of(const RowBlock& block, std::size_t side) const {
    const std::size_t first = first_of(block, side);
    return {state_.prices.data() + first, residuals_.data() + first, inverse_slacks_.data() + first,
            has_limit_.data() + first};
  }

  [[nodiscard]] std::size_t first_of(const RowBlock& block, std::size_t side) const {
    return side * rows_.size() + block.first;
  }

  // Of the right side: what changes of prices towards the target pull. That of a side is centre -
  // slack price - bend times what the affine step's slack and price make of each other.
  void pull_back(const RowBlock& block, double centre, double bend) {
    const std::size_t count = block.rows;
    std::array<double*, kSides> pulls{pulls_.data(), changes_.data()};
    for (std::size_t side = 0; side < kSides; ++side) {
      const RowSide of = side_of(block, side);
      Doubles bends = bends_.data() + first_of(block, side);
      double* __restrict pull = pulls[side];
      for (std::size_t k = 0; k < count; ++k) {
        pull[k] = (centre * of.has[k] - bend * bends[k] + of.prices[k] * of.residuals[k]) *
                      of.inverses[k] -
                  of.prices[k];
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      const double high = pulls_[k], low = changes_[k];
      pulls_[k] = high - low;
      spare_pulls_[k] = high + low;
    }
    const double* g = gradients_of(block);
    const double* s = block.spares ? spare_gradients_.data() + coefficients_of(block) : nullptr;
    for (int a = 0; a < window(); ++a) {
      const std::size_t of = static_cast<std::size_t>(a) * count;
      double sum = sum_products(count, pulls_.data(), g + of);
      if (s != nullptr) sum += sum_products(count, spare_pulls_.data(), s + of);
      right_[block.cell + a] -= sum;
    }
  }

  // How values of a block's rows change on both sides, minus what is spare.
  void calc_changes(const RowBlock& block, const VectorXd& z) {
    const std::size_t count = block.rows;
    const double* cell = z.data() + block.cell;
    double* __restrict high = pulls_.data();
    double* __restrict low = changes_.data();
    std::fill_n(high, count, 0.0);
    const double* g = gradients_of(block);
    for (int a = 0; a < window(); ++a, g += count) add_multiple(count, cell[a], g, high);
    for (std::size_t k = 0; k < count; ++k) low[k] = -high[k];
    if (!block.spares) return;
    const double* s = spare_gradients_.data() + coefficients_of(block);
    for (int a = 0; a < window(); ++a, s += count) {
      add_multiple(count, cell[a], s, high);
      add_multiple(count, cell[a], s, low);
    }
  }

  // By how much of slacks and prices a step takes away, at most; and sums over sides.
  struct Reach {
    double slack{0.0}, price{0.0};
    double step_price{0.0}, slack_step{0.0}, both{0.0};  // of products
  };

  // Of the step straight towards the limits, and what it leaves over in every product.
  Reach look_ahead(const VectorXd& z) {
    std::array<double, kLane> slack{}, price{}, step_price{}, slack_step{}, both{};
    for (const RowBlock& block : program_.blocks) {
      calc_changes(block, z);
      for (std::size_t side = 0; side < kSides; ++side) {
        const RowSide of = side_of(block, side);
        Doubles change = side == 0 ? pulls_.data() : changes_.data();
        Doubles slacks = state_.slacks.data() + first_of(block, side);
        double* __restrict bends = bends_.data() + first_of(block, side);
        for (std::size_t k = 0; k < block.rows; k += kLane) {
          for (std::size_t j = 0; j < kLane; ++j) {
            const std::size_t i = k + j;
            const double step = -of.residuals[i] - of.has[i] * change[i];
            const double share = step * of.inverses[i], loss = of.has[i] * (1.0 + share);
            const double price_step = -of.prices[i] * loss;
            bends[i] = step * price_step;
            slack[j] = slack[j] > -share ? slack[j] : -share;
            price[j] = price[j] > loss ? price[j] : loss;
            step_price[j] += step * of.prices[i];
            slack_step[j] += slacks[i] * price_step;
            both[j] += step * price_step;
          }
        }
      }
    }
    return {*std::max_element(slack.begin(), slack.end()),
            *std::max_element(price.begin(), price.end()), sum_lane(step_price),
            sum_lane(slack_step), sum_lane(both)};
  }

  // Slacks and prices of the step, from those of the unknowns.
  Reach complete(const VectorXd& z, double centre, double bend) {
    std::array<double, kLane> slack{}, price{};
    for (const RowBlock& block : program_.blocks) {
      calc_changes(block, z);
      for (std::size_t side = 0; side < kSides; ++side) {
        const RowSide of = side_of(block, side);
        Doubles change = side == 0 ? pulls_.data() : changes_.data();
        Doubles bends = bends_.data() + first_of(block, side);
        double* __restrict slack_steps = slack_steps_.data() + first_of(block, side);
        double* __restrict price_steps = price_steps_.data() + first_of(block, side);
        for (std::size_t k = 0; k < block.rows; k += kLane) {
          for (std::size_t j = 0; j < kLane; ++j) {
            const std::size_t i = k + j;
            const double step = -of.residuals[i] - of.has[i] * change[i];
            const double target = centre * of.has[i] - bend * bends[i];
            const double price_step =
                (target - of.prices[i] * step) * of.inverses[i] - of.prices[i];
            const double share = -step * of.inverses[i];
            const double loss = -price_step / (of.prices[i] + 1.0 - of.has[i]);
            slack_steps[i] = step;
            price_steps[i] = price_step;
            slack[j] = slack[j] > share ? slack[j] : share;
            price[j] = price[j] > loss ? price[j] : loss;
          }
        }
      }
    }
    return {*std::max_element(slack.begin(), slack.end()),
            *std::max_element(price.begin(), price.end())};
  }

  void reach_hinge(Eigen::Index q, const HingeStep& step, Reach& reach) const {
    reach.slack =
        std::max({reach.slack, -step.above / above_[q], -step.above_share / above_share_[q]});
    reach.price =
        std::max({reach.price, -step.price / hinge_price(q), step.price / share_price(q)});
  }

  // As look_ahead(), of hinges.
  void look_ahead_hinges(const VectorXd& z, Reach& reach) {
    for (Eigen::Index q = 0; q < hinge_costs_.size(); ++q) {
      const HingeStep step = find_hinge_step(q, z, 0.0, 0.0);
      reach_hinge(q, step, reach);
      hinge_bends_[q] = step.above * step.price;
      share_bends_[q] = -step.above_share * step.price;
      reach.step_price += step.above * hinge_price(q) + step.above_share * share_price(q);
      reach.slack_step += (above_[q] - above_share_[q]) * step.price;
      reach.both += hinge_bends_[q] + share_bends_[q];
    }
  }

  // As complete().
  void complete_hinges(const VectorXd& z, double centre, double bend, Reach& reach) {
    hinge_steps_.resize(hinge_costs_.size());
    hinge_price_steps_.resize(hinge_costs_.size());
    for (Eigen::Index q = 0; q < hinge_costs_.size(); ++q) {
      const HingeStep step =
          find_hinge_step(q, z, centre - bend * hinge_bends_[q], centre - bend * share_bends_[q]);
      reach_hinge(q, step, reach);
      hinge_steps_[q] = step.most;
      hinge_price_steps_[q] = step.price;
    }
  }

  // The longest step that leaves something of what it takes so much of.
  [[nodiscard]] static double find_length(double taken) {
    return taken > kToSlack ? kToSlack / taken : 1.0;
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
  [[nodiscard]] double find_primal_length(const Direction& step, const Reach& reach) const {
    double length = std::min(find_length(reach.slack),
                             find_length(state_.budget_slacks, step.budget_slacks, kToSlack));
    const auto keep_moving = [&](const Station& at) {
      const double change = x_at(at, step.z);
      if (!at.rests && change < 0.0) length = std::min(length, -kToRest * x_at(at) / change);
    };
    for (const Station& at : program_.points) keep_moving(at);
    for (const RowBlock& block : program_.blocks) {
      if (block.bends) keep_moving(block.at);
      if (block.end_bends) keep_moving(block.end);
      if (block.spares) keep_moving(block.early);
      if (block.late_spares) keep_moving(block.late);
    }
    return length;
  }

  [[nodiscard]] double find_dual_length(const Direction& step, const Reach& reach) const {
    return std::min(find_length(reach.price),
                    find_length(state_.budget_prices, step.budget_prices, kToSlack));
  }

  bool take_step() {
    if (!factorise()) return false;
    const double count = has_limit_.sum() + static_cast<double>(budgets_) +
                         2.0 * static_cast<double>(hinges_.size());
    const double mu = mu_ = calc_gap() / count;
    const VectorXd budget_products = state_.budget_slacks.cwiseProduct(state_.budget_prices);
    right_ = row_pull_ - dual_ - affine_pull_;
    hinge_bends_.setZero();
    share_bends_.setZero();
    pull_hinges(0.0, 0.0);
    const Direction affine = solve(-budget_products);
    Reach reach = look_ahead(affine.z);
    look_ahead_hinges(affine.z, reach);
    const double primal = find_primal_length(affine, reach);
    const double dual = find_dual_length(affine, reach);
    const double reached =
        (state_.slacks.dot(state_.prices) + calc_hinge_gap() + primal * reach.step_price +
         dual * reach.slack_step + primal * dual * reach.both +
         (state_.budget_slacks + primal * affine.budget_slacks)
             .dot(state_.budget_prices + dual * affine.budget_prices)) /
        count;
    const double ratio = std::max(reached / mu, 0.0);
    double centre = ratio * ratio * ratio * mu;
    // Not so near to the edge that residuals are left behind.
    centre = std::max(centre, std::min(mu, 0.1 * calc_dual_residual() / count));
    const double bend = primal * dual;
    const VectorXd budget_targets =
        (centre - budget_products.array() -
         bend * affine.budget_slacks.cwiseProduct(affine.budget_prices).array());
    right_ = -dual_;
    for (const RowBlock& block : program_.blocks) pull_back(block, centre, bend);
    pull_hinges(centre, bend);
    const Direction step = solve(budget_targets);
    Reach to = complete(step.z, centre, bend);
    complete_hinges(step.z, centre, bend, to);
    move(step, to);
    return true;
  }

  void move(const Direction& step, const Reach& reach) {
    double primal = find_primal_length(step, reach), dual = find_dual_length(step, reach);
    // To and fro across corners: they are met half-way.
    rounded_ = std::max(kRoundedForce, kSharper * rounded_);
    if (!meets_half_way_ && !program_.others.empty() && idle_steps_ >= kToAndFro) {
      meets_half_way_ = true;
      rounded_ = kBlunt;
    }
    if (meets_half_way_) {
      primal *= 0.5;
      dual *= 0.5;
    }

    short_steps_ = std::max(primal, dual) < kShort ? short_steps_ + 1 : 0;
    state_.z += primal * step.z;
    state_.slacks += primal * slack_steps_;
    state_.budget_slacks += primal * step.budget_slacks;
    state_.period += primal * step.period;
    state_.prices += dual * price_steps_;
    if (!hinges_.empty()) {
      state_.hinge_most += primal * hinge_steps_;
      state_.hinge_prices += dual * hinge_price_steps_;
    }
    state_.budget_prices += dual * step.budget_prices;
    state_.equality_prices += dual * step.equality_prices;
  }

  void keep_on_the_way() {
    if (!on_the_way_.z.size() && calc_residual() + calc_gap() / calc_size() <= kToGoOn) {
      on_the_way_ = state_;
    }
  }

  // A Lagrangian that is convex has no lower value than at the solution, which then is the best of
  // all. What is not convex in it: spares, whose price times 1/sqrt(x) has to be made up for by
  // what time costs at the same point; roots against limits of the same sign; squares of forces
  // with roots. What cannot be made up for may have prices of rounding errors only.
  [[nodiscard]] bool is_convex() const {
    constexpr double kNothing = 1e-6;  // of the objective
    VectorXd costs = list_costs_of_times();
    double left = 0.0;
    for (const RowBlock& block : program_.blocks) left += weigh_block(block, costs);
    for (std::size_t i = 0; i < program_.changes.size(); ++i) left += weigh_change(i);
    if (counts_energies_) take_off_roots(costs);
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const double cost = costs.data()[q];
      if (cost < 0.0) left -= cost / std::sqrt(x_at(program_.points[q]));
    }
    return left <= kNothing * calc_size() && are_squares_known();
  }

  // What 1/sqrt(x) costs at points.
  [[nodiscard]] VectorXd list_costs_of_times() const {
    VectorXd costs = VectorXd::Zero(static_cast<Eigen::Index>(program_.points.size()));
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      if (!program_.points[q].rests) costs.data()[q] = shares_[0] * program_.weights[q];
    }
    return costs;
  }

  // Takes off what a block's spares are worth. @return what is not convex and not made up for
  double weigh_block(const RowBlock& block, VectorXd& costs) const {
    double left = 0.0;
    const auto price = [&](std::size_t row) {
      return state_.prices.data()[row] + state_.prices.data()[rows_.size() + row];
    };
    for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
      const double high = state_.prices.data()[row], low = state_.prices.data()[rows_.size() + row];
      left += sum_wrong_roots(block, row, high, low);
    }
    if (!block.spares) return left;
    const std::array<double, 2> times = list_spare_times(block);
    for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
      double worth = price(row);
      // Halves of squares are compared of a vector: what a unit of its spare is worth.
      if (block.vector >= 0) worth *= rows_.early[row] * times[0] + rows_.late[row] * times[1];
      if (worth == 0.0) continue;
      if (block.points[0] < 0) {
        left += worth * rows_.early[row] * times[0];
        continue;
      }
      take_off(block, 0, worth * rows_.early[row], costs);
      take_off(block, 1, worth * rows_.late[row], costs);
    }
    return left;
  }

  // Of the point that a spare is of; of two that are of one x, by their shares of the time.
  void take_off(const RowBlock& block, std::size_t which, double worth, VectorXd& costs) const {
    if (worth == 0.0) return;
    const Station& at = which == 0 ? block.early : block.late;
    const auto first = static_cast<std::size_t>(block.points[0]);
    const Station& own = program_.points[first + which];
    if (at.x == own.x) {
      costs.data()[first + which] -= worth;
      return;
    }
    const double size = 1.0 / std::sqrt(x_at(at));
    double all = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      all += program_.weights[first + k] / std::sqrt(x_at(program_.points[first + k]));
    }
    for (std::size_t k = 0; k < 2; ++k) {
      costs.data()[first + k] -= worth * size * program_.weights[first + k] / all;
    }
  }

  // Roots of a change that bend against its price.
  [[nodiscard]] double weigh_change(std::size_t i) const {
    const ForceChange& change = program_.changes[i];
    const auto column = drawing_ + static_cast<Eigen::Index>(i);
    const double price = hinge_price(column) - share_price(column);
    const double begin = price * change.root, end = price * change.end_root;
    return (begin > 0.0 ? begin * std::sqrt(x_at(change.at)) : 0.0) +
           (end > 0.0 ? end * std::sqrt(x_at(change.end)) : 0.0);
  }

  // Of roots that bend away from a limit.
  [[nodiscard]] double sum_wrong_roots(const RowBlock& block, std::size_t row, double high,
                                       double low) const {
    double left = 0.0;
    const auto add = [&](double root, const Station& at) {
      const double against = root > 0.0 ? high : low;
      left += against * std::abs(root) * std::sqrt(x_at(at));
    };
    if (block.bends) add(rows_.roots[row], block.at);
    if (block.end_bends) add(rows_.end_roots[row], block.end);
    return left;
  }

  // n² / sqrt(x) of a force with a root b has b² sqrt(x), and what is drawn has its rate times b
  // sqrt(x): s sqrt(x) in all. Up to an x that none exceeds it is convex together with time that
  // costs a third of s x.
  void take_off_roots(VectorXd& costs) const {
    for (std::size_t q = 0; q < program_.most_x.size(); ++q) {
      if (!program_.points[q].rests) costs.data()[q] -= sum_roots(q) * program_.most_x[q] / 3.0;
    }
  }

  [[nodiscard]] double sum_roots(std::size_t q) const {
    const bool draws = energy_cost_ > 0.0;
    const auto column = static_cast<Eigen::Index>(q);
    const double price =
        draws ? hinge_price(column) + program_.drawn.recovered * share_price(column) : 0.0;
    const double time = program_.weights[q];
    double sum = 0.0;
    for (int k = 0; k < program_.drives; ++k) {
      const auto drive = static_cast<std::size_t>(k);
      const double b = program_.forces[first_force(q) + drive].root;
      if (b == 0.0) continue;
      double share = shares_[1 + k];
      visit_weighted(q, k,
                     [&](Eigen::Index total, double weight) { share += weight * shares_[total]; });
      sum += share * time * b * b;
      if (!draws) continue;
      const std::size_t at = q * static_cast<std::size_t>(program_.drives) + drive;
      sum += price * (program_.drawn.losses[k] * b * b + program_.drawn.rates[at] * b);
    }
    return std::max(sum, 0.0);
  }

  // Whether the curvature of squares of forces is looked at: not that of the larger of two forces.
  [[nodiscard]] bool are_squares_known() const {
    if (!counts_energies_) return true;
    if (!program_.others.empty()) return false;
    const auto is_straight = [](const ProgramForce& force) { return force.root == 0.0; };
    return !program_.most_x.empty() ||
           std::all_of(program_.forces.begin(), program_.forces.end(), is_straight);
  }

  void tell_points(ProgramSolution& solution) {
    const auto points = static_cast<Eigen::Index>(program_.points.size());
    solution.times.resize(points);
    solution.squares.resize(program_.drives, points);
    for (Eigen::Index i = 0; i < points; ++i) {
      const auto q = static_cast<std::size_t>(i);
      const Station& point = program_.points[q];
      const double root = point.rests ? 1.0 : std::sqrt(x_at(point));
      solution.times[i] = program_.weights[q] / root;
      calc_forces(q);
      for (int k = 0; k < program_.drives; ++k) {
        double n = 0.0;
        if (point.rests) {
          n = find_rest_force(q, k);
        } else {
          const PointForce force = find_force(q, k, root);
          n = force.linear + force.b * root;
        }
        solution.squares(k, i) = n * n;
      }
    }
  }

  ProgramSolution tell(int steps) {
    ProgramSolution solution;
    solution.is_solved = is_solved();
    const double unit = state_.unit;
    solution.gap = unit * calc_gap();
    solution.residual = calc_residual();
    if (!counts_energies_) add_totals(true);
    solution.objective = unit * calc_objective();
    solution.size = unit * calc_size();
    solution.is_global = solution.is_solved && is_convex();
    solution.totals = totals_;
    tell_points(solution);
    solution.drawn = drawn_;
    solution.variations = variations_;
    solution.z = state_.z;
    solution.period = state_.period;
    solution.prices = unit * state_.budget_prices;
    solution.row_prices = unit * state_.prices;
    solution.on_the_way = std::move(on_the_way_);
    solution.steps = steps;
    return solution;
  }

  const MotionProgram& program_;
  const ProgramRows& rows_;
  InteriorPointOptions options_;
  int any_window_;
  Eigen::Index sides_;
  Eigen::Index budgets_;
  Eigen::Index equalities_;
  Eigen::Index totals_count_;
  bool counts_energies_{true};  // in what is to be least, or in a budget
  // Costs in the state's unit: of totals, and as in the program.
  VectorXd costs_, variation_costs_;
  double period_cost_{0.0}, energy_cost_{0.0};
  MatrixXd budget_shares_;     // totals x budgets
  MatrixXd equality_weights_;  // unknowns x equalities
  VectorXd periods_;
  VectorXd limits_, has_limit_;  // of sides; 0 or 1
  ProgramState state_, on_the_way_;

  BandCholesky matrix_;
  std::vector<double> gradients_, spare_gradients_;  // as coefficients of rows
  VectorXd values_;                                  // of rows
  // Of sides: residuals with their slacks, one over these, the affine step's products, and steps.
  VectorXd residuals_, inverse_slacks_, bends_, slack_steps_, price_steps_;
  // Of one block's rows.
  std::vector<double> pulls_, changes_, weights_, spare_pulls_, spare_weights_;
  VectorXd totals_;
  MatrixXd total_gradients_;  // unknowns x (1 + m)
  // A hinge: its first unknown, and the share of g that it is no less than.
  struct Hinge {
    int first;
    double share;
  };
  std::vector<Hinge> hinges_;
  // Of each its cost, how far its bound is above g and above the share of it, the affine step's
  // products, the gradients of g, and steps.
  static constexpr double kNoBound = std::numeric_limits<double>::infinity();
  VectorXd hinge_gradient_;  // times prices
  VectorXd hinge_costs_, above_, above_share_, hinge_bends_, share_bends_;
  MatrixXd hinge_gradients_;  // window x hinges
  VectorXd hinge_steps_, hinge_price_steps_;
  // Points that draw, what is drawn in all, and how much of it counts either way.
  Eigen::Index drawing_{0};
  double drawn_{0.0}, drawn_size_{0.0};
  VectorXd variations_;        // of forces, m
  VectorXd forces_;            // at a point
  std::vector<double> force_;  // the coefficients of one
  std::vector<double> force_corner_;
  std::vector<double> corners_;  // of drives' forces, in what is drawn
  MatrixXd corner_gradients_;    // window x drives
  VectorXd shares_;              // of totals in the Lagrangian
  VectorXd row_pull_, affine_pull_;
  VectorXd dual_;
  VectorXd used_;
  VectorXd budget_residuals_;
  VectorXd equality_residuals_;
  double period_residual_{0.0};
  MatrixXd slopes_, through_;  // of budgets and equalities, and solved for
  Eigen::PartialPivLU<MatrixXd> schur_;
  VectorXd right_;
  double mu_{0.0};  // mean product of slacks and prices, of the last step
  int short_steps_{0};
  int idle_steps_{0};
  bool meets_half_way_{false};
  double rounded_{kRoundedForce};
  double least_residual_{std::numeric_limits<double>::infinity()};
};

}  // namespace

ProgramSolution solve_program(const MotionProgram& program, const VectorXd& start,
                              const InteriorPointOptions& options, const ProgramState* known) {
  const auto solve = [&](auto point) { return point.run(start, known); };
  switch (program.window()) {
    case 3:
      return solve(InteriorPoint<3>(program, options));
    case 5:
      return solve(InteriorPoint<5>(program, options));
    case 7:
      return solve(InteriorPoint<7>(program, options));
    default:
      return solve(InteriorPoint<0>(program, options));
  }
}

}  // namespace convex
}  // namespace globaldyn::inside
