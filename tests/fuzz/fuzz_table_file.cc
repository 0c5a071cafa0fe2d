// The same as fuzz_machine_file.cc for tables: bytes are the CSV file that a machine names for the
// points of a path, with straight or with smooth pieces between, or for the forces along it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "core/description/read_loads.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/path/read_paths.h"
#include "tests/study/slide_study.h"

namespace {

// The rest of the machine is read once only, which leaves the time to the tables.
const std::string kPolyline =
    "points: {position: {csv: {file: table.csv, interpolation: polyline, blend: 1 mm}}}\n";
const std::string kSpline = "points: {position: {csv: {file: table.csv}}}\n";
const std::string kForces = "loads: {tool_wrench: {csv: {file: table.csv}}}\n";

struct Uses {
  globaldyn::inside::TemporaryFolder folder;
  globaldyn::inside::Machine slide =
      globaldyn::inside::parse_machine(globaldyn::inside::kSlide, "slide.yaml", "");
  globaldyn::inside::Node polyline = globaldyn::inside::parse_document(kPolyline, "slide.yaml");
  globaldyn::inside::Node spline = globaldyn::inside::parse_document(kSpline, "slide.yaml");
  globaldyn::inside::Node forces = globaldyn::inside::parse_document(kForces, "slide.yaml");
};

void check_path(const Uses& uses, const globaldyn::inside::Node& paths) {
  try {
    for (const globaldyn::inside::Path& path : globaldyn::inside::read_paths(
             paths, uses.slide.parameters, uses.slide.mechanism, uses.folder.file(""))) {
      (void)path.task(path.p_max);
    }
  } catch (const globaldyn::inside::InputError& error) {
    if (error.place().line < 0 || std::string(error.what()).empty()) std::abort();
  }
}

void check_forces(const Uses& uses) {
  try {
    globaldyn::inside::Mechanism mechanism = uses.slide.mechanism;
    globaldyn::inside::LoadReader(uses.forces, uses.slide.parameters, "")
        .read_loads(uses.folder.file(""), mechanism);
  } catch (const globaldyn::inside::InputError& error) {
    if (error.place().line < 0 || std::string(error.what()).empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Uses uses;
  std::ofstream(uses.folder.file("table.csv"), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  check_path(uses, uses.polyline);
  check_path(uses, uses.spline);
  check_forces(uses);
  return 0;
}
