#include "core/simulation/sundials.h"

#include <fmt/format.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/base/errors.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

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

}  // namespace

VectorView view(N_Vector vector) {
  return {N_VGetArrayPointer(vector), N_VGetLength(vector)};
}

void require(int flag, const char* what) {
  if (flag < 0) throw NumericalError(fmt::format("SUNDIALS refuses {} ({})", what, flag));
}

void Callee::rethrow() {
  if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
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
  return guard(data, [&](const OdeProblem& problem) { return problem.project(t, view(y)); });
}

int correct_of(realtype t, N_Vector y, N_Vector correction, realtype /*tolerance*/,
               N_Vector /*error*/, void* data) {
  view(correction) = view(y);
  const int flag = project_of(t, correction, data);
  view(correction) -= view(y);
  return flag;
}

void be_silent(int /*code*/, const char* /*module*/, const char* /*function*/, char* /*message*/,
               void* /*data*/) {}

std::string explain_flag(char* name) {
  std::string reason = fmt::format("the integrator cannot go on ({})", name);
  std::free(name);
  return reason;
}

SundialsVectors::SundialsVectors(Eigen::Index size, const VectorXd& absolute)
    : y_(VectorXd::Zero(size)) {
  require(SUNContext_Create(nullptr, &context_), "a context");
  vector_ = N_VMake_Serial(size, y_.data(), context_);
  absolute_ = N_VNew_Serial(size, context_);
  view(absolute_) = absolute;
}

SundialsVectors::~SundialsVectors() {
  N_VDestroy(vector_);
  N_VDestroy(absolute_);
  SUNContext_Free(&context_);
}

bool is_nothing(double begin, double end) {
  return end - begin <= round_off::kNumber * std::max(std::abs(begin), std::abs(end));
}

bool StallWatch::is_stalled(double begin, double end) {
  // One or two may be left before a limit.
  constexpr int kMost = 10;
  const bool is_short = end - begin <= round_off::kNumber * std::abs(end);
  short_steps_ = is_short ? short_steps_ + 1 : 0;
  return short_steps_ > kMost;
}

std::vector<int> list_events(const std::vector<int>& found) {
  std::vector<int> events;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] != 0) events.push_back(static_cast<int>(i));
  }
  return events;
}

}  // namespace core
}  // namespace globaldyn::inside
