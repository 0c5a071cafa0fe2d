#include "core/expression/sign_search.h"

#include <cmath>

namespace globaldyn::inside {
inline namespace core {
namespace {

bool may_be_zero(const Interval& x) {
  return interval::sign_of(x) == 0;
}

double width_of(const Interval& x) {
  return x.high - x.low;
}

class SignSearch {
 public:
  SignSearch(const Expression& formula, double resolution, int& work)
      : formula_(formula), resolution_(resolution), work_(work) {}

  Signs run(const Interval& range) {
    (void)look(range.low, range.high);
    return signs_;
  }

 private:
  [[nodiscard]] Enclosure enclose_over(double low, double high) {
    work_ -= static_cast<int>(formula_.program().size());
    return enclose(formula_.program(), {low, high});
  }

  // From left to right; false: it ends here.
  bool look(double low, double high) {
    if (work_ <= 0) {
      signs_.is_complete = false;
      return false;
    }
    const double middle = 0.5 * (low + high);
    const Enclosure over = enclose_over(low, high);
    if (over.is_defined) {
      const Enclosure at = enclose_over(middle, middle);
      const Interval ends{low - middle, high - middle};
      const Interval value = bound_value(over, at, ends);
      if (!may_be_zero(value)) return add(low, high, interval::sign_of(value));
      if (at.is_defined && is_rounding(value, at.c[0])) return add(low, high, 0);
      if (!may_be_zero(bound_slope(over, at, ends))) return cross(low, high);
    } else if (!enclose_over(middle, middle).is_defined) {
      signs_.undefined_at = find_end_of_domain(formula_.program(), low, middle);
      return false;
    }
    if (high - low <= resolution_) {
      if (over.is_defined) return add(low, high, 0);
      signs_.undefined_at = name_undefined(low, high);
      return false;
    }
    return look(low, middle) && look(middle, high);
  }

  // Whether bounds over a range hardly say less than those at its middle: then what is left is
  // rounding error, and parts of the range would say no more.
  static bool is_rounding(const Interval& over, const Interval& at) {
    constexpr double kMore = 4.0;
    return may_be_zero(at) && width_of(over) <= kMore * width_of(at);
  }

  // The function rises or falls all along.
  bool cross(double low, double high) {
    const int at_low = sign_at(low), at_high = sign_at(high);
    if (at_low * at_high < 0) {
      const double root = solve(low, high, at_low);
      return add(low, root, at_low) && add(root, high, at_high);
    }
    if (at_low == 0 && at_high == 0) return add(low, high, 0);
    if (at_low == 0) return add(low, low, 0) && add(low, high, at_high);
    add(low, high, at_low);
    return at_high != 0 || add(high, high, 0);
  }

  [[nodiscard]] int sign_at(double p) {
    const Enclosure at = enclose_over(p, p);
    return at.is_defined ? interval::sign_of(at.c[0]) : 0;
  }

  // Newton's method within a bracket that bisection narrows where it does not converge.
  [[nodiscard]] double solve(double low, double high, int at_low) const {
    constexpr int kMostSteps = 200;
    double p = 0.5 * (low + high);
    for (int step = 0; step < kMostSteps; ++step) {
      const Jet parameter = make_path_parameter(p);
      const Jet value = formula_.evaluate(std::span<const Jet>(&parameter, 1));
      const double f = find_derivative(value, 0);
      if (f == 0.0) return p;
      ((f > 0.0) == (at_low > 0) ? low : high) = p;
      double next = p - f / find_derivative(value, 1);
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (next == p || !(next > low && next < high)) break;
      p = next;
    }
    return p;
  }

  // The sign on the next part; 0 where it is not known.
  bool add(double low, double high, int sign) {
    if (sign == 0) {
      if (!zone_) zone_ = {low, high};
      zone_->high = high;
      return true;
    }
    if (last_ == 0) signs_.first = sign;
    if (last_ != 0 && sign != last_) {
      const Interval around = zone_.value_or(Interval{low, low});
      signs_.changes.push_back({0.5 * (around.low + around.high), 0.5 * width_of(around)});
    }
    last_ = sign;
    zone_.reset();
    return true;
  }

  // Of a very short interval the place that people would name.
  [[nodiscard]] double name_undefined(double low, double high) {
    for (const double end : {low, high}) {
      if (!enclose_over(end, end).is_defined) return end;
    }
    return 0.5 * (low + high);
  }

  const Expression& formula_;
  double resolution_;
  int& work_;
  Signs signs_;
  int last_{0};
  std::optional<Interval> zone_;
};

}  // namespace

Signs find_signs(const Expression& formula, const Interval& range, double resolution, int& work) {
  return SignSearch(formula, resolution, work).run(range);
}

}  // namespace core
}  // namespace globaldyn::inside
