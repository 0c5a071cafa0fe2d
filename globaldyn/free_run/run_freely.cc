#include "globaldyn/free_run/run_freely.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/base/bracket_root.h"
#include "core/base/round_off.h"
#include "globaldyn/free_run/lap.h"
#include "globaldyn/free_run/run_course.h"
#include "globaldyn/motion/closure.h"

namespace globaldyn::inside {
inline namespace free_run {
namespace {

// What comes of a lap, for who looks for the one that ends as it begins: by how much d1² grows.
double calc_growth(const Lap& lap, double square) {
  return lap.stall ? -square : lap.last_square() - square;
}

// The speed that comes back. The faster a lap begins, the faster it ends, so that faster laps than
// the steady one lose speed, and slower ones gain some until there is another steady one.
class Shooting {
 public:
  explicit Shooting(LapRunner& runner) : runner_(runner) {}

  // @param first a guess of d1²
  Lap find(double first) {
    double high = first, low = first;
    double at_high = shoot(high), at_low = at_high;
    // Each is four times the last d1²: up to 2^60 of the guess in d1, and down to a millionth.
    constexpr int kMostUp = 60, kMostDown = 20;
    const auto keeps_its_speed = [&] { return at_high > -round_off::kRoot * high; };
    for (int i = 0; i < kMostUp && keeps_its_speed(); ++i) {
      low = high, at_low = at_high;
      high *= 4.0;
      at_high = shoot(high);
    }
    if (keeps_its_speed()) return fail("nothing limits the speed at which it runs");
    for (int i = 0; i < kMostDown && at_low < 0.0; ++i) {
      high = low;
      low *= 0.25;
      at_low = shoot(low);
    }
    if (!lap_.failure.empty()) return lap_;
    if (at_low < 0.0) return fail("its motors cannot keep it running");
    const double root = bracket_root(
        low, high, [this](double square) { return std::optional(shoot(square)); },
        round_off::kSolved * high);
    (void)shoot(root);
    return lap_;
  }

 private:
  double shoot(double square) {
    lap_ = runner_.run(square);
    return lap_.failure.empty() ? calc_growth(lap_, square) : 0.0;
  }

  Lap fail(std::string reason) {
    if (lap_.failure.empty()) lap_.failure = std::move(reason);
    return lap_;
  }

  LapRunner& runner_;
  Lap lap_;
};

Lap find_lap(const Machine& machine, const Path& path, PathSurvey& survey) {
  MotorEquation equation(machine, *path.run, survey);
  LapRunner runner(equation, survey.breaks());
  const auto& start = path.run->start;
  if (start) return runner.run(*start * *start);
  const std::string gap = find_gap(machine, path, survey);
  if (!gap.empty()) {
    throw InputError(path.run->place, "a steady run of a path at whose end " + gap + " is another",
                     "expected 'start: SPEED', or a path that ends as it begins");
  }
  const double guess = equation.find_idle_speed(runner.first()).value_or(1.0);
  return Shooting(runner).find(guess * guess);
}

}  // namespace

Path run_freely(const Machine& machine, const Path& path) {
  if (!path.run) return path;
  PathSurvey survey(machine, path);
  Path running = path;
  if (survey.failure().status != SampleStatus::ok) return running;
  Lap lap = find_lap(machine, path, survey);
  if (lap.failure.empty() && lap.stall) {
    lap.failure = fmt::format("it comes to rest at p = {:.6g}", *lap.stall);
  }
  if (!lap.failure.empty()) {
    running.run->failure = lap.failure;
    return running;
  }
  running = make_timed_path(path, make_run_course(lap, survey.breaks()), kLawOfMotors);
  running.run.reset();
  return running;
}

void run_path(Machine& machine, const std::string& name) {
  for (Path& path : machine.paths) {
    if (path.name == name && path.run) path = run_freely(machine, path);
  }
}

}  // namespace free_run
}  // namespace globaldyn::inside
