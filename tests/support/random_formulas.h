#pragma once

#include <array>
#include <random>
#include <string>

namespace globaldyn::inside::test {

/// Formulas in p of all that has kinks, as they come. Constants are such that kinks are anywhere in
/// 0 <= p <= 1, at equal places, next to each other and at the ends.
class RandomFormulas {
 public:
  explicit RandomFormulas(unsigned seed) : random_(seed) {}

  /// One of that many calls and operations inside each other.
  std::string write(int depth) {
    if (depth == 0) return write_leaf();
    const std::string x = write(depth - 1);
    switch (pick(10)) {
      case 0:
        return "abs(" + x + ")";
      case 1:
        return "max(" + x + ", " + write(depth - 1) + ")";
      case 2:
        return "min(" + x + ", " + write(depth - 1) + ")";
      case 3:
        return "(" + x + " + " + write(depth - 1) + ")";
      case 4:
        return "(" + x + ")*(" + write(depth - 1) + ")";
      case 5:
        return "hypot(" + x + ", 0.7)";
      case 6:
        return "abs(" + x + ")*(" + x + ")";
      case 7:
        return "max(0, " + x + ")^3";
      case 8:
        return "abs(" + x + " - " + write_place() + ")";
      default:
        return "sin(" + x + ")";
    }
  }

 private:
  int pick(int count) { return std::uniform_int_distribution(0, count - 1)(random_); }

  std::string write_place() {
    static const std::array<const char*, 9> places{"0", "1",        "0.3",    "0.300001", "0.25",
                                                   "2", "0.317452", "0.7183", "0.9999999"};
    return places[static_cast<std::size_t>(pick(places.size()))];
  }

  std::string write_leaf() {
    static const std::array<const char*, 4> factors{"", "1.7*", "-0.6*", "3*"};
    const std::string factor = factors[static_cast<std::size_t>(pick(4))];
    switch (pick(4)) {
      case 0:
        return factor + "(p - " + write_place() + ")";
      case 1:
        return "(p - " + write_place() + ")*(p - " + write_place() + ")";
      case 2:
        return factor + "sin(7*p + " + write_place() + ")";
      default:
        return factor + "p + " + write_place();
    }
  }

  std::mt19937 random_;
};

}  // namespace globaldyn::inside::test
