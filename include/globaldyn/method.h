#pragma once

#include <string>
#include <vector>

namespace globaldyn {

/// How poses are evaluated. All ways give the same, to rounding errors.
struct Method {
  std::string region{"automatic"};  ///< or svd-enumeration, circuits, support
  bool reference{false};            ///< dense decompositions, slowly: to check the default against
  std::string formulation{"auto"};  ///< of the equations of motion: see list_formulations()
};

/// A way to write equations of motion.
struct FormulationInfo {
  std::string key;
  std::string summary;
};

/// All keys that Method::formulation may be besides auto.
[[nodiscard]] std::vector<FormulationInfo> list_formulations();

}  // namespace globaldyn
