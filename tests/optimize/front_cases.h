#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/refinement/design_probe.h"
#include "optimize/search/design_space.h"
#include "tests/optimize/test_problems.h"

namespace globaldyn::inside::test {

inline constexpr double kHalfPi = 0.5 * std::numbers::pi;

/// A problem whose front is known in closed form, and how to start close to it.
struct FrontCase {
  std::string name;
  DesignSpace space;
  std::function<Outcome(const Design& x)> function;
  std::function<double(const std::vector<double>& f)> gap;  // how far above the front, in about the
                                                            // objectives' unit; <= 0: on it
  std::function<Design(double along, RandomStream& random)> start;  // close to it
  double tolerance;                                                 // of gap, after refinement
};

inline DesignSpace make_box(std::size_t size, double low, double high) {
  DesignSpace space;
  space.variables.resize(size, {"x", DesignVariable::Kind::continuous, low, high});
  return space;
}

// Zitzler, Deb & Thiele 2000, their first: f_2 = g (1 - sqrt(f_1 / g)); on the front g = 1, where
// x_2 … are 0, on the boundary of the space. Steps of 1e-3 in five variables of slope 9/5.
inline FrontCase make_zdt1_case() {
  return {"ZDT1",
          make_box(6, 0.0, 1.0),
          [](const Design& x) {
            double g = 1.0;
            for (std::size_t i = 1; i < x.size(); ++i) g += 9.0 / 5.0 * x[i];
            return Outcome{{x[0], g * (1.0 - std::sqrt(x[0] / g))}, 0.0};
          },
          [](const std::vector<double>& f) { return f[1] - (1.0 - std::sqrt(f[0])); },
          [](double along, RandomStream& random) {
            Design x{along};
            for (int i = 1; i < 6; ++i) x.push_back(0.1 * random.uniform());
            return x;
          },
          9e-3};
}

// Squared distances from two points: the front is the line between them, where the distances add up
// to that of the two points. An error of 1e-3, a step, in this sum is second order in the distance
// to it.
inline FrontCase make_parabolas_case() {
  const auto square = [](const Design& x, double centre) {
    double sum = 0.0;
    for (const double value : x) sum += (value - centre) * (value - centre);
    return sum;
  };
  return {"parabolas",
          make_box(4, -1.0, 1.0),
          [=](const Design& x) {
            return Outcome{{square(x, -0.3), square(x, 0.4)}, 0.0};
          },
          [](const std::vector<double>& f) { return std::sqrt(f[0]) + std::sqrt(f[1]) - 1.4; },
          [](double along, RandomStream& random) {
            Design x(4, -0.3 + 0.7 * along);
            for (double& value : x) value += 0.3 * (random.uniform() - 0.5);
            return x;
          },
          1e-3};
}

// Binh & Korn 1997: on the front x = y up to 3, where the boundary of the space stops y.
inline FrontCase make_bnh_case() {
  const TestProblem problem = make_bnh();
  return {problem.name, problem.space, problem.evaluate,
          [](const std::vector<double>& f) {
            if (f[0] <= 72.0) return f[1] - 2.0 * std::pow(std::sqrt(f[0] / 8.0) - 5.0, 2);
            return f[1] - std::pow(std::sqrt(f[0] / 4.0 - 9.0) - 5.0, 2) - 4.0;
          },
          [](double along, RandomStream& random) {
            return Design{0.3 + 4.5 * along, std::min(3.0, 4.5 * along + 0.4 * random.uniform())};
          },
          // Where y is at its bound: a step of 1e-3 of 3, slope 4. On x = y second order.
          0.012};
}

// Tanaka et al. 1995: the objectives are the variables; the front is where the wavy constraint is
// active, in three pieces.
inline FrontCase make_tnk_case() {
  const TestProblem problem = make_tnk();
  return {problem.name, problem.space, problem.evaluate,
          [](const std::vector<double>& f) {
            return f[0] * f[0] + f[1] * f[1] - 1.0 - 0.1 * std::cos(16.0 * std::atan2(f[0], f[1]));
          },
          [](double along, RandomStream& random) {
            const double angle = kHalfPi * (0.1 + 0.8 * along);
            const double radius = 1.1 + 0.05 * random.uniform();
            return Design{radius * std::sin(angle), radius * std::cos(angle)};
          },
          // A step of 1e-3 of pi, in both, slope 2 and more.
          0.02};
}

// Deb et al. 2005 (DTLZ2) of three objectives: the front is an eighth of a sphere.
inline FrontCase make_dtlz2_case() {
  return {"DTLZ2", make_box(5, 0.0, 1.0),
          [](const Design& x) {
            double radius = 1.0;
            for (std::size_t i = 2; i < x.size(); ++i) radius += std::pow(x[i] - 0.5, 2);
            const double a = kHalfPi * x[0], b = kHalfPi * x[1];
            return Outcome{{radius * std::cos(a) * std::cos(b), radius * std::cos(a) * std::sin(b),
                            radius * std::sin(a)},
                           0.0};
          },
          [](const std::vector<double>& f) { return std::hypot(f[0], f[1], f[2]) - 1.0; },
          [](double along, RandomStream& random) {
            Design x{along, random.uniform()};
            for (int i = 2; i < 5; ++i) x.push_back(0.5 + 0.5 * (random.uniform() - 0.5));
            return x;
          },
          // Second order in a step, but angles and radii have to be right at once.
          2e-3};
}

inline std::vector<FrontCase> make_front_cases() {
  return {make_zdt1_case(), make_parabolas_case(), make_bnh_case(), make_tnk_case(),
          make_dtlz2_case()};
}

/// Feasible points close to the front, numbered from 1.
inline std::vector<ProbedDesign> make_front(const FrontCase& problem) {
  RandomStream random(7);
  std::vector<ProbedDesign> front;
  for (int k = 0; k < 10; ++k) {
    const Design design = problem.start((k + 0.5) / 10.0, random);
    const Outcome outcome = problem.function(design);
    if (outcome.is_feasible()) front.push_back({front.size() + 1, design, outcome});
  }
  return front;
}

}  // namespace globaldyn::inside::test
