// Programs of motions on small grids against IPOPT, a general solver of nonlinear programs that
// knows nothing of their structure: it is told values by a formula of its own, and derivatives by
// complex steps (Squire and Trapp 1998), exact to rounding.
#include <coin/IpStdCInterface.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <string>

#include "globaldyn/convex/interior_point.h"
#include "globaldyn/convex/write_program.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/survey_rows.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

using Complex = std::complex<double>;

constexpr double kStep = 1e-30;
constexpr double kIpoptTolerance = 1e-9;

// A function of the unknowns of one cell, of which the first is given.
struct CellFunction {
  int first{0};
  std::function<Complex(const Complex* cell)> value;
};

// Everything that IPOPT may ask.
class Nonlinear {
 public:
  explicit Nonlinear(const MotionProgram& program) : program_(program) {
    list_rows();
    for (std::size_t q = 0; q < program.points.size(); ++q) {
      if (program.points[q].rests) continue;
      // So that roots exist wherever it looks.
      add({program.points[q].first,
           [this, q](const Complex* cell) { return x_at(program_.points[q], cell); }},
          1e-8, kNone);
    }
  }

  [[nodiscard]] int unknowns() const { return program_.unknowns + 1; }
  [[nodiscard]] std::size_t rows() const { return functions_.size(); }
  [[nodiscard]] std::size_t borders() const {
    return program_.budgets.size() + program_.equalities.size();
  }
  [[nodiscard]] std::size_t constraints() const { return rows() + borders(); }
  [[nodiscard]] const std::vector<double>& low() const { return low_; }
  [[nodiscard]] const std::vector<double>& high() const { return high_; }

  // T, E_1, ..., E_m, D, and what an objective or a budget makes of them.
  [[nodiscard]] double calc_objective(const double* z) const {
    const VectorXd totals = calc_totals(z);
    return weigh(totals, program_.costs, program_.energy_cost) +
           program_.period_cost * z[program_.unknowns];
  }

  void write_gradient(const double* z, double* gradient) const {
    const MatrixXd all = calc_total_gradients(z);
    Eigen::Map<VectorXd> sum(gradient, unknowns());
    sum.setZero();
    const Eigen::Index m = program_.drives;
    sum.head(program_.unknowns) = all.leftCols(1 + m) * program_.costs;
    sum.head(program_.unknowns) += program_.energy_cost * all.col(1 + m);
    sum[program_.unknowns] = program_.period_cost;
  }

  void write_constraints(const double* z, double* g) const {
    std::size_t i = 0;
    for (const CellFunction& one : functions_) g[i++] = one.value(cell(one, z, -1).data()).real();
    const VectorXd totals = calc_totals(z);
    for (const Budget& budget : program_.budgets) {
      g[i++] = weigh(totals, budget.shares, 0.0) - budget.period * z[program_.unknowns];
    }
    for (const Equality& one : program_.equalities) {
      g[i] = 0.0;
      for (const auto& [unknown, weight] : one.terms) g[i] += weight * z[unknown];
      ++i;
    }
  }

  // All of a window for each row, then full rows.
  void write_places(int* row, int* column) const {
    for (std::size_t i = 0; i < rows(); ++i) {
      for (int a = 0; a < program_.window(); ++a) {
        *row++ = static_cast<int>(i);
        *column++ = functions_[i].first + a;
      }
    }
    for (std::size_t i = rows(); i < constraints(); ++i) {
      for (int j = 0; j < unknowns(); ++j) {
        *row++ = static_cast<int>(i);
        *column++ = j;
      }
    }
  }

  void write_jacobian(const double* z, double* out) const {
    for (const CellFunction& one : functions_) {
      for (int a = 0; a < program_.window(); ++a) {
        *out++ = one.value(cell(one, z, a).data()).imag() / kStep;
      }
    }
    const MatrixXd all = calc_total_gradients(z);
    const Eigen::Index m = program_.drives;
    for (const Budget& budget : program_.budgets) {
      const VectorXd row = all.leftCols(1 + m) * budget.shares;
      out = std::copy(row.data(), row.data() + row.size(), out);
      *out++ = -budget.period;
    }
    for (const Equality& one : program_.equalities) {
      std::fill_n(out, unknowns(), 0.0);
      for (const auto& [unknown, weight] : one.terms) out[unknown] += weight;
      out += unknowns();
    }
  }

