// The same as fuzz_study_file.cc for catalogues: bytes are the CSV file that a study names.

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "tests/fuzz/check_study.h"
#include "tests/fuzz/study_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string study =
      "globaldyn_study: 1\nname: parts\nmachine: slide.yaml\n"
      "variables: {part: {catalogue: parts.csv, set: {}}}\n"
      "objectives: {duration: {minimize: stroke.time}}\n";
  const std::string& folder = globaldyn::inside::study_folder();
  std::ofstream(folder + "/parts.csv", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    globaldyn::inside::check_study(globaldyn::inside::parse_study(study, "study.yaml", folder));
  } catch (const globaldyn::inside::InputError& error) {
    globaldyn::inside::check_refusal(error);
  }
  return 0;
}
