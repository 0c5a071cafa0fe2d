#include "tests/optimize/test_problems.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "optimize/pareto/hypervolume.h"

namespace globaldyn::inside::test {
namespace {

using std::numbers::pi;

DesignSpace make_space(std::size_t count, double low, double high) {
  DesignSpace space;
  for (std::size_t i = 0; i < count; ++i) {
    space.variables.push_back(
        {"x" + std::to_string(i + 1), DesignVariable::Kind::continuous, low, high, false});
  }
  return space;
}

double square(double x) {
  return x * x;
}

// g of ZDT1 to 3, and of ZDT6 with the power 1/4: 1 on the front, where all but x1 are 0.
double calc_g(const Design& x, double power) {
  const double sum = std::accumulate(x.begin() + 1, x.end(), 0.0);
  return 1.0 + 9.0 * std::pow(sum / static_cast<double>(x.size() - 1), power);
}

// The outcome under these constraints, each >= 0 if it holds.
Outcome constrain(std::vector<double> objectives, std::initializer_list<double> constraints) {
  Outcome outcome{std::move(objectives), 0.0};
  for (const double value : constraints) outcome.violation += std::max(0.0, -value);
  return outcome;
}

// Designs along a line, t from 0 to 1.
using DesignLine = std::function<Design(double t)>;

// The volume of a front that lies on some lines; what is infeasible or dominated on them does not
// count. Steps between points cost volume: half of the product of the objectives' ranges divided by
// the number of points, 1e-5 of it or less here.
double measure(const TestProblem& problem, const std::vector<DesignLine>& lines) {
  constexpr int kSteps = 100000;
  constexpr double kRoundOff = 1e-12;  // on the edge of a constraint
  Points points(problem.reference.size());
  for (const DesignLine& line : lines) {
    for (int i = 0; i <= kSteps; ++i) {
      const Outcome outcome = problem.evaluate(line(static_cast<double>(i) / kSteps));
      if (outcome.violation < kRoundOff) points.add(outcome.objectives);
    }
  }
  return calc_hypervolume(points, problem.reference);
}

Design make_first_alone(std::size_t size, double first) {
  Design design(size, 0.0);
  design[0] = first;
  return design;
}

TestProblem make_zdt_problem(int number, std::size_t variables) {
  return {"ZDT" + std::to_string(number), make_space(variables, 0.0, 1.0), {}, {1.1, 1.1}, 0.0};
}

}  // namespace

// Front: f2 = 1 - sqrt(f1), f1 in [0, 1].
TestProblem make_zdt1() {
  TestProblem problem = make_zdt_problem(1, 30);
  problem.evaluate = [](const Design& x) -> Outcome {
    const double g = calc_g(x, 1.0);
    return {{x[0], g * (1.0 - std::sqrt(x[0] / g))}};
  };
  problem.true_hypervolume = 1.21 - 1.0 / 3.0;
  return problem;
}

// Front: f2 = 1 - f1².
TestProblem make_zdt2() {
  TestProblem problem = make_zdt_problem(2, 30);
  problem.evaluate = [](const Design& x) -> Outcome {
    const double g = calc_g(x, 1.0);
    return {{x[0], g * (1.0 - square(x[0] / g))}};
  };
  problem.true_hypervolume = 1.21 - 2.0 / 3.0;
  return problem;
}

// Front: five pieces of x2 … = 0.
TestProblem make_zdt3() {
  TestProblem problem = make_zdt_problem(3, 30);
  problem.evaluate = [](const Design& x) -> Outcome {
    const double g = calc_g(x, 1.0);
    const double share = x[0] / g;
    return {{x[0], g * (1.0 - std::sqrt(share) - share * std::sin(10.0 * pi * x[0]))}};
  };
  problem.true_hypervolume = measure(problem, {[](double t) { return make_first_alone(30, t); }});
  return problem;
}

// The front of ZDT1 behind 21^9 worse ones.
TestProblem make_zdt4() {
  TestProblem problem = make_zdt_problem(4, 10);
  for (std::size_t i = 1; i < 10; ++i) {
    problem.space.variables[i].low = -5.0;
    problem.space.variables[i].high = 5.0;
  }
  problem.evaluate = [](const Design& x) -> Outcome {
    double g = 91.0;
    for (std::size_t i = 1; i < 10; ++i) g += square(x[i]) - 10.0 * std::cos(4.0 * pi * x[i]);
    return {{x[0], g * (1.0 - std::sqrt(x[0] / g))}};
  };
  problem.true_hypervolume = 1.21 - 1.0 / 3.0;
  return problem;
}

// Front: f2 = 1 - f1² from the smallest f1 on, where tan(6 pi x1) = 9 pi.
TestProblem make_zdt6() {
  TestProblem problem = make_zdt_problem(6, 10);
  const auto first = [](double x) {
    return 1.0 - std::exp(-4.0 * x) * std::pow(std::sin(6.0 * pi * x), 6);
  };
  problem.evaluate = [first](const Design& x) -> Outcome {
    const double f = first(x[0]), g = calc_g(x, 0.25);
    return {{f, g * (1.0 - square(f / g))}};
  };
  const double least = first(std::atan(9.0 * pi) / (6.0 * pi));
  problem.true_hypervolume = 0.1 * (1.0 - least) + (1.0 - least * least * least) / 3.0 + 0.1 * 1.1;
  return problem;
}

// Front: an eighth of the sphere of radius 1.
TestProblem make_dtlz2() {
  constexpr std::size_t kObjectives = 3;
  TestProblem problem{"DTLZ2", make_space(12, 0.0, 1.0), {}, {1.1, 1.1, 1.1}, 0.0};
  problem.evaluate = [](const Design& x) -> Outcome {
    double radius = 1.0;
    for (std::size_t i = kObjectives - 1; i < x.size(); ++i) radius += square(x[i] - 0.5);
    const double u = 0.5 * pi * x[0], v = 0.5 * pi * x[1];
    return {{radius * std::cos(u) * std::cos(v), radius * std::cos(u) * std::sin(v),
             radius * std::sin(u)}};
  };
  problem.true_hypervolume = 1.1 * 1.1 * 1.1 - pi / 6.0;
  return problem;
}

// Front: x = y up to (3, 3), then y = 3 (from the multipliers of both objectives and the bound).
TestProblem make_bnh() {
  TestProblem problem{"BNH", make_space(2, 0.0, 5.0), {}, {149.6, 54.6}, 0.0};
  problem.space.variables[1].high = 3.0;
  problem.evaluate = [](const Design& x) {
    return constrain(
        {4.0 * square(x[0]) + 4.0 * square(x[1]), square(x[0] - 5.0) + square(x[1] - 5.0)},
        {1.0 - (square(x[0] - 5.0) + square(x[1])) / 25.0,
         (square(x[0] - 8.0) + square(x[1] + 3.0)) / 7.7 - 1.0});
  };
  problem.true_hypervolume = measure(problem, {[](double t) -> Design {
                                                 return {3.0 * t, 3.0 * t};
                                               },
                                               [](double t) -> Design {
                                                 return {3.0 + 2.0 * t, 3.0};
                                               }});
  return problem;
}

// Front: along the line constraint from the smallest f1 at (1.1, 3.7) to x = -2.5, up there (where
// the gradients are opposite) to the circle, and along the circle to the smallest f2. That this is
// complete was checked on a grid of 4000 x 4000, whose volume was smaller by 1e-4 of it.
TestProblem make_srn() {
  TestProblem problem{"SRN", make_space(2, -20.0, 20.0), {}, {244.26, 24.645}, 0.0};
  problem.evaluate = [](const Design& x) {
    return constrain(
        {2.0 + square(x[0] - 2.0) + square(x[1] - 1.0), 9.0 * x[0] - square(x[1] - 1.0)},
        {1.0 - (square(x[0]) + square(x[1])) / 225.0, -1.0 - (x[0] - 3.0 * x[1]) / 10.0});
  };
  const double top = std::sqrt(225.0 - square(2.5));
  const double angle = std::atan2(top, -2.5);
  problem.true_hypervolume = measure(problem, {[](double t) -> Design {
                                                 return {1.1 - 3.6 * t, 3.7 - 1.2 * t};
                                               },
                                               [top](double t) -> Design {
                                                 return {-2.5, 2.5 + t * (top - 2.5)};
                                               },
                                               [angle](double t) -> Design {
                                                 const double a = angle + t * (pi - angle);
                                                 return {15.0 * std::cos(a), 15.0 * std::sin(a)};
                                               }});
  return problem;
}

// The literature mostly gives x = -2.5 as the front, which is the straight line f2 = -f1 - 1/4.
TestProblem make_srn_inside() {
  TestProblem problem = make_srn();
  problem.name = "SRN inside";
  const double top = std::sqrt(225.0 - square(2.5));
  const double least = 22.25 + square(1.5), greatest = 22.25 + square(top - 1.0);
  const double range = greatest - least;
  problem.reference = {greatest + 0.1 * range, -least - 0.25 + 0.1 * range};
  problem.true_hypervolume = (0.5 + 2.0 * 0.1 + 0.1 * 0.1) * range * range;
  return problem;
}

// Objectives are the variables, so the front lies on the wavy edge of the feasible set.
TestProblem make_tnk() {
  TestProblem problem{"TNK", make_space(2, 0.0, pi), {}, {1.13813, 1.13813}, 0.0};
  problem.evaluate = [](const Design& x) {
    const double wave = 0.1 * std::cos(16.0 * std::atan2(x[0], x[1]));
    return constrain({x[0], x[1]}, {square(x[0]) + square(x[1]) - 1.0 - wave,
                                    1.0 - (square(x[0] - 0.5) + square(x[1] - 0.5)) / 0.5});
  };
  problem.true_hypervolume = measure(problem, {[](double t) -> Design {
                                       const double a = 0.5 * pi * t;
                                       const double r = std::sqrt(1.0 + 0.1 * std::cos(16.0 * a));
                                       return {r * std::sin(a), r * std::cos(a)};
                                     }});
  return problem;
}

// Front: five lines given by Deb 2001, table 9. A sum of the fronts of (x1, x2), (x3, x4) and
// (x5, x6), which are independent, on fine grids gave the same volume up to 3e-5 of it, which is
// due to the grids.
TestProblem make_osy() {
  TestProblem problem{"OSY", make_space(6, 0.0, 10.0), {}, {-18.8, 83.2}, 0.0};
  for (const std::size_t i : {2, 4}) {
    problem.space.variables[i].low = 1.0;
    problem.space.variables[i].high = 5.0;
  }
  problem.space.variables[3].high = 6.0;
  problem.evaluate = [](const Design& x) {
    const double f1 = -25.0 * square(x[0] - 2.0) - square(x[1] - 2.0) - square(x[2] - 1.0) -
                      square(x[3] - 4.0) - square(x[4] - 1.0);
    const double f2 = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    return constrain(
        {f1, f2}, {(x[0] + x[1]) / 2.0 - 1.0, 1.0 - (x[0] + x[1]) / 6.0, 1.0 - (x[1] - x[0]) / 2.0,
                   1.0 - (x[0] - 3.0 * x[1]) / 2.0, 1.0 - (square(x[2] - 3.0) + x[3]) / 4.0,
                   (square(x[4] - 3.0) + x[5]) / 4.0 - 1.0});
  };
  const auto line = [](auto make) { return [make](double t) -> Design { return make(t); }; };
  problem.true_hypervolume = measure(
      problem, {line([](double t) { return Design{5.0, 1.0, 1.0 + 4.0 * t, 0.0, 5.0, 0.0}; }),
                line([](double t) { return Design{5.0, 1.0, 1.0 + 4.0 * t, 0.0, 1.0, 0.0}; }),
                line([](double t) { return Design{4.0 + t, (2.0 + t) / 3.0, 1.0, 0.0, 1.0, 0.0}; }),
                line([](double t) { return Design{0.0, 2.0, 1.0 + 3.0 * t, 0.0, 1.0, 0.0}; }),
                line([](double t) { return Design{t, 2.0 - t, 1.0, 0.0, 1.0, 0.0}; })});
  return problem;
}

std::vector<Design> list_designs(const DesignSpace& space) {
  std::vector<Design> designs{{}};
  for (const DesignVariable& variable : space.variables) {
    std::vector<Design> longer;
    for (const Design& design : designs) {
      for (double value = variable.low; value <= variable.high; value += 1.0) {
        longer.push_back(design);
        longer.back().push_back(value);
      }
    }
    designs = longer;
  }
  return designs;
}

TestProblem make_beam() {
  struct Material {
    double density, stiffness, strength;
  };
  TestProblem problem{"beam", {}, {}, {}, 0.0};
  using Kind = DesignVariable::Kind;
  problem.space.variables = {{"material", Kind::categorical, 0.0, 3.0},
                             {"width", Kind::integer, 1.0, 30.0},
                             {"height", Kind::integer, 1.0, 40.0},
                             {"ribs", Kind::integer, 1.0, 6.0}};
  problem.evaluate = [](const Design& x) -> Outcome {
    constexpr Material kMaterials[] = {
        {7.8, 210.0, 0.3}, {2.7, 70.0, 0.2}, {4.5, 110.0, 0.8}, {1.6, 140.0, 0.15}};
    const Material& material = kMaterials[static_cast<int>(x[0])];
    const double width = x[1], height = x[2], ribs = x[3];
    if (height > 8.0 * width) return {{}, height / width};  // tips over
    const double stress = 60.0 / (ribs * width * height * height);
    return constrain({material.density * ribs * width * height,
                      1e5 / (material.stiffness * ribs * width * std::pow(height, 3))},
                     {1.0 - stress / material.strength});
  };
  return problem;
}

}  // namespace globaldyn::inside::test
