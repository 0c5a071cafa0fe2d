#include "core/simulation/integrator.h"

#include <arkode/arkode_arkstep.h>
#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

#include "core/base/errors.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using ConstMap = Eigen::Map<const VectorXd>;
using Map = Eigen::Map<VectorXd>;

Map view(N_Vector vector) {
  return {N_VGetArrayPointer(vector), N_VGetLength(vector)};
}

void require(int flag, const char* what) {
  if (flag < 0) throw NumericalError(fmt::format("SUNDIALS refuses {} ({})", what, flag));
}

// What SUNDIALS hands through to the functions it calls. It is C: no exception may pass through it.
struct Callee {
  OdeProblem problem;
  std::exception_ptr thrown;
  double t{0.0};        // where the last step ended
  VectorXd y;           // likewise
  double longest{0.0};  // step so far
};

// What `call` returns: 0, or 1 for what may be tried again with a shorter step. -1 if it throws.
template <class Call>
int guard(void* data, const Call& call) {
  Callee& callee = *static_cast<Callee*>(data);
  try {
    return call(callee.problem) ? 0 : 1;
  } catch (...) {
    callee.thrown = std::current_exception();
    return -1;
  }
}

int calc_rates_of(realtype t, N_Vector y, N_Vector rates, void* data) {
  return guard(
      data, [&](const OdeProblem& problem) { return problem.calc_rates(t, view(y), view(rates)); });
}

int calc_events_of(realtype t, N_Vector y, realtype* values, void* data) {
  return guard(data, [&](const OdeProblem& problem) {
    problem.calc_events(t, view(y), values);
    return true;
  });
}

int project_of(realtype t, N_Vector y, void* data) {
  const int flag =
      guard(data, [&](const OdeProblem& problem) { return problem.project(t, view(y)); });
  if (flag == 0) {
    Callee& callee = *static_cast<Callee*>(data);
    callee.longest = std::max(callee.longest, t - callee.t);
    callee.t = t;
    callee.y = view(y);
  }
  return flag;
}

// CVODE wants the correction.
int correct_of(realtype t, N_Vector y, N_Vector correction, realtype /*tolerance*/,
               N_Vector /*error*/, void* data) {
  view(correction) = view(y);
  const int flag =
      guard(data, [&](const OdeProblem& problem) { return problem.project(t, view(correction)); });
  view(correction) -= view(y);
  return flag;
}

void be_silent(int /*code*/, const char* /*module*/, const char* /*function*/, char* /*message*/,
               void* /*data*/) {}

constexpr Eigen::Index kMostDense = 300;  // measured: results/formulations/recursive.md
constexpr long kMostSteps = 100'000'000;
constexpr int kMostTries = 60;   // of a step, each shorter: forces may jump by surprise
constexpr double kTight = 1e-8;  // below, formulas of order 6 need fewer steps
// A step with a stage where f does not exist is repeated with this share of its length, but not
// when steps have become much shorter than they were: then f ends there.
constexpr double kShorter = 0.25;
constexpr double kShortest = 1e-6;

}  // namespace

const char* to_string(IntegrationMethod method) {
  switch (method) {
    case IntegrationMethod::runge_kutta:
      return "runge-kutta";
    case IntegrationMethod::adams:
      return "adams";
    case IntegrationMethod::bdf:
      return "bdf";
  }
  return "";
}

// What SUNDIALS allocates, and the calls that differ between its integrators.
class Integrator::Solver {
 public:
  Solver(OdeProblem problem, IntegrationMethod method, double tolerance, const VectorXd& absolute)
      : callee_{std::move(problem), nullptr, 0.0, {}, 0.0},
        method_(method),
        tolerance_(tolerance),
        y_(callee_.problem.size) {
    require(SUNContext_Create(nullptr, &context_), "a context");
    y_.setZero();
    vector_ = N_VMake_Serial(callee_.problem.size, y_.data(), context_);
    absolute_ = N_VNew_Serial(callee_.problem.size, context_);
    view(absolute_) = absolute;
  }

