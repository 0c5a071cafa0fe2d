#include <globaldyn/report.h>

#include "python/binding.h"

namespace globaldyn::python {
namespace {

template <class Result>
void add_drawing(nb::module_& module, const char* of) {
  module.def(
      "draw",
      [](const Result& result, const FilePath& folder) { return draw(result, folder.string()); },
      nb::arg(of), "folder"_a, nb::call_guard<nb::gil_scoped_release>(),
      "Draws results as SVG and PNG files in a folder, by gnuplot. Returns the files.");
}

}  // namespace

void bind_reports(nb::module_& module) {
  module.def(
      "write_report",
      [](const FilePath& folder, const FilePath& file, int threads) {
        Work work{.threads = threads};
        return run_interruptibly([&](const std::atomic<bool>* cancel) {
          work.cancel = cancel;
          return write_report(folder.string(), file.string(), work);
        });
      },
      "folder"_a, "file"_a = "", nb::kw_only(), "threads"_a = 0,
      "Writes one page for the browser that shows all results in a folder, or a study; it needs "
      "nothing else. Returns the file.\n\nfile: empty: report.html in the folder.");
  add_drawing<Evaluation>(module, "evaluation");
  add_drawing<Plan>(module, "plan");
  add_drawing<Map>(module, "map");
  add_drawing<Simulation>(module, "simulation");
  add_drawing<Study>(module, "study");
}

}  // namespace globaldyn::python
