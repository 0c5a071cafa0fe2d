#include "core/expression/complex_formula.h"

#include "core/base/nth.h"
#include "core/expression/functions.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

ComplexBox call_on_box(Function function, const ComplexBox& z) {
  switch (function) {
    case Function::sin:
      return complex_box::sine(z);
    case Function::cos:
      return complex_box::cosine(z);
    case Function::tan:
      return complex_box::tangent(z);
    case Function::asin:
      return complex_box::arc_sine(z);
    case Function::acos:
      return complex_box::arc_cosine(z);
    case Function::atan:
      return complex_box::arc_tangent(z);
    case Function::exp:
      return complex_box::exponential(z);
    case Function::log:
      return complex_box::logarithm(z);
    case Function::sqrt:
      return complex_box::square_root(z);
    default:
      return ComplexBox::unknown();
  }
}

ComplexBox call_on_pair(Function function, const ComplexBox& a, const ComplexBox& b) {
  if (function == Function::atan2) return complex_box::arc_tangent(a, b);
  if (function != Function::hypot) return ComplexBox::unknown();
  return complex_box::square_root(complex_box::add(complex_box::square(a), complex_box::square(b)));
}

ComplexBox combine(Expression::Operation operation, const ComplexBox& a, const ComplexBox& b) {
  switch (operation) {
    case Expression::Operation::add:
      return complex_box::add(a, b);
    case Expression::Operation::subtract:
      return complex_box::subtract(a, b);
    case Expression::Operation::multiply:
      return complex_box::multiply(a, b);
    case Expression::Operation::divide:
      return complex_box::divide(a, b);
    default:
      return complex_box::power(a, b);
  }
}

}  // namespace

ComplexBox continue_to(const std::vector<Expression::Instruction>& program, const ComplexBox& z) {
  using Operation = Expression::Operation;
  std::vector<ComplexBox> stack;
  stack.reserve(program.size());
  for (const Expression::Instruction& step : program) {
    if (step.operation == Operation::push) {
      stack.push_back(ComplexBox::of({step.value, step.value}, {0.0, 0.0}));
    } else if (step.operation == Operation::load) {
      stack.push_back(z);
    } else if (step.operation == Operation::negate) {
      stack.back() = complex_box::negate(stack.back());
    } else if (step.operation == Operation::call && nth(kFunctions, step.index).arguments == 1) {
      stack.back() = call_on_box(nth(kFunctions, step.index).function, stack.back());
    } else {
      const ComplexBox right = stack.back();
      stack.pop_back();
      stack.back() = step.operation == Operation::call
                         ? call_on_pair(nth(kFunctions, step.index).function, stack.back(), right)
                         : combine(step.operation, stack.back(), right);
    }
    // What is not known stays so.
    if (!stack.back().is_known()) {
      const bool is_far = stack.back().size.low > 0.0;
      if (!is_far) return ComplexBox::unknown();
    }
  }
  return stack.back();
}

}  // namespace core
}  // namespace globaldyn::inside