  ~Solver() {
    free_memory();
    if (nonlinear_ != nullptr) SUNNonlinSolFree(nonlinear_);
    if (linear_ != nullptr) SUNLinSolFree(linear_);
    if (matrix_ != nullptr) SUNMatDestroy(matrix_);
    N_VDestroy(vector_);
    N_VDestroy(absolute_);
    SUNContext_Free(&context_);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void start(double t, const VectorXd& y) {
    y_ = y;
    t_ = t;
    callee_.t = t;
    callee_.y = y;
    if (memory_ == nullptr) {
      is_runge_kutta() ? make_arkode(t) : make_cvode(t);
      return;
    }
    done_ += count_now();
    if (!is_runge_kutta()) {
      require(CVodeReInit(memory_, t, vector_), "to start");
      return;
    }
    const double step = propose_step();
    require(ARKStepReInit(memory_, calc_rates_of, nullptr, t, vector_), "to start");
    require(ARKStepSetInitStep(memory_, step), "a first step");
  }

  IntegrationOutcome advance(double t_end) {
    IntegrationOutcome outcome;
    // SUNDIALS refuses steps of a few rounding errors of the time.
    if (t_end - t_ <= round_off::kNumber * std::max(std::abs(t_), std::abs(t_end))) {
      outcome.status = IntegrationOutcome::Status::reached;
      outcome.t = t_ = std::max(t_, t_end);
      return outcome;
    }
    const int flag = is_runge_kutta() ? advance_arkode(t_end) : advance_cvode(t_end);
    if (callee_.thrown) std::rethrow_exception(std::exchange(callee_.thrown, nullptr));
    outcome.t = t_;
    if (flag < 0) {
      outcome.reason = explain(flag);
      return outcome;
    }
    static_assert(ARK_ROOT_RETURN == CV_ROOT_RETURN);
    const bool at_root = flag == ARK_ROOT_RETURN;
    outcome.status =
        at_root ? IntegrationOutcome::Status::event : IntegrationOutcome::Status::reached;
    if (at_root) outcome.events = list_events();
    return outcome;
  }

  [[nodiscard]] const VectorXd& y() const { return y_; }

  [[nodiscard]] IntegrationCount count() const {
    IntegrationCount sum = done_;
    return sum += count_now();
  }

 private:
  [[nodiscard]] bool is_runge_kutta() const { return method_ == IntegrationMethod::runge_kutta; }

  // As long as the last steps before the start; a last one that ended at a stop may have been
  // short. 0: ARKODE finds one, by steps that are far too short at first.
  [[nodiscard]] double propose_step() {
    double last = 0.0, next = 0.0;
    ARKStepGetLastStep(memory_, &last);
    ARKStepGetCurrentStep(memory_, &next);
    constexpr double kForget = 0.5;
    step_ = std::max({last, next, kForget * step_});
    return step_;
  }

  void make_arkode(double t) {
    memory_ = ARKStepCreate(calc_rates_of, nullptr, t, vector_, context_);
    require(ARKStepSetErrHandlerFn(memory_, be_silent, nullptr), "a handler");
    require(ARKStepSetUserData(memory_, &callee_), "its data");
    require(ARKStepSVtolerances(memory_, tolerance_, absolute_), "the tolerance");
    require(ARKStepSetMaxNumSteps(memory_, kMostSteps), "so many steps");
    require(ARKStepSetMaxErrTestFails(memory_, kMostTries), "so many tries");
    require(
        ARKStepSetTableNum(memory_, ARKODE_DIRK_NONE,
                           tolerance_ < kTight ? ARKODE_VERNER_8_5_6 : ARKODE_DORMAND_PRINCE_7_4_5),
        "the formula");
    if (callee_.problem.project) {
      require(ARKStepSetPostprocessStepFn(memory_, project_of), "projection");
    }
    if (callee_.problem.event_count > 0) {
      require(ARKStepRootInit(memory_, callee_.problem.event_count, calc_events_of), "events");
    }
  }

  void make_cvode(double t) {
    const bool is_bdf = method_ == IntegrationMethod::bdf;
    memory_ = CVodeCreate(is_bdf ? CV_BDF : CV_ADAMS, context_);
    require(CVodeSetErrHandlerFn(memory_, be_silent, nullptr), "a handler");
    require(CVodeInit(memory_, calc_rates_of, t, vector_), "to start");
    require(CVodeSetUserData(memory_, &callee_), "its data");
    require(CVodeSVtolerances(memory_, tolerance_, absolute_), "the tolerance");
    require(CVodeSetMaxNumSteps(memory_, kMostSteps), "so many steps");
    if (is_bdf) {
      make_linear_solver();
      require(CVodeSetLinearSolver(memory_, linear_, matrix_), "the linear solver");
      if (callee_.problem.project) require(CVodeSetProjFn(memory_, correct_of), "projection");
    } else {
      nonlinear_ = SUNNonlinSol_FixedPoint(vector_, 0, context_);
      require(CVodeSetNonlinearSolver(memory_, nonlinear_), "the nonlinear solver");
    }
    if (callee_.problem.event_count > 0) {
      require(CVodeRootInit(memory_, callee_.problem.event_count, calc_events_of), "events");
    }
  }

  // A Jacobian of many unknowns costs as many right sides, and a decomposition their cube: Krylov's
  // method needs a few products with it instead.
  void make_linear_solver() {
    if (callee_.problem.size > kMostDense) {
      linear_ = SUNLinSol_SPGMR(vector_, SUN_PREC_NONE, 0, context_);
      return;
    }
    matrix_ = SUNDenseMatrix(callee_.problem.size, callee_.problem.size, context_);
    linear_ = SUNLinSol_Dense(vector_, matrix_, context_);
  }

  // Never beyond t_end: forces may change there.
  int advance_arkode(double t_end) {
    require(ARKStepSetStopTime(memory_, t_end), "a time to stop");
    int flag = ARKStepEvolve(memory_, t_end, vector_, &t_, ARK_NORMAL);
    while (flag == ARK_UNREC_RHSFUNC_ERR && !callee_.thrown && repeat_shorter(t_end)) {
      flag = ARKStepEvolve(memory_, t_end, vector_, &t_, ARK_NORMAL);
    }
    if (flag < 0) {
      y_ = callee_.y;
      t_ = callee_.t;
    }
    return flag;
  }

  // ARKODE's explicit formulas give up where f does not exist at a stage of a step. Stages leave
  // the invariants that steps are projected onto, the farther the longer the step: f may well exist
  // along a shorter one. False: even short ones do not lead on.
  bool repeat_shorter(double t_end) {
    double of_stage = 0.0;
    ARKStepGetCurrentTime(memory_, &of_stage);
    const double step = kShorter * (of_stage - callee_.t);
    const double shortest =
        std::max(kShortest * callee_.longest,
                 round_off::kNumber * std::max(std::abs(callee_.t), std::abs(t_end)));
    if (!(step > shortest)) return false;
    start(callee_.t, VectorXd(callee_.y));
    require(ARKStepSetInitStep(memory_, step), "a step");
    require(ARKStepSetStopTime(memory_, t_end), "a time to stop");
    return true;
  }

  int advance_cvode(double t_end) {
    require(CVodeSetStopTime(memory_, t_end), "a time to stop");
    const int flag = CVode(memory_, t_end, vector_, &t_, CV_NORMAL);
    if (flag < 0) CVodeGetCurrentTime(memory_, &t_);
    return flag;
  }

  [[nodiscard]] std::string explain(int flag) const {
    char* name = is_runge_kutta() ? ARKStepGetReturnFlagName(flag) : CVodeGetReturnFlagName(flag);
    std::string reason = fmt::format("the integrator cannot go on ({})", name);
    std::free(name);
    return reason;
  }

  [[nodiscard]] std::vector<int> list_events() const {
    std::vector<int> found(static_cast<std::size_t>(callee_.problem.event_count));
    require(is_runge_kutta() ? ARKStepGetRootInfo(memory_, found.data())
                             : CVodeGetRootInfo(memory_, found.data()),
            "events");
    std::vector<int> events;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != 0) events.push_back(static_cast<int>(i));
    }
    return events;
  }

  [[nodiscard]] IntegrationCount count_now() const {
    IntegrationCount count;
    if (memory_ == nullptr) return count;
    if (is_runge_kutta()) {
      long implicit = 0;
      ARKStepGetNumSteps(memory_, &count.steps);
      ARKStepGetNumRhsEvals(memory_, &count.right_sides, &implicit);
    } else {
      long of_jacobians = 0;
      CVodeGetNumSteps(memory_, &count.steps);
      CVodeGetNumRhsEvals(memory_, &count.right_sides);
      if (linear_ != nullptr) CVodeGetNumLinRhsEvals(memory_, &of_jacobians);
      count.right_sides += of_jacobians;
    }
    return count;
  }

  void free_memory() {
    if (memory_ == nullptr) return;
    is_runge_kutta() ? ARKStepFree(&memory_) : CVodeFree(&memory_);
  }

  Callee callee_;
  IntegrationMethod method_;
  double tolerance_;
  VectorXd y_;
  double t_{0.0};
  double step_{0.0};       // before the last start
  IntegrationCount done_;  // likewise
  SUNContext context_{nullptr};
  void* memory_{nullptr};
  N_Vector vector_{nullptr};
  N_Vector absolute_{nullptr};
  SUNMatrix matrix_{nullptr};
  SUNLinearSolver linear_{nullptr};
  SUNNonlinearSolver nonlinear_{nullptr};
};

Integrator::Integrator(OdeProblem problem, IntegrationMethod method, double tolerance,
                       const VectorXd& absolute)
    : solver_(std::make_unique<Solver>(std::move(problem), method, tolerance, absolute)) {}
Integrator::~Integrator() = default;

void Integrator::start(double t, const VectorXd& y) {
  solver_->start(t, y);
}

IntegrationOutcome Integrator::advance(double t_end) {
  return solver_->advance(t_end);
}

const VectorXd& Integrator::y() const {
  return solver_->y();
}

IntegrationCount Integrator::count() const {
  return solver_->count();
}

}  // namespace core
}  // namespace globaldyn::inside
