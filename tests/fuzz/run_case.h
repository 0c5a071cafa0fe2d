#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace globaldyn::inside {

/// What a fuzzer calls: LLVMFuzzerTestOneInput(), or one with another name in tests.
using FuzzEntry = int (*)(const std::uint8_t* data, std::size_t size);

/// Gives the entry an input. A fatal failure of the test if it throws or takes longer than allowed
/// (of the processor's time; a small input takes a millisecond or so). The input is kept then, so
/// that it can be run again.
void run_case(FuzzEntry entry, const std::string& text, const std::string& origin,
              double seconds_allowed = 2.0);

}  // namespace globaldyn::inside
