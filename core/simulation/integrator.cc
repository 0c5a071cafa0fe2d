#include "core/simulation/integrator.h"

#include "core/simulation/multistep.h"
#include "core/simulation/runge_kutta.h"

namespace globaldyn::inside {
inline namespace core {

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

std::unique_ptr<Integrator> make_integrator(const OdeProblem& problem,
                                            const IntegratorOptions& options) {
  if (options.method == IntegrationMethod::runge_kutta) {
    return std::make_unique<RungeKutta>(problem, options);
  }
  return std::make_unique<Multistep>(problem, options);
}

}  // namespace core
}  // namespace globaldyn::inside
