#include "globaldyn/convex/chords.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace globaldyn::inside {
inline namespace convex {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

class ChordTaker {
 public:
  ChordTaker(const std::function<double(double)>& most, MotionProgram& program)
      : most_(most), program_(program), rows_(program.rows) {}

  void run() {
    const std::size_t count = program_.blocks.size();
    for (std::size_t i = 0; i < count; ++i) {
      const RowBlock block = program_.blocks[i];
      if (!block.bends && !block.end_bends) continue;
      add_side(block, 1.0);
      add_side(block, -1.0);
      for (std::size_t row = block.first; row < block.first + block.rows; ++row) {
        rows_.high[row] = kNone;
        rows_.low[row] = -kNone;
      }
    }
  }

 private:
  [[nodiscard]] double find_slope(const Station& at) const { return 1.0 / std::sqrt(most_(at.p)); }

  // The rows of a block with their limits on one side alone, the high one of sign 1.
  void add_side(RowBlock block, double sign) {
    const std::size_t before = block.first, window = to_size(program_.window());
    block.first = rows_.size();
    block.bends = block.end_bends = false;
    const std::size_t coefficients = rows_.coefficients.size();
    for (std::size_t j = 0; j < window * block.rows; ++j) {
      rows_.coefficients.push_back(rows_.coefficients[before * window + j]);
    }
    double* out = rows_.coefficients.data() + coefficients;
    const double at = find_slope(block.at), end = find_slope(block.end);
    for (std::size_t k = 0; k < block.rows; ++k) {
      const std::size_t row = before + k;
      const bool is_high = sign > 0.0;
      push_copy(rows_.constants, row);
      push_copy(rows_.early, row);
      push_copy(rows_.late, row);
      rows_.high.push_back(is_high ? rows_.high[row] : kNone);
      rows_.low.push_back(is_high ? -kNone : rows_.low[row]);
      const auto take = [&](std::vector<double>& roots, const Station& station, double slope) {
        const double root = roots[row];
        const bool bends_away = sign * root > 0.0;
        roots.push_back(bends_away ? 0.0 : root);
        if (!bends_away) return root != 0.0;
        for (std::size_t j = 0; j < 3; ++j) {
          out[b_place(j) * block.rows + k] += root * slope * station.x[j];
        }
        return false;
      };
      block.bends |= take(rows_.roots, block.at, at);
      block.end_bends |= take(rows_.end_roots, block.end, end);
    }
    program_.blocks.push_back(block);
  }

  static void push_copy(std::vector<double>& all, std::size_t i) {
    const double one = all[i];
    all.push_back(one);
  }

  [[nodiscard]] std::size_t b_place(std::size_t j) const {
    return j * to_size(program_.window() / 2);
  }

  static std::size_t to_size(int i) { return static_cast<std::size_t>(i); }

  const std::function<double(double)>& most_;
  MotionProgram& program_;
  ProgramRows& rows_;
};

}  // namespace

void take_chords(const std::function<double(double)>& most, MotionProgram& program) {
  ChordTaker(most, program).run();
}

}  // namespace convex
}  // namespace globaldyn::inside
