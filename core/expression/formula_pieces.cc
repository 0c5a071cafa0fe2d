#include "core/expression/formula_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/expression/choices.h"
#include "core/expression/functions.h"
#include "core/expression/sign_search.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// A formula with this many kinks is looked at no further: each would be a place to stop at.
constexpr std::size_t kMostParts = 10'000;
// Steps of programs: a second or so. A kink takes some hundred.
constexpr int kMostWork = 4'000'000;
// Of places where derivatives have no bounds, if they are the whole path.
constexpr std::size_t kMostUnbounded = 10;

constexpr const char* kTooIntricate = "is too intricate to find its kinks";

// Whether a program can have a place without value or derivative, other than by overflow.
bool is_risky(const Program& program) {
  const auto is_one = [](const Expression::Instruction& step) {
    if (step.operation == Expression::Operation::divide ||
        step.operation == Expression::Operation::power) {
      return true;
    }
    if (step.operation != Expression::Operation::call) return false;
    const Function function = nth(kFunctions, step.index).function;
    return function != Function::sin && function != Function::cos && function != Function::atan &&
           function != Function::exp;
  };
  return std::any_of(program.begin(), program.end(), is_one);
}

class PieceFinder {
 public:
  PieceFinder(const Expression& formula, double low, double high)
      : formula_(formula),
        program_(write_roots_as_abs(formula.program())),
        low_(low),
        high_(high),
        extent_(std::max(std::abs(low), std::abs(high))) {}

  FormulaPieces run() {
    stretches_ = {{low_, 0.0, {}}};
    const std::size_t choices = list_choices(program_).size();
    for (std::size_t choice = 0; choice < choices && !result_.fault; ++choice) make(choice);
    for (const Stretch& one : stretches_) {
      if (one.signs.size() < choices) break;
      result_.parts.push_back(choices == 0 && program_ == formula_.program()
                                  ? formula_
                                  : formula_.with_program(make_chosen(program_, one.signs)));
    }
    if (result_.fault) return result_;
    for (std::size_t i = 0; i < stretches_.size() && !result_.fault; ++i) check(i);
    for (std::size_t i = 1; i < stretches_.size(); ++i) {
      result_.bounds.push_back(stretches_[i].begin);
      compare(i);
    }
    return result_;
  }

 private:
  // What is chosen from a place on.
  struct Stretch {
    double begin;
    double uncertainty;  // of the beginning
    std::vector<int> signs;
  };

  [[nodiscard]] double end_of(std::size_t stretch) const {
    return stretch + 1 < stretches_.size() ? stretches_[stretch + 1].begin : high_;
  }

  // As near as places can be told apart at all.
  [[nodiscard]] double resolution() const {
    constexpr double kUlps = 4.0 * round_off::kEpsilon;
    return kUlps * extent_;
  }

  // Nearer than this kinks that are meant to be at one place come out beside each other.
  [[nodiscard]] double same() const { return round_off::kSolved * extent_; }

