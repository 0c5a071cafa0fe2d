#include <globaldyn/method.h>
#include <globaldyn/quantity.h>

#include "python/binding.h"

namespace globaldyn::python {

void bind_quantities(nb::module_& module) {
  nb::class_<Quantity>(module, "Quantity", "A number in SI, and the unit that it is in.")
      .def_ro("value", &Quantity::value, "SI.")
      .def_ro("unit", &Quantity::unit, "As 'N m'; '1': a plain number; empty: not known.")
      .def("__repr__", [](const Quantity& self) {
        return "Quantity(" + nb::cast<std::string>(nb::repr(nb::float_(self.value))) + ", '" +
               self.unit + "')";
      });
  module.def(
      "evaluate_formula",
      [](const std::string& formula,
         const std::map<std::string, std::pair<double, std::string>>& names) {
        std::vector<NamedQuantity> known;
        for (const auto& [name, one] : names) known.push_back({name, {one.first, one.second}});
        return evaluate_formula(formula, known);
      },
      "formula"_a, "names"_a = std::map<std::string, std::pair<double, std::string>>{},
      "The value of a formula as machine files have them: '2 * sin(30 deg) * 850 mm'.\n\n"
      "names: of each name that it may use the value in SI and the unit, as {'L': (0.5, 'm')}.");
  module.def(
      "read_quantity",
      [](const std::string& text, const std::string& unit) { return read_quantity(text, unit); },
      "text"_a, "unit"_a,
      "A number with or without a unit, or a formula, of the quantity whose unit is `unit`, "
      "in SI: read_quantity('850 mm', 'm') is 0.85. A bare number is in SI already.");
  module.def("show_in", &show_in, "value"_a, "unit"_a,
             "`value`, in SI, as a number of `unit`: show_in(0.85, 'mm') is 850.");
  module.def(
      "list_formulations",
      [] {
        std::map<std::string, std::string> result;
        for (const FormulationInfo& one : list_formulations()) result[one.key] = one.summary;
        return result;
      },
      "Ways to write equations of motion, and what they are.");
}

}  // namespace globaldyn::python
