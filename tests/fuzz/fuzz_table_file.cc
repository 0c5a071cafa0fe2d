// The same as fuzz_machine_file.cc for tables: bytes are the CSV files that a machine names, once
// for the points of a path and once for the forces along it.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "globaldyn/machine/machine.h"
#include "tests/study/slide_study.h"

namespace {

const std::string kSlide =
    "globaldyn: 1\nname: slide\nbodies: {carriage: {mass: 1, inertia: {diag: [1, 1, 1]}}}\n"
    "joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}}\n"
    "drives: {F: {joint: P, limits: 8 N}}\ntool: carriage\n";
const std::string kPath =
    "paths: {points: {position: {csv: {file: table.csv, interpolation: polyline, blend: 1 mm}}}}\n";
const std::string kSpline = "paths: {points: {position: {csv: {file: table.csv}}}}\n";
const std::string kLoad =
    "paths: {stroke: {joints: {P: p}, p_max: 1}}\n"
    "loads: {tool_wrench: {csv: {file: table.csv}}}\n";

void check(const std::string& text, const std::string& folder) {
  try {
    const globaldyn::Machine machine = globaldyn::parse_machine(text, "slide.yaml", folder);
    for (const globaldyn::Path& path : machine.paths) (void)path.task(path.p_max);
  } catch (const globaldyn::InputError& error) {
    const bool placed = error.place().line >= 0 && error.place().column >= 0;
    if (!placed || std::string(error.what()).empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const globaldyn::TemporaryFolder folder;
  std::ofstream(folder.file("table.csv"), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  for (const std::string& use : {kPath, kSpline, kLoad}) check(kSlide + use, folder.file(""));
  return 0;
}
