// Plans and simulations of every machine of the library and of many random ones, each within
// several amounts of work: what they used of it. A line a kind, exit code 1 if any used too much.
// Usage: work_campaign [MACHINES] [FOLDER]: so many random machines (default 2000); with FOLDER,
// writes their files there instead.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>

#include "core/kinematics/assembly.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/machines.h"
#include "tests/support/random_machine.h"

namespace globaldyn::inside::test {
namespace {

// Work is looked at so often, as in tests/plan/counted_work_test.cc.
constexpr std::size_t kRound = 10'000;

struct Line {
  std::string what;
  std::size_t allowed;
  std::size_t slack;
  int cases{0};
  int refused{0};
  int beyond{0};
  std::size_t most{0};
  std::string worst;
  double slowest{0.0};  // s

  void take(std::size_t used, double seconds, const std::string& name) {
    ++cases;
    slowest = std::max(slowest, seconds);
    if (used > allowed + slack) {
      ++beyond;
      fmt::print("{}: {} used {} of {}\n", what, name, used, allowed);
    }
    if (used <= most) return;
    most = used;
    worst = name;
  }

  void print() const {
    fmt::print("{:<10} {:>9} {:>7} {:>8} {:>10} {:>8.3f} {:>8.2f} {:>7}  {}\n", what, allowed,
               cases, refused, most, static_cast<double>(most) / static_cast<double>(allowed),
               slowest, beyond, worst);
  }
};

template <class Run>
void measure(const Run& run, const std::string& name, Line& line) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    const std::size_t used = run(line.allowed);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    line.take(used, took.count(), name);
  } catch (const Error&) {
    ++line.refused;  // a path beyond what the machine can be, an idle freedom: told
  }
}

class Campaign {
 public:
  Campaign() {
    for (const std::size_t work : {1'000u, 30'000u, 300'000u}) {
      plans_.push_back({"plan", work, kRound});
    }
    for (const std::size_t work : {100u, 20'000u}) simulations_.push_back({"simulate", work, 0});
  }

  void take(const Machine& machine, const std::string& name) {
    for (const Path& path : machine.paths) {
      for (Line& line : plans_) {
        measure([&](std::size_t work) { return plan(machine, path, work); }, name + "/" + path.name,
                line);
      }
    }
    for (Line& line : simulations_) {
      measure([&](std::size_t work) { return simulate(machine, work); }, name, line);
    }
  }

  [[nodiscard]] bool print() const {
    fmt::print("{:<10} {:>9} {:>7} {:>8} {:>10} {:>8} {:>8} {:>7}  {}\n", "what", "work", "cases",
               "refused", "most used", "share", "s", "beyond", "worst");
    bool is_kept = true;
    for (const auto* lines : {&plans_, &simulations_}) {
      for (const Line& line : *lines) {
        line.print();
        is_kept = is_kept && line.beyond == 0;
      }
    }
    return is_kept;
  }

 private:
  static std::size_t plan(const Machine& machine, const Path& path, std::size_t work) {
    PathPlanOptions options;
    options.work = work;
    return plan_path(machine, path, options).work;
  }

  static std::size_t simulate(const Machine& machine, std::size_t work) {
    const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
    if (start.status != AssemblyStatus::ok) throw AssemblyError(start.reason);
    SimulationOptions options;
    options.duration = 100.0;
    options.work = static_cast<long>(work);
    const Twists rest(machine.mechanism.bodies.size());
    const MachineSimulation done = simulate_machine(machine, start.pose, rest, {}, options);
    return static_cast<std::size_t>(done.right_sides);
  }

  std::vector<Line> plans_, simulations_;
};

int run(std::uint64_t count, const std::string& folder) {
  if (!folder.empty()) {
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
      std::ofstream(fmt::format("{}/random_{}.yaml", folder, seed))
          << make_random_machine(seed).text;
    }
    return 0;
  }
  Campaign campaign;
  for (const std::string& name : list_machines()) campaign.take(load(name), name);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    campaign.take(parse_machine(make_random_machine(seed).text, "random.yaml", "."),
                  fmt::format("random {}", seed));
  }
  return campaign.print() ? 0 : 1;
}

}  // namespace
}  // namespace globaldyn::inside::test

int main(int count, char** arguments) {
  constexpr std::uint64_t kMachines = 2000;
  return globaldyn::inside::test::run(
      count > 1 ? std::strtoull(arguments[1], nullptr, 10) : kMachines,
      count > 2 ? arguments[2] : "");
}
