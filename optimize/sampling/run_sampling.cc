#include "optimize/sampling/run_sampling.h"

#include <algorithm>
#include <cassert>

namespace globaldyn::inside {
inline namespace sampling {

std::vector<std::size_t> run_sampling(const std::vector<Design>& designs, std::size_t max_in_flight,
                                      Evaluations& evaluations) {
  assert(max_in_flight >= 1);
  std::vector<std::size_t> numbers;
  bool are_left = true;
  for (std::size_t known = 0;; ++known) {
    if (are_left && numbers.size() < designs.size()) {
      const std::size_t wanted =
          std::min(designs.size() - numbers.size(), max_in_flight - (numbers.size() - known));
      const std::size_t allowed = std::min(wanted, evaluations.left());
      for (std::size_t k = 0; k < allowed; ++k) {
        numbers.push_back(evaluations.submit(designs[numbers.size()]));
      }
      are_left = allowed == wanted;
    }
    if (known == numbers.size()) return numbers;
    static_cast<void>(evaluations.wait_for(numbers[known]));
  }
}

}  // namespace sampling
}  // namespace globaldyn::inside