  void make(std::size_t choice) {
    std::vector<Stretch> made;
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      Stretch& one = stretches_[i];
      const double end = end_of(i);
      const Signs signs =
          find_signs(formula_.with_program(make_decider(program_, one.signs, choice)),
                     {one.begin, end}, resolution(), work_);
      if (signs.undefined_at) return fail(*signs.undefined_at, "has no value");
      if (!signs.is_complete) return fail(one.begin, kTooIntricate);
      if (made.size() + signs.changes.size() > kMostParts) {
        return fail(one.begin, fmt::format("has more kinks than can be told apart, {} or more",
                                           made.size() + signs.changes.size()));
      }
      divide(one, end, signs, made);
    }
    stretches_ = std::move(made);
  }

  // Changes at the ends of a stretch are those ends.
  void divide(const Stretch& whole, double end, const Signs& signs,
              std::vector<Stretch>& made) const {
    int sign = signs.first == 0 ? 1 : signs.first;
    Stretch next = whole;
    const auto add = [&] {
      made.push_back(next);
      made.back().signs.push_back(sign);
    };
    for (const SignChange& change : signs.changes) {
      if (change.at > end - same()) break;
      if (change.at < next.begin + same()) {
        next.uncertainty = std::max(next.uncertainty, same());
      } else {
        add();
        next.begin = change.at;
        next.uncertainty = change.uncertainty;
      }
      sign = -sign;
    }
    add();
  }

  void fail(double p, const std::string& what) { result_.fault = FormulaFault{p, what}; }

  // Whether there are value and derivatives all along.
  void check(std::size_t stretch) {
    const Program& program = result_.parts[stretch].program();
    if (!is_risky(program)) return;
    stretch_ = {stretches_[stretch].begin, end_of(stretch)};
    (void)look(program, stretch_.low, stretch_.high);
  }

  // False: enough is known.
  bool look(const Program& program, double low, double high) {
    if (work_ <= 0) {
      fail(low, kTooIntricate);
      return false;
    }
    work_ -= static_cast<int>(program.size());
    const Enclosure over = enclose(program, {low, high});
    if (over.is_smooth()) return true;
    const double middle = 0.5 * (low + high);
    if (!over.is_defined && !enclose(program, {middle, middle}).is_defined &&
        !is_rounding_at_end(low, high, middle)) {
      fail(find_end_of_domain(program, low, middle), "has no value");
      return false;
    }
    if (high - low > resolution()) {
      return look(program, low, middle) && look(program, middle, high);
    }
    const auto is_bad = [&](double at) { return !enclose(program, {at, at}).is_smooth(); };
    const double p = is_bad(low) ? low : is_bad(high) ? high : middle;
    if (!interval::is_finite(over.c[0]) || !(over.is_defined || is_rounding_at_end(low, high, p))) {
      fail(p, "has no value");
      return false;
    }
    if (interval::is_finite(over.c[1]) && interval::is_finite(over.c[2])) return true;
    if (result_.unbounded.empty() || p > result_.unbounded.back() + same()) {
      result_.unbounded.push_back(p);
    }
    return result_.unbounded.size() < kMostUnbounded;
  }

  // At the end of a stretch, where abs(x) is 0, x may be less by rounding errors.
  [[nodiscard]] bool is_rounding_at_end(double low, double high, double p) const {
    const bool is_end = low <= stretch_.low + same() || high >= stretch_.high - same();
    return is_end && std::isfinite(formula_.evaluate(std::span<const double>(&p, 1)));
  }

  // The formulas of both sides, at the place between them.
  void compare(std::size_t stretch) {
    const Stretch& after = stretches_[stretch];
    const double p = after.begin;
    const double beside = std::max(after.uncertainty, 0.5 * resolution());
    const auto enclose_about = [&](std::size_t part, const Interval& own_side) {
      const Program& program = result_.parts[part].program();
      // The place itself is known to that only, but a formula may not go on beyond it.
      const Enclosure about = enclose(program, {p - beside, p + beside});
      return about.is_defined ? about : enclose(program, own_side);
    };
    const Enclosure left = enclose_about(stretch - 1, {p - beside, p});
    const Enclosure right = enclose_about(stretch, {p, p + beside});
    for (int order = 0; order <= 3; ++order) {
      const Interval &a = nth(left.c, order), &b = nth(right.c, order);
      const double size = interval::size_of(a) + interval::size_of(b);
      const double gap = std::max(a.low - b.high, b.low - a.high);
      if (std::isfinite(size) && !(gap > round_off::kSolved * size)) continue;
      const double step = 0.5 * (b.low + b.high) - 0.5 * (a.low + a.high);
      result_.jumps.push_back({p, order, order == 0 ? step : 0.0});
      if (order > 0) return;
    }
    const bool has_jumped = !result_.jumps.empty() && result_.jumps.back().p == p;
    if (!has_jumped && differ_beside(stretch, p)) result_.jumps.push_back({p, 4, 0.0});
  }

  // Whether both formulas are not one: then some higher derivative jumps.
  [[nodiscard]] bool differ_beside(std::size_t stretch, double p) const {
    for (const double share : {-0.01, 0.003}) {
      const Interval beside = interval::point(p + share * extent_);
      const Enclosure left = enclose(result_.parts[stretch - 1].program(), beside);
      const Enclosure right = enclose(result_.parts[stretch].program(), beside);
      const Interval &a = left.c[0], &b = right.c[0];
      // Constants that are meant to be the same are so within rounding errors.
      constexpr double kRoundings = 64.0;
      const double rounding = kRoundings * (a.high - a.low + b.high - b.low);
      const double size = interval::size_of(a) + interval::size_of(b);
      const double gap = std::max(a.low - b.high, b.low - a.high);
      if (!(gap <= std::max(rounding, round_off::kSolved * size))) return true;
    }
    return false;
  }

  const Expression& formula_;
  Program program_;
  double low_;
  double high_;
  double extent_;
  int work_{kMostWork};
  std::vector<Stretch> stretches_;
  Interval stretch_{0.0, 0.0};  // that is being checked
  FormulaPieces result_;
};

}  // namespace

FormulaPieces find_pieces(const Expression& formula, double low, double high) {
  return PieceFinder(formula, low, high).run();
}

}  // namespace core
}  // namespace globaldyn::inside
