// A pose in steady state allocates nothing: every allocation of this program is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>

#include "globaldyn/evaluation/path_walker.h"
#include "tests/support/machines.h"

namespace {

std::atomic<long> allocations{0};

}  // namespace

// Every request for memory ends here: operator new, Eigen, the C library itself.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the C library's own names.
void* __libc_malloc(std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}

namespace globaldyn::inside::test {
namespace {

class Allocations : public testing::TestWithParam<LibraryPath> {};

TEST_P(Allocations, NoneInSteadyState) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  for (const RegionMethod method : {RegionMethod::circuits, RegionMethod::support}) {
    PathWalker walker(machine, path, {method, SolveBy::loops});
    constexpr int kSteps = 240;
    const auto go_to = [&](int i) {
      ASSERT_EQ(walker.move_to(path.p_max * i / kSteps).status, SampleStatus::ok);
    };
    // There and back twice, so that the largest regions have been met.
    for (int lap = 0; lap < 2; ++lap) {
      for (int i = 0; i <= kSteps; ++i) go_to(i);
      for (int i = kSteps; i >= 0; --i) go_to(i);
    }
    const long before = allocations;
    for (int i = 0; i <= kSteps; ++i) go_to(i);
    EXPECT_EQ(allocations, before) << to_string(method);
  }
}

// At a corner the machine is put together again.
std::vector<LibraryPath> list_paths_without_corners() {
  std::vector<LibraryPath> paths;
  for (const LibraryPath& one : list_paths()) {
    if (find_path(load(one.machine), one.path).steps.corners.empty()) paths.push_back(one);
  }
  return paths;
}

INSTANTIATE_TEST_SUITE_P(Library, Allocations, testing::ValuesIn(list_paths_without_corners()),
                         [](const auto& test) { return to_test_name(test.param); });

}  // namespace
}  // namespace globaldyn::inside::test
