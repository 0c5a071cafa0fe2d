#include "tests/limits/limited_machine.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "core/base/constants.h"
#include "tests/limits/limited_drive.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

// Makes one machine: what several kinds have in common, and the kinds.
class MachineMaker {
 public:
  explicit MachineMaker(std::uint64_t seed) : draw_(seed) {}

  LimitedMachine make() {
    using Kind = void (MachineMaker::*)();
    static constexpr std::pair<const char*, Kind> kKinds[] = {
        {"slide", &MachineMaker::make_slide},
        {"table", &MachineMaker::make_table},
        {"arm", &MachineMaker::make_arm},
        {"five_bar", &MachineMaker::make_five_bar},
        {"plate", &MachineMaker::make_plate}};
    const auto& [name, make_kind] = kKinds[draw_.below(std::size(kKinds))];
    machine_.kind = name;
    if (draw_.chance(0.6)) machine_.gravity = {0.0, -9.81, 0.0};
    if (draw_.chance(0.3))
      machine_.load = {draw_.uniform(-9.0, 9.0), draw_.uniform(-9.0, 9.0), 0.0};
    (this->*make_kind)();
    write();
    return std::move(machine_);
  }

 private:
  // One coordinate, up to five drives.
  void make_slide() {
    size_ = 40.0;
    frames_ = "o: [0, -0.4], l: [-3, 0.2], r: [3, 0.1]";
    add_body("s", 0.0, "");
    add_slide("P", "ground", "s", "x", Vector3d::UnitX());
    const std::size_t count = 1 + draw_.below(3);
    for (std::size_t k = 0; k < count; ++k) add_motor(fmt::format("M{}", k), "P", false);
    add_pairs({{"L", {0.0, -0.4, 0.0}}, {"C", {-3.0, 0.2, 0.0}}, {"D", {3.0, 0.1, 0.0}}}, "s",
              Vector3d::Zero(), 0.35);
    tool_ = "s";
    path_ = fmt::format("joints: {{P: \"{}\"}}", draw_wave(0.1, 0.5));
    add_reaction("P", "x", "ground", Vector3d::UnitY(), {"s"});
  }

  // Of two slides, of which the second may stand still.
  void make_table() {
    size_ = 40.0;
    frames_ = "c1: [1.5, 1.2], c2: [-1.4, 1.5], c3: [-1.2, -1.6], c4: [1.7, -1.1]";
    add_body("a", 0.0, "");
    add_body("b", 0.0, "");
    add_slide("X", "ground", "a", "x", Vector3d::UnitX());
    add_slide("Y", "a", "b", "y", Vector3d::UnitY());
    add_motor("F", "X", false);
    add_motor("G", "Y", false);
    add_pairs({{"H", {1.5, 1.2, 0.0}}, {"C", {-1.2, -1.6, 0.0}}, {"D", {1.7, -1.1, 0.0}}}, "b",
              Vector3d::Zero(), 0.35);
    tool_ = "b";
    const bool is_straight = draw_.chance(0.25);
    path_ = fmt::format("position: {{x: \"{}\", y: \"{}\"}}", draw_wave(0.1, 0.5),
                        is_straight ? "0.2" : draw_wave(0.0, 0.5));
    add_reaction("X", "x", "ground", Vector3d::UnitY(), {"a", "b"});
    add_reaction("Y", "x", "ground", Vector3d::UnitX(), {"b"});
  }

  // Of two links, of which the second may rest on the first.
  void make_arm() {
    size_ = 30.0;
    frames_ = "o: [-0.4, 0.9], c1: [1.5, 1.2], c3: [-1.2, -1.6]";
    add_body("a", 0.25, "t: [0.5, 0]");
    add_body("b", 0.2, "t: [0.4, 0]");
    add_hinge("A", "ground", "a", "ground", "a", 0.4);
    add_hinge("B", "a", "b", "a.t", "b", 1.2);
    add_motor("M", "A", true);
    add_motor("N", "B", true);
    add_pairs({{"O", {-0.4, 0.9, 0.0}}, {"C", {1.5, 1.2, 0.0}}, {"D", {-1.2, -1.6, 0.0}}}, "b.t",
              {0.2, 0.0, 0.0}, 0.25);
    tool_ = "b.t";
    const bool is_stiff = draw_.chance(0.3);
    path_ = fmt::format("joints: {{A: \"{}\", B: \"{}\"}}", draw_wave(0.4, 0.6),
                        is_stiff ? "1.3" : draw_wave(1.3, 0.6));
    add_reaction("A", "x", "ground", Vector3d::UnitX(), {"a", "b"});
    add_reaction("A", "y", "ground", Vector3d::UnitY(), {"a", "b"});
    add_reaction("B", "x", "a", Vector3d::UnitX(), {"b"});
    add_reaction("B", "y", "a", Vector3d::UnitY(), {"b"});
  }

