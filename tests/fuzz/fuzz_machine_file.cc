// One entry for every fuzzer: bytes are read as a machine file, and for any bytes the reader
// answers with a machine or with an InputError that names a place. Anything else that is thrown
// escapes from here and ends the fuzzer, as do the sanitizers.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "globaldyn/machine/machine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Files that the input names are searched where there are none.
  const std::string folder = "/nonexistent";
  const std::string text(data, data + size);
  try {
    const globaldyn::inside::Machine machine =
        globaldyn::inside::parse_machine(text, "fuzz.yaml", folder);
    // What was accepted is usable: paths can be evaluated at their end, too.
    for (const globaldyn::inside::Path& path : machine.paths) (void)path.task(path.p_max);
  } catch (const globaldyn::inside::InputError& error) {
    const bool placed = error.place().line >= 0 && error.place().column >= 0;
    if (!placed || std::string(error.what()).empty()) std::abort();
  }
  return 0;
}
