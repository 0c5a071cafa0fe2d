#include "core/simulation/runge_kutta.h"

#include <arkode/arkode_arkstep.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/round_off.h"
#include "core/simulation/explicit_formula.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr long kMostSteps = 100'000'000;
constexpr int kMostTries = 60;  // of a step, each shorter: forces may jump by surprise
// Below, order 8 takes less work than order 5, with 13 slopes a step instead of 6: measured in
// results/formulations/recursive.md.
constexpr double kTight = 1e-8;
// A step with a stage where f does not exist is repeated with this share of its length, but not
// when steps have become much shorter than they were: then f ends there.
constexpr double kShorter = 0.25;
constexpr double kShortest = 1e-6;
// ARKODE looks for an event by a polynomial of its own, where a sign has changed over a step alone:
// with degree 3 ends of travel were 1e-9 s off at 1e-10. The state there is found by a step to it.
constexpr int kDegree = 5;

double find_bump(double s) {
  return s * s * (1.0 - s) * (1.0 - s);
}

// 1, s - 1/2, …
VectorXd list_powers(double s, Eigen::Index count) {
  VectorXd powers = VectorXd::Ones(count);
  for (Eigen::Index k = 1; k < count; ++k) powers(k) = powers(k - 1) * (s - 0.5);
  return powers;
}

// Zeros of Chebyshev's polynomial, from 0 to 1. (Those of Legendre's will not do: of more than two
// a bulge has no slope at any.)
std::vector<double> list_chebyshev(int count) {
  std::vector<double> zeros;
  for (int i = 0; i < count; ++i) {
    zeros.push_back(0.5 * (1.0 - std::cos((i + 0.5) * std::numbers::pi / count)));
  }
  return zeros;
}

// Of a bulge (s (1 - s))² (q0 + q1 (s - 1/2) + …) by its slopes at the places of a sweep.
MatrixXd invert_slopes(int sweep) {
  const std::vector<double>& places = StepPolynomial::places(sweep);
  const auto count = static_cast<Eigen::Index>(places.size());
  MatrixXd slopes(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double s = places[static_cast<std::size_t>(i)];
    const VectorXd powers = list_powers(s, count);
    const double steepness = 2.0 * s * (1.0 - s) * (1.0 - 2.0 * s);
    slopes.row(i) = steepness * powers;
    for (Eigen::Index k = 1; k < count; ++k) {
      slopes(i, k) += find_bump(s) * static_cast<double>(k) * powers(k - 1);
    }
  }
  return slopes.inverse();
}

const MatrixXd& bulge_by_slopes(int sweep) {
  static const std::vector<MatrixXd> kInverses = [] {
    std::vector<MatrixXd> inverses;
    for (int i = 0; i < StepPolynomial::kSweeps; ++i) inverses.push_back(invert_slopes(i));
    return inverses;
  }();
  return kInverses[static_cast<std::size_t>(sweep)];
}

void set_formula(void* memory, const ExplicitFormula& formula) {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> A = formula.A;
  VectorXd c = formula.c, b = formula.b, embedded = formula.embedded;
  ARKodeButcherTable table =
      ARKodeButcherTable_Create(static_cast<int>(c.size()), formula.order, formula.embedded_order,
                                c.data(), A.data(), b.data(), embedded.data());
  const int flag =
      ARKStepSetTables(memory, formula.order, formula.embedded_order, nullptr, table);  // copies it
  ARKodeButcherTable_Free(table);
  require(flag, "the formula");
}

void choose_formula(void* memory, double tolerance) {
  if (tolerance < kTight) return set_formula(memory, prince_dormand_8());
  require(ARKStepSetTableNum(memory, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5), "the formula");
}

OdeProblem without_events(OdeProblem problem) {
  problem.event_count = 0;
  return problem;
}

}  // namespace

// A bulge is steepest at the first place; it and the one as far from the end are Gauss's two.
const std::vector<double>& StepPolynomial::places(int sweep) {
  static const std::vector<double> kTwo{0.21132486540518713, 0.78867513459481287};
  static const std::vector<double> kFour = list_chebyshev(4), kEight = list_chebyshev(8);
  static const std::vector<double> kPlaces[kSweeps]{{kTwo.front()}, kTwo,   kFour,  kFour,
                                                    kEight,         kEight, kEight, kEight};
  return kPlaces[sweep];
}

void StepPolynomial::set_ends(double begin, double length, const VectorXd& y_begin,
                              const VectorXd& rates_begin, const VectorXd& y_end,
                              const VectorXd& rates_end) {
  begin_ = begin;
  length_ = length;
  y_ = y_begin;
  slope_ = length * rates_begin;
  square_ = 3.0 * (y_end - y_begin) - 2.0 * slope_ - length * rates_end;
  cube_ = 2.0 * (y_begin - y_end) + slope_ + length * rates_end;
  bulge_.setZero(y_begin.size(), 1);
}

