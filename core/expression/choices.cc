#include "core/expression/choices.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "core/base/nth.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Instruction = Expression::Instruction;

Instruction make_call(Function function, int offset) {
  const auto* entry = std::find_if(kFunctions.begin(), kFunctions.end(),
                                   [&](const FunctionEntry& f) { return f.function == function; });
  return {Expression::Operation::call, static_cast<int>(entry - kFunctions.begin()), 0.0, offset};
}

bool is_call(const Instruction& step) {
  return step.operation == Expression::Operation::call;
}

const FunctionEntry& entry_of(const Instruction& step) {
  return nth(kFunctions, step.index);
}

bool is_choice(const Instruction& step) {
  if (!is_call(step)) return false;
  const Function function = entry_of(step).function;
  return function == Function::abs || function == Function::min || function == Function::max ||
         function == Function::atan2;
}

// A program while it is being written, which knows where its operands begin.
class Writer {
 public:
  explicit Writer(std::size_t steps) { written_.reserve(steps + 1); }

  void copy(const Instruction& step) {
    const int operands = count_operands(step);
    if (operands == 0) begins_.push_back(written_.size());
    if (operands == 2) begins_.pop_back();
    written_.push_back(step);
    if (operands > 0) work_out(static_cast<std::size_t>(operands));
  }

  void choose(const Instruction& step, int sign) {
    const Function function = entry_of(step).function;
    if (function == Function::abs) {
      if (sign < 0) copy(make_step(Expression::Operation::negate, step));
      return;
    }
    const std::size_t left = begins_[begins_.size() - 2], right = begins_.back();
    begins_.pop_back();
    if (function == Function::atan2) return choose_angle(step, left, right, sign);
    const bool is_left = (function == Function::max) == (sign > 0);
    if (is_left) {
      written_.resize(right);
    } else {
      written_.erase(place(left), place(right));
    }
  }

  // sqrt(x^2), sqrt(x*x) or hypot(x, 0) as abs(x); whether it was one.
  bool write_abs(const Instruction& step) {
    const std::size_t begin = begins_.back(), end = written_.size();
    if (entry_of(step).function == Function::hypot) {
      const std::size_t left = begins_[begins_.size() - 2];
      if (is_number(begin, end, 0.0)) {
        written_.resize(begin);
      } else if (is_number(left, begin, 0.0)) {
        written_.erase(place(left), place(begin));
      } else {
        return false;
      }
      begins_.pop_back();
    } else if (end - begin >= 3 && written_.back().operation == Expression::Operation::power &&
               is_number(end - 2, end - 1, 2.0)) {
      written_.resize(end - 2);
    } else if (const std::size_t half = (end - begin - 1) / 2; is_square(begin, half, end)) {
      written_.resize(begin + half);
    } else {
      return false;
    }
    copy(make_call(Function::abs, step.offset));
    return true;
  }

  // The last operand, or the difference of the last two.
  Program take_decider(const Instruction& step) {
    const bool is_pair = entry_of(step).arguments == 2;
    const bool is_angle = entry_of(step).function == Function::atan2;
    const std::size_t begin = is_pair ? begins_[begins_.size() - 2] : begins_.back();
    Program decider(place(begin), is_angle ? place(begins_.back()) : written_.end());
    if (is_pair && !is_angle) {
      decider.push_back(make_step(Expression::Operation::subtract, step));
    }
    return decider;
  }

  Program take() { return std::move(written_); }

 private:
  static int count_operands(const Instruction& step) {
    switch (step.operation) {
      case Expression::Operation::push:
      case Expression::Operation::load:
        return 0;
      case Expression::Operation::negate:
        return 1;
      case Expression::Operation::call:
        return entry_of(step).arguments;
      default:
        return 2;
    }
  }

  // An operation on numbers alone is the number that it gives, as 1/3*3 is a whole exponent.
  void work_out(std::size_t operands) {
    const std::size_t begin = written_.size() - operands - 1;
    const auto is_push = [](const Instruction& one) {
      return one.operation == Expression::Operation::push;
    };
    if (!std::all_of(place(begin), std::prev(written_.end()), is_push)) return;
    const double value = Expression().with_program({place(begin), written_.end()}).evaluate();
    if (!std::isfinite(value)) return;
    const int offset = written_.back().offset;
    written_.resize(begin);
    written_.push_back({Expression::Operation::push, 0, value, offset});
  }

  static Instruction make_step(Expression::Operation operation, const Instruction& at) {
    return {operation, 0, 0.0, at.offset};
  }

  // Of y > 0 the angle is pi/2 - atan2(x, y), of y < 0 it is atan2(x, -y) - pi/2.
  void choose_angle(const Instruction& step, std::size_t left, std::size_t right, int sign) {
    std::rotate(place(left), place(right), written_.end());
    if (sign < 0) written_.push_back(make_step(Expression::Operation::negate, step));
    written_.push_back(make_call(Function::atan2, step.offset));
    if (sign > 0) written_.push_back(make_step(Expression::Operation::negate, step));
    const double quarter = sign > 0 ? 0.5 * std::numbers::pi : -0.5 * std::numbers::pi;
    written_.push_back({Expression::Operation::push, 0, quarter, step.offset});
    written_.push_back(make_step(Expression::Operation::add, step));
  }

  [[nodiscard]] bool is_number(std::size_t begin, std::size_t end, double value) const {
    return end - begin == 1 && written_[begin].operation == Expression::Operation::push &&
           written_[begin].value == value;
  }

  // Whether [begin, end) is x * x with an x of `half` steps.
  [[nodiscard]] bool is_square(std::size_t begin, std::size_t half, std::size_t end) const {
    const auto is_same = [](const Instruction& a, const Instruction& b) {
      return a.operation == b.operation && a.index == b.index && a.value == b.value;
    };
    const auto from = written_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto second = from + static_cast<std::ptrdiff_t>(half);
    return end - begin == 2 * half + 1 && half > 0 &&
           written_.back().operation == Expression::Operation::multiply &&
           std::equal(from, second, second, is_same);
  }

  Program::iterator place(std::size_t at) {
    return written_.begin() + static_cast<std::ptrdiff_t>(at);
  }

  Program written_;
  std::vector<std::size_t> begins_;  // of the operands that are there
};

}  // namespace

Program write_roots_as_abs(const Program& program) {
  Writer writer(program.size());
  for (const Instruction& step : program) {
    const bool is_root = is_call(step) && (entry_of(step).function == Function::sqrt ||
                                           entry_of(step).function == Function::hypot);
    if (!is_root || !writer.write_abs(step)) writer.copy(step);
  }
  return writer.take();
}

std::vector<std::size_t> list_choices(const Program& program) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (is_choice(program[i])) places.push_back(i);
  }
  return places;
}

Program make_decider(const Program& program, const std::vector<int>& signs, std::size_t choice) {
  Writer writer(program.size());
  std::size_t next = 0;
  for (const Instruction& step : program) {
    if (!is_choice(step)) {
      writer.copy(step);
    } else if (next == choice) {
      return writer.take_decider(step);
    } else {
      writer.choose(step, signs[next++]);
    }
  }
  return {};
}

Program make_chosen(const Program& program, const std::vector<int>& signs) {
  Writer writer(program.size());
  std::size_t next = 0;
  for (const Instruction& step : program) {
    if (is_choice(step)) {
      writer.choose(step, signs[next++]);
    } else {
      writer.copy(step);
    }
  }
  return writer.take();
}

}  // namespace core
}  // namespace globaldyn::inside
