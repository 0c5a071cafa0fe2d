#pragma once

#include <sundials/sundials_nvector.h>
#include <exception>

#include "core/simulation/integrator.h"

namespace globaldyn::inside {
inline namespace core {

using VectorView = Eigen::Map<VectorXd>;

[[nodiscard]] VectorView view(N_Vector vector);

/// @throws NumericalError if the flag says that SUNDIALS refused `what`
void require(int flag, const char* what);

/// What SUNDIALS hands through to the functions below, which it calls. It is C: no exception may
/// pass through it.
struct Callee {
  OdeProblem problem;
  std::exception_ptr thrown;

  /// @throws what a function of the problem has thrown since the last call
  void rethrow();
};

/// Functions for SUNDIALS, `data` being a Callee: y', the values of events, and the projection of y
/// in place. They return 0, or 1 for what may be tried again with a shorter step, or -1 if the
/// problem's function has thrown.
int calc_rates_of(realtype t, N_Vector y, N_Vector rates, void* data);
int calc_events_of(realtype t, N_Vector y, realtype* values, void* data);
int project_of(realtype t, N_Vector y, void* data);
/// The same, as a correction of y.
int correct_of(realtype t, N_Vector y, N_Vector correction, realtype tolerance, N_Vector error,
               void* data);

/// What SUNDIALS would print.
void be_silent(int code, const char* module, const char* function, char* message, void* data);

/// "the integrator cannot go on (NAME)"; frees the name.
[[nodiscard]] std::string explain_flag(char* name);

/// Vectors and the context of one integration.
class SundialsVectors {
 public:
  explicit SundialsVectors(Eigen::Index size, const VectorXd& absolute);
  ~SundialsVectors();
  SundialsVectors(const SundialsVectors&) = delete;
  SundialsVectors& operator=(const SundialsVectors&) = delete;

  [[nodiscard]] SUNContext context() const { return context_; }
  [[nodiscard]] VectorXd& y() { return y_; }
  [[nodiscard]] const VectorXd& y() const { return y_; }
  [[nodiscard]] N_Vector vector() const { return vector_; }  ///< of y()
  [[nodiscard]] N_Vector absolute() const { return absolute_; }

 private:
  VectorXd y_;
  SUNContext context_{nullptr};
  N_Vector vector_{nullptr};
  N_Vector absolute_{nullptr};
};

/// Whether it is a few rounding errors of the time from begin to end: SUNDIALS refuses such steps.
[[nodiscard]] bool is_nothing(double begin, double end);

/// Where steps have become so short that time stands still, although each succeeds.
class StallWatch {
 public:
  /// True where too many steps in a row, of which this is the last, got nowhere.
  [[nodiscard]] bool is_stalled(double begin, double end);

 private:
  int short_steps_{0};
};

/// Events that SUNDIALS found: `found` is not 0 for them.
[[nodiscard]] std::vector<int> list_events(const std::vector<int>& found);

}  // namespace core
}  // namespace globaldyn::inside
