// Motions of joints along splines as best as a whole, on one grid, one core: for programs that do
// the same, results/peers. Usage: spline_motions INSTANCES CELLS FOLDER: a table, and in the folder
// the first derivatives of each instance as raw numbers, at CELLS + 1 places: joints' speeds,
// accelerations and jerks, then q', q'' and q''' place by place.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "bench/joint_splines.h"
#include "globaldyn/convex/find_excess.h"
#include "globaldyn/convex/interior_point.h"
#include "globaldyn/convex/write_program.h"

namespace globaldyn::inside::bench {
namespace {

constexpr int kJoints = 7, kPoints = 50;
constexpr double kEnergy = 0.2;  // of the integral of squared accelerations, beside time
constexpr double kStart = 0.6;   // of the passes' x

struct Problem {
  const char* name;
  bool has_jerk;
  bool has_energy;
};

double to_ms(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

struct Sums {
  int solved{0}, proven{0};
  double objective{0.0}, time{0.0}, steps{0.0}, ms{0.0}, written{0.0}, excess{0.0};
};

void solve(const Problem& problem, unsigned seed, int cells, Sums& sums) {
  const JointSplines field(kJoints, kPoints, seed, problem.has_jerk);
  const std::vector<double> x = field.find_passes(cells);
  const auto x_at = [&](double p) {
    const double place = p * cells, first = std::min(std::floor(place), cells - 1.0);
    const auto i = static_cast<std::size_t>(first);
    return kStart * std::max(1e-6, x[i] + (place - first) * (x[i + 1] - x[i]));
  };
  const auto begin = std::chrono::steady_clock::now();
  const SplineGrid grid(field, {{.begin = 0.0, .end = 1.0}}, {}, cells,
                        problem.has_jerk ? RestKind::gentle : RestKind::forceful);
  const ProgramUnits units{.x = *std::max_element(x.begin(), x.end()),
                           .time = 1.0,
                           .preload = VectorXd(0),
                           .forces = VectorXd::Ones(kJoints)};
  WrittenProgram written = write_program(field, grid, units);
  written.program.costs[0] = 1.0;
  if (problem.has_energy) written.program.costs.tail(kJoints).setConstant(kEnergy);
  const VectorXd start = make_start(grid, units, x_at);
  scale_rows(start, written);
  const auto wrote = std::chrono::steady_clock::now();
  const ProgramSolution found = solve_program(written.program, start, {.tolerance = 1e-8});
  const auto end = std::chrono::steady_clock::now();
  sums.solved += found.is_solved ? 1 : 0;
  sums.proven += found.is_global ? 1 : 0;
  sums.objective += found.objective;
  sums.time += found.totals[0];
  sums.steps += found.steps;
  sums.written += to_ms(wrote - begin);
  sums.ms += to_ms(end - wrote);
  sums.excess =
      std::max(sums.excess, find_excess(field, grid, units, written, found.z).cells.maxCoeff());
}

void write_instance(const std::string& folder, unsigned seed, int cells) {
  const JointSplines field(kJoints, kPoints, seed, true);
  std::ofstream file(fmt::format("{}/{}.bin", folder, seed), std::ios::binary);
  const auto write = [&](double value) {
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const VectorXd* limits : {&field.speeds(), &field.accelerations(), &field.jerks()}) {
    for (const double limit : *limits) write(limit);
  }
  for (std::size_t order = 1; order <= 3; ++order) {
    for (int i = 0; i <= cells; ++i) {
      for (const QuinticSpline& spline : field.splines()) {
        write(spline.at(static_cast<double>(i) / cells).at(order));
      }
    }
  }
}

void run(int instances, int cells, const std::string& folder) {
  fmt::print(
      "| problem | solved | proven to be the best | time of the motion | objective | steps | "
      "solution, ms | writing, ms |"
      " most beyond limits between places |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- "
      "|\n");
  for (const Problem& problem : {Problem{"time", false, false},
                                 {"time, jerk", true, false},
                                 {"time and energy", false, true},
                                 {"time and energy, jerk", true, true}}) {
    Sums sums;
    for (int i = 0; i < instances; ++i) solve(problem, static_cast<unsigned>(i) + 1, cells, sums);
    const double share = 1.0 / instances;
    fmt::print("| {} | {} of {} | {} | {:.4f} s | {:.4f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} % |\n",
               problem.name, sums.solved, instances, sums.proven, share * sums.time,
               share * sums.objective, share * sums.steps, share * sums.ms, share * sums.written,
               100.0 * sums.excess);
    std::fflush(stdout);
  }
  for (int i = 0; i < instances; ++i) write_instance(folder, static_cast<unsigned>(i) + 1, cells);
}

}  // namespace
}  // namespace globaldyn::inside::bench

int main(int count, char** arguments) {
  if (count != 4) {
    fmt::print(stderr, "usage: spline_motions INSTANCES CELLS FOLDER\n");
    return 2;
  }
  globaldyn::inside::bench::run(std::atoi(arguments[1]), std::atoi(arguments[2]), arguments[3]);
  return 0;
}
