#include "core/description/read_drives.h"

#include <algorithm>

#include "core/description/read_couplings.h"
#include "core/description/read_force_curve.h"
#include "core/description/read_joints.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

BodyPoint read_point(const Node& node, const FrameTable& frames, const Mechanism& mechanism) {
  const BodyFrame end = frames.read_end(node);
  return {end.body, to_com(mechanism, end).origin};
}

// `joint: J`, `of: {J: factor, …}`, or `from: …` with `to: …`.
ActingCoordinate read_coordinate(const Node& node, const FrameTable& frames,
                                 const Mechanism& mechanism) {
  node.allow_one_of({"joint", "of", "from"});
  node.allow_one_of({"joint", "of", "to"});
  const auto joint = node.find("joint");
  const auto from = node.find("from");
  if (joint) return find_coordinate(*joint, mechanism);
  if (const auto of = node.find("of")) return read_sum(*of, frames.parameters(), mechanism);
  if (!from) node.fail("nothing to act on", "expected 'joint', 'of', or 'from' and 'to'");
  const Node to = node.require("to");
  const PointPair pair{read_point(*from, frames, mechanism), read_point(to, frames, mechanism)};
  if (pair.from.body == pair.to.body) {
    to.fail("'from' and 'to' are on the same body", "expected two different bodies");
  }
  return pair;
}

bool acts_in_rotation(const Mechanism& mechanism, const ActingCoordinate& coordinate) {
  if (const auto* sum = std::get_if<CoordinateSum>(&coordinate)) return sum->rotational;
  const auto* index = std::get_if<CoordinateIndex>(&coordinate);
  return index != nullptr && is_rotational(mechanism, *index);
}

// A rotary motor on a sliding joint turns `ratio` rad per metre.
bool is_per_metre(const Node& ratio, const Parameters& parameters) {
  const Expression expression =
      Expression::parse(ratio.text(), ratio.place(), parameters.make_scope());
  return expression.is_typed() && expression.dimension() == dimension::inverse_length;
}

// Whether a number in the file has units, and these are of the dimension.
bool is_surely(const Node& node, const Dimension& dimension, const Parameters& parameters) {
  if (node.is_map()) return false;
  if (node.is_sequence()) {
    const std::vector<Node> items = node.items();
    return std::any_of(items.begin(), items.end(),
                       [&](const Node& item) { return is_surely(item, dimension, parameters); });
  }
  if (node.text() == "none") return false;
  const Expression expression =
      Expression::parse(node.text(), node.place(), parameters.make_scope());
  return expression.is_typed() && expression.dimension() == dimension;
}

// A motor that shifts a joint through a plain ratio is taken for one that shifts itself: where what
// is said of the motor shows that it turns, the ratio is what is wrong.
void refuse_plain_ratio(const Node& drive, const Node& ratio, const Parameters& parameters) {
  const auto refuse_if = [&](const char* key, const Dimension& dimension) {
    const auto given = drive.find(key);
    if (!given || !is_surely(*given, dimension, parameters)) return;
    ratio.fail("'" + ratio.text() + "' is a plain number, but the motor turns ('" + key + ": " +
                   (given->is_sequence() ? "…" : given->text()) + "') and the joint slides",
               "expected the motor's angle per length, such as '100 rad/m' or '2*pi/lead'");
  };
  refuse_if("rotor_inertia", dimension::inertia);
  refuse_if("limits", dimension::torque);
  refuse_if("rated", dimension::torque);
}

void read_gear(const Node& of_drive, const Node& node, const Parameters& parameters, Drive& drive) {
  node.allow_only({"ratio", "efficiency", "efficiency_back"});
  const Node ratio = node.require("ratio");
  const bool rotary_to_linear = !drive.rotational && is_per_metre(ratio, parameters);
  if (rotary_to_linear) drive.rotary_motor = true;
  if (!drive.rotational && !rotary_to_linear) refuse_plain_ratio(of_drive, ratio, parameters);
  drive.ratio = read_number(ratio, rotary_to_linear ? dimension::inverse_length : dimension::number,
                            parameters);
  if (drive.ratio == 0.0) ratio.fail("zero gear ratio", "expected motor turns per joint turn");
  if (const auto efficiency = node.find("efficiency")) {
    drive.efficiency = read_positive(*efficiency, dimension::number, parameters, "efficiency");
    if (drive.efficiency > 1.0) efficiency->fail("efficiency above 1", "expected 0 … 1");
  }
  // As of screws and worms: what is lost of the motor's force either way is the same.
  drive.efficiency_back = 2.0 - 1.0 / drive.efficiency;
  if (const auto back = node.find("efficiency_back")) {
    drive.efficiency_back = read_number(*back, dimension::number, parameters);
    if (drive.efficiency_back > 1.0) {
      back->fail("efficiency above 1", "expected up to 1; 0 or less if the gear locks itself");
    }
  }
}