  // The lower half of the Lagrangian's second derivatives, full, by differences of complex steps.
  [[nodiscard]] std::size_t curvatures() const {
    const auto n = static_cast<std::size_t>(unknowns());
    return n * (n + 1) / 2;
  }

  void write_curvature(const double* z, double factor, const double* prices, double* out) const {
    MatrixXd sum = MatrixXd::Zero(unknowns(), unknowns());
    for (std::size_t i = 0; i < rows(); ++i) {
      if (prices[i] != 0.0) add_curvature(functions_[i], z, prices[i], sum);
    }
    const Eigen::Index m = program_.drives;
    VectorXd weights = VectorXd::Zero(2 + m);
    weights.head(1 + m) = factor * program_.costs;
    weights[1 + m] = factor * program_.energy_cost;
    for (std::size_t c = 0; c < program_.budgets.size(); ++c) {
      weights.head(1 + m) += prices[rows() + c] * program_.budgets[c].shares;
    }
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const auto value = [&, q](const Complex* cell) -> Complex {
        return (calc_point(q, cell).transpose() * weights)(0);
      };
      add_curvature({program_.points[q].first, value}, z, 1.0, sum);
    }
    for (int i = 0; i < unknowns(); ++i) {
      for (int j = 0; j <= i; ++j) *out++ = sum(i, j);
    }
  }

  [[nodiscard]] std::size_t entries() const {
    return rows() * static_cast<std::size_t>(program_.window()) +
           borders() * static_cast<std::size_t>(unknowns());
  }

 private:
  static constexpr double kNone = 2e19;  // what IPOPT takes for infinite

  void add(CellFunction function, double low, double high) {
    functions_.push_back(std::move(function));
    low_.push_back(low);
    high_.push_back(high);
  }

  void add_curvature(const CellFunction& one, const double* z, double price, MatrixXd& sum) const {
    for (int a = 0; a < program_.window(); ++a) {
      for (int b = 0; b <= a; ++b) {
        const auto b_at = static_cast<std::size_t>(b);
        std::vector<Complex> values = cell(one, z, a);
        const double x = values[b_at].real(), step = 1e-5 * std::max(std::abs(x), 1e-2);
        values[b_at] += step;
        const double after = one.value(values.data()).imag();
        values[b_at] -= 2.0 * step;
        const double before = one.value(values.data()).imag();
        const double bend = price * (after - before) / (2.0 * step * kStep);
        sum(one.first + a, one.first + b) += bend;
        if (a != b) sum(one.first + b, one.first + a) += bend;
      }
    }
  }

  [[nodiscard]] Complex x_at(const Station& at, const Complex* cell) const {
    const int r = program_.redundancy;
    return at.x[0] * cell[0] + at.x[1] * cell[1 + r] + at.x[2] * cell[2 + 2 * r];
  }

  [[nodiscard]] std::vector<Complex> cell(const CellFunction& one, const double* z,
                                          int step) const {
    std::vector<Complex> values(z + one.first, z + one.first + program_.window());
    if (step >= 0) values[static_cast<std::size_t>(step)] += Complex(0.0, kStep);
    return values;
  }

  // value - spare <= high and value + spare >= low; of a vector its square.
  void list_rows() {
    const ProgramRows& rows = program_.rows;
    for (const RowBlock& block : program_.blocks) {
      for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
        for (const double sign : {1.0, -1.0}) {
          const double limit = sign > 0.0 ? rows.high[row] : rows.low[row];
          if (std::isinf(limit)) continue;
          const auto value = [this, &block, row, sign](const Complex* cell) {
            return calc_row(block, row, cell, sign);
          };
          add({block.cell, value}, -kNone, sign * limit);
        }
      }
    }
  }

  [[nodiscard]] Complex calc_row(const RowBlock& block, std::size_t row, const Complex* cell,
                                 double sign) const {
    const ProgramRows& rows = program_.rows;
    Complex spare = 0.0;
    if (block.spares) spare += rows.early[row] / std::sqrt(x_at(block.early, cell));
    if (block.late_spares) spare += rows.late[row] / std::sqrt(x_at(block.late, cell));
    const auto window = static_cast<std::size_t>(program_.window());
    if (block.vector >= 0) {
      Complex square = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        Complex sum = 0.0;
        for (std::size_t a = 0; a < window; ++a) {
          const std::size_t at = 3 * (window * static_cast<std::size_t>(block.vector) + a) + k;
          sum += program_.vector_coefficients[at] * cell[a];
        }
        square += sum * sum;
      }
      return 0.5 * (square - spare * spare);
    }
    Complex value = rows.constants[row];
    std::size_t at = block.first * window + row - block.first;
    for (std::size_t a = 0; a < window; ++a, at += block.rows) {
      value += rows.coefficients[at] * cell[a];
    }
    if (block.bends) value += rows.roots[row] * std::sqrt(x_at(block.at, cell));
    if (block.end_bends) value += rows.end_roots[row] * std::sqrt(x_at(block.end, cell));
    return sign * value - spare;
  }

  // Of one point.
  [[nodiscard]] Eigen::VectorXcd calc_point(std::size_t q, const Complex* cell) const {
    const Eigen::Index m = program_.drives;
    Eigen::VectorXcd totals = Eigen::VectorXcd::Zero(2 + m);
    const Station& point = program_.points[q];
    const Complex root = point.rests ? Complex(1.0) : std::sqrt(x_at(point, cell));
    const Complex time = program_.weights[q] / root;
    if (!point.rests) totals[0] = time;
    Complex power = 0.0;
    const std::size_t count = program_.forces_at_point();
    const auto window = static_cast<std::size_t>(program_.window());
    for (Eigen::Index k = 0; k < m; ++k) {
      const auto drive = static_cast<std::size_t>(k);
      const ProgramForce& force = program_.forces[q * count + drive];
      Complex n = force.constant;
      for (std::size_t a = 0; a < window; ++a) {
        n += program_.force_coefficients[(q * window + a) * count + drive] * cell[a];
      }
      if (!point.rests) n += force.root * root;
      totals[1 + k] = time * n * n;
      if (program_.energy_cost == 0.0 || point.rests) continue;
      const std::size_t at = q * static_cast<std::size_t>(m) + drive;
      power += program_.drawn.rates[at] * n + program_.drawn.losses[k] * n * n / root;
    }
    if (program_.energy_cost == 0.0) return totals;
    const double recovered = program_.drawn.recovered;
    constexpr double kCorner = 0.5;  // of powers of some thousands
    const Complex burnt =
        0.5 * (1.0 - recovered) * (power + std::sqrt(power * power + kCorner * kCorner));
    totals[1 + m] = program_.weights[q] * (recovered * power + burnt);
    return totals;
  }

  [[nodiscard]] VectorXd calc_totals(const double* z) const {
    VectorXd sum = VectorXd::Zero(2 + program_.drives);
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const std::vector<Complex> values = cell({program_.points[q].first, {}}, z, -1);
      sum += calc_point(q, values.data()).real();
    }
    return sum;
  }

  [[nodiscard]] MatrixXd calc_total_gradients(const double* z) const {
    MatrixXd all = MatrixXd::Zero(program_.unknowns, 2 + program_.drives);
    for (std::size_t q = 0; q < program_.points.size(); ++q) {
      const int first = program_.points[q].first;
      for (int a = 0; a < program_.window(); ++a) {
        const std::vector<Complex> values = cell({first, {}}, z, a);
        all.row(first + a) += calc_point(q, values.data()).imag().transpose() / kStep;
      }
    }
    return all;
  }

  [[nodiscard]] double weigh(const VectorXd& totals, const VectorXd& shares, double energy) const {
    const Eigen::Index m = program_.drives;
    return totals.head(1 + m).dot(shares) + energy * totals[1 + m];
  }

  const MotionProgram& program_;
  std::vector<CellFunction> functions_;
  std::vector<double> low_, high_;
};

