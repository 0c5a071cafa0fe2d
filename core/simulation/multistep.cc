#include "core/simulation/multistep.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr Eigen::Index kMostDense = 300;  // measured: results/formulations/recursive.md

}  // namespace

Multistep::Multistep(const OdeProblem& problem, const IntegratorOptions& options)
    : callee_{problem, nullptr}, options_(options), vectors_(problem.size, options.absolute) {
  between_ = N_VClone(vectors_.vector());
}

Multistep::~Multistep() {
  if (memory_ != nullptr) CVodeFree(&memory_);
  if (nonlinear_ != nullptr) SUNNonlinSolFree(nonlinear_);
  if (linear_ != nullptr) SUNLinSolFree(linear_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
  N_VDestroy(between_);
}

void Multistep::start(double t, const VectorXd& y) {
  vectors_.y() = y;
  t_ = t;
  stalls_ = {};
  if (memory_ == nullptr) return make(t);
  done_ += count_now();
  require(CVodeReInit(memory_, t, vectors_.vector()), "to start");
}

void Multistep::make(double t) {
  memory_ = CVodeCreate(is_bdf() ? CV_BDF : CV_ADAMS, vectors_.context());
  require(CVodeSetErrHandlerFn(memory_, be_silent, nullptr), "a handler");
  require(CVodeInit(memory_, calc_rates_of, t, vectors_.vector()), "to start");
  require(CVodeSetUserData(memory_, &callee_), "its data");
  require(CVodeSVtolerances(memory_, options_.tolerance, vectors_.absolute()), "the tolerance");
  if (is_bdf()) {
    make_linear_solver();
    require(CVodeSetLinearSolver(memory_, linear_, matrix_), "the linear solver");
    if (callee_.problem.project) require(CVodeSetProjFn(memory_, correct_of), "projection");
  } else {
    nonlinear_ = SUNNonlinSol_FixedPoint(vectors_.vector(), 0, vectors_.context());
    require(CVodeSetNonlinearSolver(memory_, nonlinear_), "the nonlinear solver");
  }
  if (callee_.problem.event_count > 0) {
    require(CVodeRootInit(memory_, callee_.problem.event_count, calc_events_of), "events");
  }
}

// A Jacobian of many unknowns costs as many right sides, and a decomposition their cube: Krylov's
// method needs a few products with it instead.
void Multistep::make_linear_solver() {
  const Eigen::Index size = callee_.problem.size;
  if (size > kMostDense) {
    linear_ = SUNLinSol_SPGMR(vectors_.vector(), SUN_PREC_NONE, 0, vectors_.context());
    return;
  }
  matrix_ = SUNDenseMatrix(size, size, vectors_.context());
  linear_ = SUNLinSol_Dense(vectors_.vector(), matrix_, vectors_.context());
}

IntegrationOutcome Multistep::step(double limit) {
  IntegrationOutcome outcome{.status = IntegrationOutcome::Status::stepped, .t = limit};
  if (is_nothing(t_, limit)) {
    t_ = limit;
    return outcome;
  }
  const double begin = t_;
  require(CVodeSetStopTime(memory_, limit), "a time to stop");
  const int flag = CVode(memory_, limit, vectors_.vector(), &t_, CV_ONE_STEP);
  callee_.rethrow();
  if (flag < 0) {
    CVodeGetCurrentTime(memory_, &t_);
    outcome.reason = explain_flag(CVodeGetReturnFlagName(flag));
  } else if (stalls_.is_stalled(begin, t_)) {
    outcome.reason = "the integrator cannot go on (its steps have become too short to move time)";
  }
  outcome.t = t_;
  if (!outcome.reason.empty()) {
    outcome.status = IntegrationOutcome::Status::failed;
  } else if (flag == CV_ROOT_RETURN) {
    std::vector<int> found(static_cast<std::size_t>(callee_.problem.event_count));
    require(CVodeGetRootInfo(memory_, found.data()), "events");
    outcome.status = IntegrationOutcome::Status::event;
    outcome.events = list_events(found);
  }
  return outcome;
}

bool Multistep::interpolate(double t, VectorXd& y) {
  if (CVodeGetDky(memory_, t, 0, between_) < 0) return false;
  y = view(between_);
  return true;
}

long Multistep::count_now() const {
  long steps = 0;
  if (memory_ != nullptr) CVodeGetNumSteps(memory_, &steps);
  return steps;
}

}  // namespace core
}  // namespace globaldyn::inside
