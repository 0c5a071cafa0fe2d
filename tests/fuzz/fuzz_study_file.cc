// One entry for every fuzzer: bytes are read as a study file, and for any bytes the reader answers
// with a study that can be used, or with an InputError that names a place. Anything else that is
// thrown escapes from here and ends the fuzzer, as do the sanitizers.

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/check_study.h"
#include "tests/fuzz/study_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    globaldyn::inside::check_study(
        globaldyn::inside::parse_study(text, "study.yaml", globaldyn::inside::study_folder()));
  } catch (const globaldyn::inside::InputError& error) {
    globaldyn::inside::check_refusal(error);
  }
  return 0;
}
