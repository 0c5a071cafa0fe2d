#include "optimize/refinement/scalar_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <exception>
#include <nlopt.hpp>

namespace globaldyn::inside {
inline namespace refinement {
namespace {

nlopt::algorithm to_nlopt(SearchAlgorithm algorithm) {
  switch (algorithm) {
    case SearchAlgorithm::cobyla:
      return nlopt::LN_COBYLA;
    case SearchAlgorithm::bobyqa:
      return nlopt::LN_BOBYQA;
    case SearchAlgorithm::sbplx:
      return nlopt::LN_SBPLX;
    case SearchAlgorithm::nelder_mead:
      return nlopt::LN_NELDERMEAD;
    case SearchAlgorithm::direct_l:
      return nlopt::GN_DIRECT_L;
    case SearchAlgorithm::crs2:
      return nlopt::GN_CRS2_LM;
    case SearchAlgorithm::isres:
      return nlopt::GN_ISRES;
  }
  assert(false);
  return nlopt::LN_COBYLA;
}

// The function as NLopt calls it: objective and constraints separately, and even after it was told
// to stop. No exception passes through NLopt, which is C.
class Caller {
 public:
  Caller(const ScalarFunction& function, std::size_t constraints, std::size_t most_calls)
      : function_(function), values_(constraints + 1), left_(most_calls) {}

  static double objective(unsigned n, const double* x, double*, void* caller) {
    auto* self = static_cast<Caller*>(caller);
    self->count_call();
    return self->at({x, n})[0];
  }

  static void constraints(unsigned m, double* result, unsigned n, const double* x, double*,
                          void* caller) {
    const std::span<const double> values = static_cast<Caller*>(caller)->at({x, n});
    std::copy_n(values.begin() + 1, m, result);
  }

  void use(nlopt::opt& search) { search_ = &search; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  [[nodiscard]] bool is_stalled() const { return is_stalled_; }
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void count_call() {
    if (is_stopped_) return;
    if (left_ > 0) {
      --left_;
    } else {
      is_stalled_ = true;
      stop();
    }
  }

  void stop() {
    is_stopped_ = true;
    search_->force_stop();
  }

  std::span<const double> at(std::span<const double> x) {
    if (!is_stopped_ && !std::ranges::equal(x, last_)) call(x);
    return values_;
  }

  void call(std::span<const double> x) {
    last_.assign(x.begin(), x.end());
    // At the limit of its precision an algorithm may divide by zero.
    if (!std::ranges::all_of(x, [](double value) { return std::isfinite(value); })) {
      has_failed_ = true;
      return stop();
    }
    try {
      if (!function_(x, values_)) return stop();
    } catch (...) {
      error_ = std::current_exception();
      return stop();
    }
    assert(std::ranges::all_of(values_, [](double value) { return std::isfinite(value); }));
  }

  const ScalarFunction& function_;
  nlopt::opt* search_{nullptr};
  std::vector<double> last_;  // where `values_` is known
  std::vector<double> values_;
  std::size_t left_;
  bool is_stopped_{false};
  bool is_stalled_{false};
  bool has_failed_{false};
  std::exception_ptr error_;
};

void set_up(nlopt::opt& search, const ScalarProblem& problem, Caller& caller) {
  caller.use(search);
  search.set_lower_bounds(problem.low);
  search.set_upper_bounds(problem.high);
  search.set_initial_step(problem.first_steps);
  search.set_xtol_abs(problem.last_steps);
  search.set_min_objective(Caller::objective, &caller);
  if (problem.constraints > 0) {
    // Tolerances affect only NLopt's own choice of the best point.
    search.add_inequality_mconstraint(Caller::constraints, &caller,
                                      std::vector<double>(problem.constraints, 0.0));
  }
}

}  // namespace

bool knows_constraints(SearchAlgorithm algorithm) {
  return algorithm == SearchAlgorithm::cobyla || algorithm == SearchAlgorithm::isres;
}

SearchEnd search_scalar(SearchAlgorithm algorithm, const ScalarProblem& problem, std::uint64_t seed,
                        std::size_t most_calls, const ScalarFunction& function) {
  assert(problem.constraints == 0 || knows_constraints(algorithm));
  Caller caller(function, problem.constraints, most_calls);
  nlopt::opt search(to_nlopt(algorithm), static_cast<unsigned>(problem.start.size()));
  set_up(search, problem, caller);
  nlopt::srand(static_cast<unsigned long>(seed));  // of this thread
  std::vector<double> x = problem.start;
  double least = 0.0;
  SearchEnd end = SearchEnd::converged;
  try {
    search.optimize(x, least);
  } catch (const nlopt::roundoff_limited&) {
    // As good as converged.
  } catch (const std::exception&) {
    end = SearchEnd::failed;
  }
  caller.rethrow();
  if (caller.has_failed()) return SearchEnd::failed;
  if (caller.is_stalled()) return SearchEnd::stalled;
  return caller.is_stopped() ? SearchEnd::stopped : end;
}

}  // namespace refinement
}  // namespace globaldyn::inside
