#include "tests/cycle/random_cycle.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside::test {
namespace {

constexpr double kGravity = 9.81;

// A number that reads back as it is, in one of the ways to write it.
std::string in_metres(double value, Draw& draw) {
  if (draw.chance(0.5)) return fmt::format("{}", value);
  return draw.chance(0.5) ? fmt::format("{} m", value) : fmt::format("{} mm", 1e3 * value);
}

std::string in_seconds(double value, Draw& draw) {
  if (draw.chance(0.3)) return fmt::format("{}", value);
  return draw.chance(0.5) ? fmt::format("{} s", value) : fmt::format("{} ms", 1e3 * value);
}

// From rest to rest, as fast as the force and the speed let a mass.
ExpectedStep move(double length, double mass, double weight, double force, double speed) {
  const double gain = (force - weight) / mass, loss = (force + weight) / mass;
  const double slowness = 1.0 / gain + 1.0 / loss;
  const double top = std::min(speed, std::sqrt(2.0 * length / slowness));
  const double at_top = length / top - 0.5 * top * slowness;
  ExpectedStep step;
  step.time = top * slowness + at_top;
  step.force_square = force * force * top * slowness + weight * weight * at_top;
  const double rise = 0.5 * top * top / gain, fall = 0.5 * top * top / loss;
  const double cruise = length - rise - fall;
  step.energy = force * rise + std::max(0.0, weight) * cruise;
  return step;
}

class CycleMaker {
 public:
  explicit CycleMaker(std::uint64_t seed) : draw_(seed) {}

  RandomCycle make() {
    choose_machine();
    const std::size_t count = 1 + draw_.below(6);
    for (std::size_t i = 0; i < count; ++i) add_move(draw_.uniform(0.05, 1.0));
    if (share_ != 0.0) add_move(0.0);
    cycle_.start = at(0.0);
    if (draw_.chance(0.3)) {
      cycle_.period = cycle_.shortest() * draw_.uniform(1.05, 2.0);
    }
    write();
    return std::move(cycle_);
  }

 private:
  void choose_machine() {
    mass_ = draw_.decade(-0.5, 1.5);
    payload_ = draw_.decade(-0.5, 1.0);
    is_vertical_ = draw_.chance(0.5);
    const double most = (mass_ + payload_) * kGravity;
    force_ = most * draw_.uniform(1.3, 6.0);
    speed_ = draw_.decade(-1.0, 1.0);
    begin_ = draw_.uniform(-1.0, 1.0);
    length_ = draw_.decade(-1.5, 0.5);
    p_max_ = draw_.decade(-1.0, 1.0);
  }

  // Where a share of the way is, m.
  [[nodiscard]] double at(double share) const { return begin_ + length_ * share; }

  // One of two paths along the same way, the other one from its end.
  [[nodiscard]] std::string name_part(double from, double to) {
    const bool is_whole = std::abs(to - from) == 1.0;
    const bool is_back = draw_.chance(0.5);
    const double a = is_back ? 1.0 - from : from, b = is_back ? 1.0 - to : to;
    const std::string path = is_back ? "down" : "up";
    if (is_whole && a < b) return path;
    if (is_whole && draw_.chance(0.5)) return path + ", reverse: true";
    return fmt::format("{}, from: {}, to: {}", path, a * p_max_, b * p_max_);
  }

  void add_move(double to) {
    const bool is_loaded = draw_.chance(0.5);
    const double mass = mass_ + (is_loaded ? payload_ : 0.0);
    const double weight = is_vertical_ ? mass * kGravity : 0.0;
    const bool rises = to > share_;
    ExpectedStep step =
        move(length_ * std::abs(to - share_), mass, rises ? weight : -weight, force_, speed_);
    // Down, gravity helps: the motor pushes as it holds when it rises.
    step.end = at(to);
    add(step);
    steps_ += fmt::format("      - {{path: {}{}}}\n", name_part(share_, to),
                          is_loaded ? ", load: full" : "");
    share_ = to;
    if (draw_.chance(0.4)) add_dwell(weight);
  }

  void add_dwell(double weight) {
    const double time = draw_.decade(-2.0, 0.0);
    const bool has_brake = draw_.chance(0.4);
    ExpectedStep step{.is_dwell = true, .time = time, .end = at(share_)};
    step.force_square = has_brake ? 0.0 : weight * weight * time;
    add(step);
    steps_ += fmt::format("      - {{dwell: {}{}}}\n", in_seconds(time, draw_),
                          has_brake ? ", hold: brake" : "");
  }

  void add(const ExpectedStep& step) { cycle_.steps.push_back(step); }

  void write() {
    cycle_.largest_force = force_;
    cycle_.largest_speed = speed_;
    const std::string axis = is_vertical_ ? "z" : "x";
    const std::string period =
        cycle_.period > 0.0 ? "    period: " + in_seconds(cycle_.period, draw_) + "\n" : "";
    cycle_.text = fmt::format(
        "globaldyn: 1\nname: slide\ngravity: [0, 0, -{g}]\n"
        "bodies: {{cart: {{mass: {mass}, com: [{com}, 0, 0], inertia: {{diag: [1, 1, 1]}}, "
        "frames: {{tip: [0, 0, 0]}}}}}}\n"
        "joints: {{X: {{type: prismatic, a: {{body: ground, axis: {axis}}}, "
        "b: {{body: cart, axis: {axis}}}, guess: {guess}}}}}\n"
        "drives: {{F: {{joint: X, limits: {force}, max_speed: {speed}}}}}\ntool: cart.tip\n"
        "load_cases: {{full: {{payload: {{mass: {payload}, com: [0.2, 0.1, 0]}}}}}}\n"
        "paths:\n  up: {{joints: {{X: {begin} + {rate} * 1 m * p}}, p_max: {p_max}}}\n"
        "  down: {{joints: {{X: {end} - {rate} * 1 m * p}}, p_max: {p_max}}}\n"
        "cycles:\n  day:\n{period}    steps:\n{steps}",
        fmt::arg("g", kGravity), fmt::arg("mass", mass_), fmt::arg("com", draw_.uniform(-1, 1)),
        fmt::arg("axis", axis), fmt::arg("guess", in_metres(begin_, draw_)),
        fmt::arg("force", force_), fmt::arg("speed", speed_), fmt::arg("payload", payload_),
        fmt::arg("begin", in_metres(begin_, draw_)), fmt::arg("end", at(1.0)),
        fmt::arg("rate", length_ / p_max_), fmt::arg("p_max", p_max_), fmt::arg("period", period),
        fmt::arg("steps", steps_));
  }

  Draw draw_;
  RandomCycle cycle_;
  double mass_{1.0}, payload_{1.0}, force_{1.0}, speed_{1.0};  // kg, kg, N, m/s
  bool is_vertical_{false};
  double begin_{0.0}, length_{1.0}, p_max_{1.0};
  double share_{0.0};  // of the way, where it is
  std::string steps_;
};

}  // namespace

double RandomCycle::shortest() const {
  double time = 0.0;
  for (const ExpectedStep& step : steps) time += step.time;
  return time;
}

RandomCycle make_random_cycle(std::uint64_t seed) {
  return CycleMaker(seed).make();
}

}  // namespace globaldyn::inside::test