const Nonlinear& of(UserDataPtr data) {
  return *static_cast<const Nonlinear*>(data);
}

Bool tell_objective(Index, Number* z, Bool, Number* value, UserDataPtr data) {
  *value = of(data).calc_objective(z);
  return std::isfinite(*value) ? TRUE : FALSE;
}

Bool tell_gradient(Index, Number* z, Bool, Number* gradient, UserDataPtr data) {
  of(data).write_gradient(z, gradient);
  return TRUE;
}

Bool tell_constraints(Index, Number* z, Bool, Index count, Number* g, UserDataPtr data) {
  of(data).write_constraints(z, g);
  return std::all_of(g, g + count, [](double one) { return std::isfinite(one); }) ? TRUE : FALSE;
}

Bool tell_jacobian(Index, Number* z, Bool, Index, Index, Index* row, Index* column, Number* values,
                   UserDataPtr data) {
  if (values == nullptr) {
    of(data).write_places(row, column);
  } else {
    of(data).write_jacobian(z, values);
  }
  return TRUE;
}

Bool tell_curvature(Index count, Number* z, Bool, Number factor, Index, Number* prices, Bool, Index,
                    Index* row, Index* column, Number* values, UserDataPtr data) {
  if (values != nullptr) {
    of(data).write_curvature(z, factor, prices, values);
    return TRUE;
  }
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j <= i; ++j) {
      *row++ = i;
      *column++ = j;
    }
  }
  return TRUE;
}