  void make_five_bar() {
    size_ = 10.0;
    frames_ = "L: [-0.05, 0], R: [0.05, 0], o: [0.5, 0.1]";
    for (const char* name : {"upperL", "upperR"}) add_body(name, 0.1, "end: [0.2, 0]");
    for (const char* name : {"foreL", "foreR"}) add_body(name, 0.13, "end: [0.26, 0]");
    // Both elbows outwards.
    add_hinge("AL", "ground", "upperL", "ground.L", "upperL", 2.2);
    add_hinge("AR", "ground", "upperR", "ground.R", "upperR", kPi - 2.2);
    add_hinge("EL", "upperL", "foreL", "upperL.end", "foreL", -1.4);
    add_hinge("ER", "upperR", "foreR", "upperR.end", "foreR", 1.4);
    add_hinge("T", "foreL", "foreR", "foreL.end", "foreR.end", {});
    add_motor("ML", "AL", true);
    add_motor("MR", "AR", true);
    if (draw_.chance(0.4)) add_motor("NL", "EL", true);
    add_pairs({{"H", {0.5, 0.1, 0.0}}}, "foreL.end", {0.13, 0.0, 0.0}, 0.3);
    tool_ = "foreL.end";
    branch_ =
        "assembly: {branch: [{joint: EL, range: [-180 deg, 0]}, {joint: ER, range: [0, 180 "
        "deg]}]}\n";
    path_ = fmt::format("position: {{x: \"{}\", y: \"{}\"}}", draw_wave(0.0, 0.06),
                        draw_wave(0.3, 0.05));
  }

  // On cables alone.
  void make_plate() {
    size_ = 60.0;
    const std::size_t count = 5 + draw_.below(3);
    std::string points;
    std::vector<Vector3d> from, to;
    for (std::size_t k = 0; k < count; ++k) {
      const double a = 2.0 * kPi * (static_cast<double>(k) + draw_.uniform(-0.2, 0.2)) /
                       static_cast<double>(count);
      const double b = a + (k % 2 == 0 ? 1.0 : -1.0) * draw_.uniform(0.3, 1.4);
      from.emplace_back(2.0 * std::cos(a), 2.0 * std::sin(a), 0.0);
      to.emplace_back(0.25 * std::cos(b), 0.25 * std::sin(b), 0.0);
      const char* const comma = k > 0 ? ", " : "";
      frames_ += fmt::format("{}g{}: [{:.17g}, {:.17g}]", comma, k, from[k].x(), from[k].y());
      points += fmt::format("{}p{}: [{:.17g}, {:.17g}]", comma, k, to[k].x(), to[k].y());
    }
    add_body("plate", 0.0, points);
    for (std::size_t k = 0; k < count; ++k) {
      add_pair(fmt::format("C{}", k), fmt::format("ground.g{}", k), from[k],
               fmt::format("plate.p{}", k), {.body = "plate", .to = to[k]}, true);
    }
    tool_ = "plate";
    path_ = fmt::format("position: {{x: \"{}\", y: \"{}\"}}, orientation: {{phi: \"{}\"}}",
                        draw_wave(0.0, 0.4), draw_wave(0.0, 0.4), draw_wave(0.0, 0.2));
  }

  // A smooth function of p about `middle`.
  std::string draw_wave(double middle, double size) {
    const double height = size * draw_.uniform(0.3, 1.0) * draw_.sign();
    const double rate = draw_.uniform(0.5, 2.0), phase = draw_.uniform(0.0, 6.0);
    return fmt::format("{:.6g} + {:.6g}*sin({:.6g}*p + {:.6g})", middle, height, rate, phase);
  }

  void add_body(const std::string& name, double com, const std::string& frames) {
    const double mass = draw_.decade(-0.3, 0.7) * (machine_.kind == "five_bar" ? 0.3 : 1.0);
    const double inertia = mass * draw_.uniform(0.005, 0.03);
    machine_.bodies.push_back({name, mass});
    bodies_ += fmt::format(
        "  {}: {{mass: {:.17g}, com: [{}, 0], inertia: {{plate: {:.17g}}}, frames: {{{}}}}}\n",
        name, mass, com, inertia, frames);
  }

  void add_joint(LimitedJoint joint, const std::string& ends) {
    std::string limit;
    if (draw_.chance(0.12)) {
      joint.most = draw_.decade(-0.3, 1.5);
      limit = fmt::format(", max_acceleration: {:.17g}", joint.most);
      machine_.joints.push_back(joint);
    }
    joints_ += fmt::format("  {}: {{{}{}}}\n", joint.name, ends, limit);
  }

  void add_slide(const std::string& name, const std::string& a, const std::string& b,
                 const std::string& axis, const Vector3d& direction) {
    add_joint({.name = name, .body_a = a, .body_b = b, .turns = false, .axis = direction},
              fmt::format("type: prismatic, a: {{body: {}, axis: {}}}, b: {{body: {}, axis: {}}}",
                          a, axis, b, axis));
  }