void StepPolynomial::take_sweep(int sweep, const MatrixXd& rates) {
  const std::vector<double>& at = places(sweep);
  MatrixXd missing(rates.rows(), rates.cols());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    missing.col(column) = find_missing_slope(at[i], rates.col(column));
  }
  last_bulge_ = bulge_;
  bulge_ = missing * bulge_by_slopes(sweep).transpose();
}

// Of degree 3.
VectorXd StepPolynomial::find_missing_slope(double s, const VectorXd& rates) const {
  return length_ * rates - slope_ - 2.0 * s * square_ - 3.0 * s * s * cube_;
}

void StepPolynomial::evaluate(double t, VectorXd& y) const {
  const double s = share_at(t);
  y = y_ + s * (slope_ + s * (square_ + s * cube_)) +
      find_bump(s) * (bulge_ * list_powers(s, bulge_.cols()));
}

double StepPolynomial::find_change(double t, double tolerance, const VectorXd& absolute) const {
  const double s = share_at(t);
  const VectorXd change =
      bulge_ * list_powers(s, bulge_.cols()) - last_bulge_ * list_powers(s, last_bulge_.cols());
  return find_bump(s) *
         (change.array().abs() / (tolerance * y_.array().abs() + absolute.array())).maxCoeff();
}

RungeKutta::Run::Run(OdeProblem problem, const IntegratorOptions& options)
    : callee{std::move(problem), nullptr}, vectors(callee.problem.size, options.absolute) {}

RungeKutta::Run::~Run() {
  if (memory != nullptr) ARKStepFree(&memory);
}

void RungeKutta::Run::start(double t, const VectorXd& y, double step,
                            const IntegratorOptions& options) {
  vectors.y() = y;
  if (memory != nullptr) {
    require(ARKStepReInit(memory, calc_rates_of, nullptr, t, vectors.vector()), "to start");
    require(ARKStepSetInitStep(memory, step), "a first step");
    return;
  }
  memory = ARKStepCreate(calc_rates_of, nullptr, t, vectors.vector(), vectors.context());
  require(ARKStepSetErrHandlerFn(memory, be_silent, nullptr), "a handler");
  require(ARKStepSetUserData(memory, &callee), "its data");
  require(ARKStepSVtolerances(memory, options.tolerance, vectors.absolute()), "the tolerance");
  require(ARKStepSetMaxNumSteps(memory, kMostSteps), "so many steps");
  require(ARKStepSetMaxErrTestFails(memory, kMostTries), "so many tries");
  choose_formula(memory, options.tolerance);
  require(ARKStepSetInterpolantDegree(memory, kDegree), "a degree");
  if (step > 0.0) require(ARKStepSetInitStep(memory, step), "a first step");
  if (callee.problem.project) {
    require(ARKStepSetPostprocessStepFn(memory, project_of), "projection");
  }
  if (callee.problem.event_count > 0) {
    require(ARKStepRootInit(memory, callee.problem.event_count, calc_events_of), "events");
  }
}

int RungeKutta::Run::evolve(double limit, double& t, int task) {
  require(ARKStepSetStopTime(memory, limit), "a time to stop");
  return ARKStepEvolve(memory, limit, vectors.vector(), &t, task);
}

RungeKutta::RungeKutta(const OdeProblem& problem, const IntegratorOptions& options)
    : options_(options), main_(problem, options), side_(without_events(problem), options) {}

RungeKutta::~RungeKutta() = default;

void RungeKutta::start(double t, const VectorXd& y) {
  t_ = t;
  stalls_ = {};
  const bool is_first = main_.memory == nullptr;
  if (!is_first) done_ += count_now();
  main_.start(t, y, is_first ? 0.0 : propose_step(), options_);
}

// As long as the last steps before the start; a last one that ended at a stop may have been
// short. 0: ARKODE finds one, by steps that are far too short at first.
double RungeKutta::propose_step() {
  double last = 0.0, next = 0.0;
  ARKStepGetLastStep(main_.memory, &last);
  ARKStepGetCurrentStep(main_.memory, &next);
  constexpr double kForget = 0.5;
  proposed_ = std::max({last, next, kForget * proposed_});
  return proposed_;
}