struct IpoptSolution {
  bool is_solved{false};
  double objective{0.0};
  int status{0};
};

IpoptSolution solve_by_ipopt(const MotionProgram& program, const VectorXd& start, double period,
                             bool knows_curvature) {
  Nonlinear nonlinear(program);
  constexpr double kFar = 2e19;
  std::vector<double> low(static_cast<std::size_t>(nonlinear.unknowns()), -kFar),
      high(low.size(), kFar);
  for (const int i : program.fixed) {
    low[static_cast<std::size_t>(i)] = high[static_cast<std::size_t>(i)] = start[i];
  }
  if (!program.has_period) low.back() = high.back() = 0.0;
  std::vector<double> g_low = nonlinear.low(), g_high = nonlinear.high();
  for (const Budget& budget : program.budgets) {
    g_low.push_back(-kFar);
    g_high.push_back(budget.most);
  }
  g_low.resize(nonlinear.constraints(), 0.0);
  g_high.resize(nonlinear.constraints(), 0.0);
  IpoptProblem problem = CreateIpoptProblem(
      nonlinear.unknowns(), low.data(), high.data(), static_cast<int>(nonlinear.constraints()),
      g_low.data(), g_high.data(), static_cast<int>(nonlinear.entries()),
      static_cast<int>(nonlinear.curvatures()), 0, tell_objective, tell_constraints, tell_gradient,
      tell_jacobian, tell_curvature);
  const auto set = [&](const char* key, const char* value) {
    AddIpoptStrOption(problem, const_cast<char*>(key), const_cast<char*>(value));
  };

  if (!knows_curvature) set("hessian_approximation", "limited-memory");
  set("sb", "yes");
  AddIpoptIntOption(problem, const_cast<char*>("print_level"), 0);
  AddIpoptIntOption(problem, const_cast<char*>("max_iter"), 3000);
  AddIpoptNumOption(problem, const_cast<char*>("tol"), kIpoptTolerance);
  std::vector<double> z(start.data(), start.data() + start.size());
  z.push_back(program.has_period ? period : 0.0);
  IpoptSolution solution;
  const int status = IpoptSolve(problem, z.data(), nullptr, &solution.objective, nullptr, nullptr,
                                nullptr, &nonlinear);
  solution.status = status;
  solution.is_solved = status == Solve_Succeeded || status == Solved_To_Acceptable_Level;
  FreeIpoptProblem(problem);
  return solution;
}

// A problem on a machine's path: with what the machine is limited by, and what is to be least.
struct Problem {
  std::string name;
  std::string machine;
  bool is_closed{false};
  std::function<void(Machine& machine)> limit;
  std::function<void(MotionProgram& program)> aim;
  PathPlanOptions options{};
  bool draws{false};
};

void need_time(MotionProgram& program) {
  program.costs[0] = 1.0;
}

void add_budget(MotionProgram& program, Eigen::Index total, double period, double most) {
  Budget budget{VectorXd::Zero(1 + program.drives), period, most};
  budget.shares[total] = 1.0;
  program.budgets.push_back(budget);
}

void stay_cool(MotionProgram& program) {
  program.has_period = true;
  program.period_cost = 1.0;
  add_budget(program, 0, 1.0, -0.2);
  for (Eigen::Index k = 0; k < program.drives; ++k) add_budget(program, 1 + k, 1.0, 0.0);
}

void lose_least(MotionProgram& program) {
  program.costs.tail(program.drives).setOnes();
  add_budget(program, 0, 0.0, 1.4);
}

void draw_least(MotionProgram& program) {
  program.energy_cost = 1.0;
  program.drawn.losses = VectorXd::Constant(program.drives, 200.0);
  add_budget(program, 0, 0.0, 1.4);
}