  void add_hinge(const std::string& name, const std::string& a, const std::string& b,
                 const std::string& end_a, const std::string& end_b, std::optional<double> guess) {
    add_joint({.name = name, .body_a = a, .body_b = b, .turns = true, .axis = Vector3d::UnitZ()},
              fmt::format("type: revolute, a: {}, b: {}", end_a, end_b) +
                  (guess ? fmt::format(", guess: {}", *guess) : ""));
  }

  void add_motor(const std::string& name, const std::string& joint, bool turns) {
    LimitedDrive drive;
    drive.name = name;
    drive.turns = drive.has_rotary = turns;
    drive.where = "joint: " + joint;
    draw_limits(drive, size_, draw_);
    machine_.drives.push_back(drive);
  }

  void add_pair(const std::string& name, const std::string& frame, const Vector3d& from,
                const std::string& end, LimitedPair to, bool is_cable) {
    LimitedDrive drive;
    drive.name = name;
    drive.is_cable = is_cable;
    drive.where =
        fmt::format("type: {}, from: {}, to: {}", is_cable ? "cable" : "linear_motor", frame, end);
    to.from = from;
    drive.pair = std::move(to);
    if (is_cable) drive.limits = {0.0, kInfinity};
    draw_limits(drive, size_, draw_);
    machine_.drives.push_back(drive);
  }

  struct Anchor {
    std::string name;
    Vector3d at;
  };

  // Each of them by chance, as a motor between two points or a cable.
  void add_pairs(const std::vector<Anchor>& anchors, const std::string& end,
                 const Vector3d& from_com, double share) {
    for (const Anchor& anchor : anchors) {
      if (!draw_.chance(share)) continue;
      const bool is_cable = draw_.chance(0.5);
      add_pair(anchor.name,
               fmt::format("{{body: ground, at: [{}, {}]}}", anchor.at.x(), anchor.at.y()),
               anchor.at, end, {.body = end.substr(0, end.find('.')), .to = from_com}, is_cable);
    }
  }

  void add_reaction(const std::string& joint, const std::string& component,
                    const std::string& axes_of, const Vector3d& axis,
                    std::vector<std::string> beyond) {
    if (!draw_.chance(0.2)) return;
    const double low = draw_.decade(1.0, 2.3), high = draw_.decade(1.0, 2.3);
    const Interval range{draw_.chance(0.2) ? -kInfinity : -low, high};
    machine_.reactions.push_back({joint, component, axes_of, axis, std::move(beyond), range});
    reactions_ +=
        fmt::format("  R{}: {{joint: {}, component: {}, limits: [{}, {:.17g}]}}\n",
                    machine_.reactions.size(), joint, component,
                    std::isinf(range.low) ? "none" : fmt::format("{:.17g}", range.low), range.high);
  }

  // What the path limits.
  std::string write_tool() {
    LimitedTool& tool = machine_.tool;
    std::string text, of_vector;
    const auto limit = [&](double share, double& value, const char* key) {
      if (!draw_.chance(share)) return;
      value = draw_.decade(-0.3, 1.3);
      of_vector += fmt::format("{}{}: {:.17g}", of_vector.empty() ? "" : ", ", key, value);
    };
    if (draw_.chance(0.1)) {
      tool.speed = draw_.decade(-0.5, 0.5);
      text += fmt::format(", speed_limit: {:.17g}", tool.speed);
    }
    limit(0.08, tool.along, "along");
    limit(0.08, tool.across, "across");
    limit(0.1, tool.all, "all");
    if (!of_vector.empty()) text += ", acceleration_limit: {" + of_vector + "}";
    return text;
  }

  void write() {
    const Vector3d &g = machine_.gravity, &load = machine_.load;
    const std::string tool = write_tool();
    std::string text = fmt::format(
        "globaldyn: 1\nname: {}\ngravity: [{}, {}, 0]\nbodies:\n  ground: {{frames: {{{}}}}}\n{}"
        "{}{}",
        machine_.kind, g.x(), g.y(), frames_, bodies_,
        joints_.empty() ? "joints: {}\n" : "joints:\n" + joints_, "drives:\n");
    for (const LimitedDrive& drive : machine_.drives) text += write_limited_drive(drive);
    if (!reactions_.empty()) text += "reactions:\n" + reactions_;
    text += fmt::format("tool: {}\n{}", tool_, branch_);
    if (!load.isZero(0.0)) {
      text += fmt::format("loads: {{tool_wrench: {{force: [{:.17g}, {:.17g}, 0]}}}}\n", load.x(),
                          load.y());
    }
    machine_.text =
        text + fmt::format("paths:\n  l: {{{}, p_max: {}{}}}\n", path_, machine_.p_max, tool);
  }

  Draw draw_;
  LimitedMachine machine_;
  double size_{1.0};  // of forces, N or N m
  std::string frames_, bodies_, joints_, reactions_, branch_, tool_, path_;
};

}  // namespace

LimitedMachine make_limited_machine(std::uint64_t seed) {
  return MachineMaker(seed).make();
}

}  // namespace globaldyn::inside::test