IntegrationOutcome RungeKutta::step(double limit) {
  IntegrationOutcome outcome{.status = IntegrationOutcome::Status::stepped, .t = limit};
  begin_ = t_;
  begin_y_ = y();
  has_side_ = false;
  can_look_ = false;
  sweeps_ = misses_ = 0;
  if (is_nothing(t_, limit)) {
    t_ = limit;
    return outcome;
  }
  begin_rates_.resize(begin_y_.size());
  can_look_ = main_.callee.problem.calc_rates(begin_, begin_y_, begin_rates_);
  const int flag = evolve(limit);
  main_.callee.rethrow();
  if (flag < 0) {
    main_.vectors.y() = begin_y_;
    t_ = begin_;
    outcome.reason = explain_flag(ARKStepGetReturnFlagName(flag));
  } else if (stalls_.is_stalled(begin_, t_)) {
    outcome.reason = "the integrator cannot go on (its steps have become too short to move time)";
  }
  outcome.t = t_;
  longest_ = std::max(longest_, t_ - begin_);
  if (!outcome.reason.empty()) {
    outcome.status = IntegrationOutcome::Status::failed;
  } else if (flag == ARK_ROOT_RETURN) {
    std::vector<int> found(static_cast<std::size_t>(main_.callee.problem.event_count));
    require(ARKStepGetRootInfo(main_.memory, found.data()), "events");
    outcome.status = IntegrationOutcome::Status::event;
    outcome.events = list_events(found);
    VectorXd there;
    if (go_to(t_, there)) main_.vectors.y() = there;
  }
  return outcome;
}

int RungeKutta::evolve(double limit) {
  int flag = main_.evolve(limit, t_, ARK_ONE_STEP);
  while (flag == ARK_UNREC_RHSFUNC_ERR && !main_.callee.thrown && repeat_shorter(limit)) {
    flag = main_.evolve(limit, t_, ARK_ONE_STEP);
  }
  return flag;
}

// ARKODE's explicit formulas give up where f does not exist at a stage of a step. Stages leave
// the invariants that steps are projected onto, the farther the longer the step: f may well exist
// along a shorter one. False: even short ones do not lead on.
bool RungeKutta::repeat_shorter(double limit) {
  double of_stage = 0.0;
  ARKStepGetCurrentTime(main_.memory, &of_stage);
  const double step = kShorter * (of_stage - begin_);
  const double shortest = std::max(
      kShortest * longest_, round_off::kNumber * std::max(std::abs(begin_), std::abs(limit)));
  if (!(step > shortest)) return false;
  start(begin_, begin_y_);
  require(ARKStepSetInitStep(main_.memory, step), "a step");
  return true;
}

// By the least work that is accurate enough: where two sweeps are not, by steps to the first sample
// of a step, and by more sweeps if there are others.
bool RungeKutta::interpolate(double t, VectorXd& y) {
  if (t >= t_) {
    y = main_.vectors.y();
    return true;
  }
  constexpr int kFew = 2;
  const int allowed = misses_ > 0 ? StepPolynomial::kSweeps : kFew;
  const auto is_good = [&] {
    return sweeps_ > 0 && polynomial_.find_change(t, options_.tolerance, options_.absolute) <= 1.0;
  };
  while (!is_good()) {
    if (sweeps_ == allowed || !look_between()) {
      ++misses_;
      return go_to(t, y);
    }
  }
  polynomial_.evaluate(t, y);
  return true;
}

// One sweep more. False: f does not exist somewhere.
bool RungeKutta::look_between() {
  if (!can_look_) return false;
  can_look_ = false;
  const OdeProblem& problem = main_.callee.problem;
  rates_.resize(begin_y_.size());
  if (sweeps_ == 0) {
    if (!(t_ > begin_) || !problem.calc_rates(t_, y(), rates_)) return false;
    polynomial_.set_ends(begin_, t_ - begin_, begin_y_, begin_rates_, y(), rates_);
  }
  const std::vector<double>& places = StepPolynomial::places(sweeps_);
  rates_between_.resize(begin_y_.size(), static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double t = begin_ + places[i] * (t_ - begin_);
    polynomial_.evaluate(t, scratch_);
    if (!problem.calc_rates(t, scratch_, rates_)) return false;
    rates_between_.col(static_cast<Eigen::Index>(i)) = rates_;
  }
  polynomial_.take_sweep(sweeps_, rates_between_);
  ++sweeps_;
  can_look_ = true;
  return true;
}

// By steps of the same formula from the last step's begin, or from where the last such call ended.
bool RungeKutta::go_to(double t, VectorXd& y) {
  const bool goes_on = has_side_ && side_t_ <= t;
  const double from = goes_on ? side_t_ : begin_;
  scratch_ = goes_on ? side_.vectors.y() : begin_y_;
  if (is_nothing(from, t)) {
    y = scratch_;
    return true;
  }
  side_.start(from, scratch_, t - from, options_);
  has_side_ = side_.evolve(t, side_t_, ARK_NORMAL) >= 0;
  side_.callee.rethrow();
  if (has_side_) y = side_.vectors.y();
  return has_side_;
}

long RungeKutta::count_now() const {
  long steps = 0;
  if (main_.memory != nullptr) ARKStepGetNumSteps(main_.memory, &steps);
  return steps;
}

}  // namespace core
}  // namespace globaldyn::inside