std::vector<Problem> list_problems() {
  const auto none = [](Machine&) {};
  const auto limit_all = [](double DriveLimit::*what, double value) {
    return [=](Machine& machine) {
      for (Drive& drive : machine.mechanism.drives) drive.limit.*what = value;
    };
  };
  std::vector<Problem> all;
  for (const char* machine : {"sliding_star", "puma560"}) {
    const std::string name = machine;
    all.push_back({name + "_rms", machine, false, none, stay_cool});
    all.push_back({name + "_losses", machine, false, none, lose_least});
    all.push_back({name + "_energy",
                   machine,
                   false,
                   none,
                   draw_least,
                   {.wish = {.least_energy = true}},
                   true});
    all.push_back({name + "_rise", machine, false, none, need_time, {.rise_time = 0.02}});
    all.push_back({name + "_closed", machine, true, none, stay_cool});
    all.push_back({name + "_closed_rise", machine, true, none, need_time, {.rise_time = 0.02}});
  }
  all.push_back({"sliding_star_power", "sliding_star", false, limit_all(&DriveLimit::power, 900.0),
                 need_time});
  all.push_back({"sliding_star_jerk", "sliding_star", false, limit_all(&DriveLimit::jerk, 3000.0),
                 need_time});
  all.push_back({"sliding_star_supply", "sliding_star", false,
                 [](Machine& machine) { machine.supply.power = 2000.0; }, need_time});
  all.push_back({"sliding_star_tool", "sliding_star", false,
                 [](Machine& machine) {
                   for (Path& path : machine.paths) path.jerk_limits = {{0.0, path.p_max, 3000.0}};
                 },
                 need_time});
  return all;
}

class Ipopt : public testing::TestWithParam<Problem> {};
INSTANTIATE_TEST_SUITE_P(All, Ipopt, testing::ValuesIn(list_problems()),
                         [](const auto& test) { return test.param.name; });

// From the same start both end at the same value; ours is never the worse one.
TEST_P(Ipopt, FindsNoBetterMotion) {
  Machine machine = load(GetParam().machine);
  GetParam().limit(machine);
  const Path& path = machine.paths.front();
  PathPlanOptions plain{.tolerance = 1e-4, .closed = GetParam().is_closed, .report = false};
  Machine free = load(GetParam().machine);
  const PathPlan fastest = plan_path(free, free.paths.front(), plain);
  ASSERT_TRUE(fastest.has_motion()) << fastest.reason;
  const Plan& plan = fastest.plan;
  const auto x_at = [&](double p) {
    const auto after = std::upper_bound(plan.p.begin() + 1, plan.p.end() - 1, p);
    const auto i = static_cast<std::size_t>(after - plan.p.begin()) - 1;
    return plan.segments[i].x_at(p - plan.p[i]);
  };
  PathAnalysis analysis(machine, path, {.accuracy = 1e-8});
  const SurveyRows field(analysis.survey(), machine, path, GetParam().options);
  GridStretch stretch{.begin = 0.0, .end = path.p_max};
  if (GetParam().is_closed) {
    stretch.is_free_begin = stretch.is_free_end = true;
    stretch.follows = 0;
  }
  const RestKind kind = field.is_of_change() ? RestKind::gentle : RestKind::forceful;
  constexpr int kCells = 16;
  const SplineGrid grid(field, {stretch}, {}, kCells, kind);
  ProgramUnits units;
  units.x = *std::max_element(plan.x.begin(), plan.x.end());
  units.time = plan.time;
  units.forces = VectorXd::Constant(field.drives(), 300.0);
  if (GetParam().machine == std::string("puma560")) units.forces.setConstant(30.0);
  units.preload = VectorXd::Constant(field.redundancy(), 300.0);
  WrittenProgram written = write_program(field, grid, units, GetParam().draws);
  GetParam().aim(written.program);
  constexpr double kShare = 0.1;  // slow enough for what changes in time
  const VectorXd start = make_start(grid, units, [&](double p) { return kShare * x_at(p); });
  scale_rows(start, written);
  const ProgramSolution ours = solve_program(written.program, start);
  SCOPED_TRACE(ours.steps);
  ASSERT_TRUE(ours.is_solved);
  // Where the program is not convex its second derivatives may lead it astray.
  IpoptSolution theirs = solve_by_ipopt(written.program, start, 10.0, true);
  if (!theirs.is_solved) theirs = solve_by_ipopt(written.program, start, 10.0, false);
  ASSERT_TRUE(theirs.is_solved) << theirs.status;
  EXPECT_LE(ours.objective, theirs.objective * (1.0 + 1e-6));
  EXPECT_NEAR(ours.objective, theirs.objective, 1e-4 * theirs.objective);
}

}  // namespace
}  // namespace globaldyn::inside::test
