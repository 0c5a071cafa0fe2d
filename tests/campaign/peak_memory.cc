#include "tests/campaign/peak_memory.h"

#include <malloc.h>

#include <fstream>
#include <string>

namespace globaldyn::inside::test {
namespace {

// A line "NAME: value kB" of the process's status, in MB.
double read_status(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double value = 0.0;
    if (word == name && status >> value) return value / 1024.0;
  }
  return 0.0;
}

}  // namespace

PeakMemory::PeakMemory() {
  // Freed memory no longer counts, and the peak is reset to what is held now (man 5 proc).
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
  before_ = read_status("VmRSS:");
}

double PeakMemory::find_growth() const {
  return read_status("VmHWM:") - before_;
}

}  // namespace globaldyn::inside::test
