#include "tests/fuzz/run_case.h"

#include <gtest/gtest.h>

#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>

namespace globaldyn::inside {

void run_case(FuzzEntry entry, const std::string& text, const std::string& origin,
              double seconds_allowed) {
  const auto keep = [&] {
    const auto file = std::filesystem::path(testing::TempDir()) / "globaldyn_fuzz_failure.yaml";
    std::ofstream(file, std::ios::binary) << text;
    return origin + ", kept as " + file.string();
  };
  const std::clock_t start = std::clock();
  try {
    (void)entry(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  } catch (const std::exception& error) {
    FAIL() << "not an InputError: " << error.what() << "; " << keep();
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_LT(seconds, seconds_allowed) << keep();
}

}  // namespace globaldyn::inside
