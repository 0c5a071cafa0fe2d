// The compiled part of the Python package: the front door of include/globaldyn, noun by noun.
#include <globaldyn/version.h>

#include "python/binding.h"

NB_MODULE(_globaldyn, module) {
  using namespace globaldyn::python;
  // Objects that live until the interpreter ends (in a traceback, in a cell of a notebook) are none
  // of the user's mistakes.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled part of globaldyn.";
  module.def("version", &globaldyn::version, "The library's.");
  bind_errors(module);
  bind_quantities(module);
  bind_regions(module);
  nb::class_<globaldyn::Machine> machine(
      module, "Machine",
      "Everything in a machine file. Never changes; copies share it, and any number of threads may "
      "use it at once. A drive's number is its place in `drives`, everywhere.");
  bind_machines(module, machine);
  bind_criteria(module, machine);
  bind_evaluations(module, machine);
  bind_plans(module, machine);
  bind_simulations(module, machine);
  bind_maps(module, machine);
  bind_tables(module);
  bind_robot_files(module);
  bind_own_criteria(module);
  bind_studies(module);
  bind_reports(module);
}