void read_losses(const Node& node, const Parameters& parameters, Drive& drive) {
  if (const auto inertia = node.find("rotor_inertia")) {
    drive.reflected_inertia =
        drive.ratio * drive.ratio *
        read_positive(*inertia, drive.rotary_motor ? dimension::inertia : dimension::mass,
                      parameters, "rotor inertia", true);
  }
  if (const auto viscous = node.find("viscous")) {
    drive.viscous =
        read_positive(*viscous, drive.rotational ? dimension::rotary_damping : dimension::damping,
                      parameters, "friction", true);
  }
  if (const auto coulomb = node.find("coulomb")) {
    drive.coulomb = read_positive(*coulomb, drive.rotational ? dimension::torque : dimension::force,
                                  parameters, "friction", true);
  }
}

Drive read_drive(const Node& key, const Node& node, const FrameTable& frames,
                 const std::vector<std::string>& further_keys, const Mechanism& mechanism) {
  std::vector<std::string> keys{"type",       "joint",         "of",      "from",    "to",
                                "gear",       "rotor_inertia", "viscous", "coulomb", "stiffness",
                                "description"};
  keys.insert(keys.end(), further_keys.begin(), further_keys.end());
  node.allow_only(keys);
  Drive drive;
  drive.name = read_name(key);
  drive.coordinate = read_coordinate(node, frames, mechanism);
  drive.rotational = drive.rotary_motor = acts_in_rotation(mechanism, drive.coordinate);
  if (const auto type = node.find("type")) {
    drive.kind = static_cast<Drive::Kind>(type->read_choice({"motor", "linear_motor", "cable"}));
  } else if (std::holds_alternative<PointPair>(drive.coordinate)) {
    drive.kind = Drive::Kind::linear_motor;
  }
  const bool on_joints = !std::holds_alternative<PointPair>(drive.coordinate);
  if (on_joints != (drive.kind == Drive::Kind::joint)) {
    node.require("type").fail("this type of drive does not act there",
                              "expected 'motor' with 'joint' or 'of', else 'from' and 'to'");
  }
  if (const auto gear = node.find("gear")) read_gear(node, *gear, frames.parameters(), drive);
  read_losses(node, frames.parameters(), drive);
  if (const auto stiffness = node.find("stiffness")) {
    drive.stiffness = read_positive(
        *stiffness, drive.rotational ? dimension::rotary_stiffness : dimension::stiffness,
        frames.parameters(), "stiffness");
  }
  return drive;
}

// `force:`, over what, and whether it repeats.
void read_force_curve(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                      Spring& spring) {
  const auto force = node.find("force"), over = node.find("over"), period = node.find("period");
  const bool is_curve = force && force->is_sequence();
  for (const auto& further : {over, period}) {
    if (further && !is_curve) {
      further->fail("without a force over something", "expected 'force: [[WHERE, FORCE], …]'");
    }
  }
  if (!force) return;
  const bool rotational = acts_in_rotation(mechanism, spring.coordinate);
  if (over) spring.over = find_coordinate(*over, mechanism);
  const bool turns = spring.over ? is_rotational(mechanism, *spring.over) : rotational;
  const ForceCurveKind kind{.place = turns ? dimension::angle : dimension::length,
                            .force = rotational ? dimension::torque : dimension::force};
  spring.curve = read_force_curve(*force, period, kind, parameters);
}

Spring read_spring(const Node& key, const Node& node, const FrameTable& frames,
                   const Mechanism& mechanism) {
  node.allow_only({"joint", "of", "from", "to", "stiffness", "rest", "damping", "force", "over",
                   "period", "description"});
  Spring spring;
  spring.name = read_name(key);
  spring.coordinate = read_coordinate(node, frames, mechanism);
  const bool rotational = acts_in_rotation(mechanism, spring.coordinate);
  const Parameters& parameters = frames.parameters();
  if (const auto stiffness = node.find("stiffness")) {
    spring.stiffness =
        read_positive(*stiffness, rotational ? dimension::rotary_stiffness : dimension::stiffness,
                      parameters, "stiffness", true);
  }
  if (const auto rest = node.find("rest")) {
    spring.rest = read_number(*rest, rotational ? dimension::angle : dimension::length, parameters);
  }
  if (const auto damping = node.find("damping")) {
    spring.damping =
        read_positive(*damping, rotational ? dimension::rotary_damping : dimension::damping,
                      parameters, "damping", true);
  }
  read_force_curve(node, parameters, mechanism, spring);
  return spring;
}

}  // namespace

void read_drives(const Node& root, const FrameTable& frames,
                 const std::vector<std::string>& further_keys, Mechanism& mechanism) {
  const auto node = root.find("drives");
  if (!node) return;
  for (const auto& [key, value] : frames.patterns().entries(*node)) {
    mechanism.drives.push_back(read_drive(key, value, frames, further_keys, mechanism));
  }
}

void read_springs(const Node& root, const FrameTable& frames, Mechanism& mechanism) {
  const auto node = root.find("springs");
  if (!node) return;
  for (const auto& [key, value] : frames.patterns().entries(*node)) {
    mechanism.springs.push_back(read_spring(key, value, frames, mechanism));
  }
}

}  // namespace core
}  // namespace globaldyn::inside
