#include "globaldyn/exchange/machine_text.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "core/description/document.h"
#include "globaldyn/exchange/angle_text.h"
#include "globaldyn/exchange/dependent_joints.h"
#include "globaldyn/exchange/read_robot.h"
#include "globaldyn/exchange/shared_values.h"
#include "globaldyn/exchange/sweep.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

constexpr double kNoise = 1e-12;  // of what is turned, of 1: rounding errors of the file's numbers

double clean(double value, double largest) {
  return std::abs(value) < kNoise * largest ? 0.0 : value;
}

// All that files say. @param error of what was calculated, at most: fewer digits that are as near
// are what was meant
std::string write_number(double value, double error = 0.0) {
  constexpr int kAll = 15;  // the last digits of what was turned are rounding errors
  for (int digits = 1; digits < kAll; ++digits) {
    const std::string text = fmt::format("{:.{}g}", value, digits);
    double read = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (std::abs(read - value) <= error) return fmt::format("{:.{}g}", read + 0.0, kAll);
  }
  return fmt::format("{:.{}g}", value, kAll);
}

// @param largest of the same kind
std::string write_turned(double value, double largest) {
  constexpr double kRounding = 4e-15;  // of some ten operations
  return write_number(clean(value, largest), kRounding * largest);
}

// @param largest that such vectors have
std::string write_vector(const Vector3d& vector, double largest) {
  return fmt::format("[{}, {}, {}]", write_turned(vector.x(), largest),
                     write_turned(vector.y(), largest), write_turned(vector.z(), largest));
}

// x, -y; empty: none of those.
std::string find_letter(const Vector3d& direction) {
  for (const auto& [name, axis] :
       {std::pair{"x", Vector3d(Vector3d::UnitX())}, std::pair{"y", Vector3d(Vector3d::UnitY())},
        std::pair{"z", Vector3d(Vector3d::UnitZ())}}) {
    if (axis.cross(direction).cwiseAbs().maxCoeff() < kNoise) {
      return (axis.dot(direction) < 0.0 ? "-" : "") + std::string(name);
    }
  }
  return "";
}

bool is_turned(const Placement& placement) {
  return (placement.axes - Matrix3d::Identity()).cwiseAbs().maxCoeff() >= kNoise;
}

// ", rpy: [90 deg, 0, 0]": as the file tells it, or found; empty for what is not turned.
std::string write_turn(const Placement& placement) {
  if (!is_turned(placement)) return "";
  return ", rpy: " + write_angles(placement.rpy ? *placement.rpy : find_plain_rpy(placement.axes));
}

// Of the largest things there are, m.
double find_extent(const Robot& robot) {
  double size = 0.0;
  const auto take = [&](const Vector3d& one) { size = std::max(size, one.cwiseAbs().maxCoeff()); };
  for (const RobotJoint& one : robot.joints) {
    take(one.in_parent.at);
    take(one.in_child.at);
  }
  for (const RobotLink& one : robot.links) {
    take(one.com);
    for (const RobotFrame& frame : one.frames) take(frame.placement.at);
    for (const RobotShape& shape : one.shapes) take(shape.placement.at);
  }
  return size;
}

// "8 times <gazebo>, <plugin>"
std::string list_left_out(const std::map<std::string, int>& left_out) {
  std::string text;
  for (const auto& [key, count] : left_out) {
    text += text.empty() ? "" : ", ";
    text += count == 1 ? "<" + key + ">" : fmt::format("{} times <{}>", count, key);
  }
  return text;
}

// As a comment may have it.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

// Letters, digits and underscores, no digit first, each its own among those of its kind.
class Names {
 public:
  // What a name of the file is called here, the first time it is asked for.
  const std::string& add(const std::string& kind, const std::string& name, bool is_silent = false) {
    std::string plain;
    for (const char c : name) {
      plain += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
    static const std::set<std::string> kTaken{"null", "Null", "NULL", "global", "ground"};
    if (plain.empty() || std::isdigit(static_cast<unsigned char>(plain.front())) != 0 ||
        kTaken.count(plain) != 0) {
      plain = kind + "_" + plain;
    }
    std::string own = plain;
    // Bodies and their frames are called by one name in places.
    const std::string group = kind == "frame" ? "link" : kind;
    for (int i = 2; !taken_.insert({group, own}).second; ++i) own = fmt::format("{}_{}", plain, i);
    if (own != name && !is_silent) {
      const bool is_by_rule = own.size() == name.size();  // underscores for other characters
      (is_by_rule ? underscored_ : changed_).push_back({kind, on_one_line(name), own});
    }
    return names_[{kind, name}] = own;
  }

  [[nodiscard]] const std::string& of(const std::string& kind, const std::string& name) const {
    return names_.at({kind, name});
  }

  // A line each; many that follow one rule share a line.
  [[nodiscard]] std::vector<std::string> list_changed() const {
    constexpr std::size_t kFew = 4;
    std::vector<std::string> lines;
    const auto add = [&](const Change& one) {
      lines.push_back(fmt::format("name: {} '{}' is {}", one.kind, one.name, one.own));
    };
    if (underscored_.size() <= kFew) {
      std::for_each(underscored_.begin(), underscored_.end(), add);
    } else {
      std::string all;
      for (const Change& one : underscored_) all += (all.empty() ? "" : ", ") + one.name;
      lines.push_back("names with underscores for other characters: " + all);
    }
    std::for_each(changed_.begin(), changed_.end(), add);
    return lines;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::string> names_;
  std::set<std::pair<std::string, std::string>> taken_{{"link", "ground"}};
  struct Change {
    std::string kind, name, own;
  };
  std::vector<Change> changed_, underscored_;
};

class Writer {
 public:
  Writer(const Robot& robot, std::string source, const std::set<std::size_t>& unswept)
      : robot_(robot),
        source_(std::move(source)),
        unswept_(unswept),
        loops_(find_loops(robot)),
        sweep_(find_sweep(robot, loops_)),
        size_(find_extent(robot)) {
    // Joints say where their bodies are, but for loops, balls and what is free.
    has_poses_ = !loops_.empty() ||
                 std::any_of(robot.joints.begin(), robot.joints.end(), [](const RobotJoint& one) {
                   return one.kind == Kind::spherical || one.kind == Kind::free;
                 });
    find_carriers();
    find_depths();
    name_all();
    tell_bounds();
    for (const RobotLink& one : robot.links) {
      if (std::all_of(one.shapes.begin(), one.shapes.end(), &has_size)) continue;
      remarks_.push_back("shapes of link '" + one.name + "' without a size: they are not drawn");
    }
  }

  ImportedMachine run() {
    const std::vector<std::string> told = remarks_;
    static_cast<void>(write_parts());
    shared_.settle();
    remarks_ = told;
    massless_.clear();
    const std::string parts = write_parts();

    remarks_.insert(remarks_.end(), robot_.remarks.begin(), robot_.remarks.end());
    if (!robot_.left_out.empty()) {
      remarks_.insert(remarks_.begin(), "left out: " + list_left_out(robot_.left_out));
    }
    if (!massless_.empty()) remarks_.push_back("bodies without mass: " + massless_);
    for (const std::string& one : names_.list_changed()) remarks_.push_back(one);
    std::string text = fmt::format("# {} as a machine file, from {}.\n", on_one_line(robot_.name),
                                   on_one_line(source_));
    for (std::string& one : remarks_) {
      one = on_one_line(one);
      text += "# " + one + ".\n";
    }
    text +=
        "# Where no unit is written: lengths are in m, moments of inertia in kg m^2, angles of "
        "paths "
        "in rad.\n";
    Names name;
    text += fmt::format("globaldyn: 1\nname: {}\n{}\ngravity: {}\n", name.add("robot", robot_.name),
                        shared_.write_parameters(), write_gravity());
    return {text + parts, remarks_};
  }

 private:
  std::string write_parts() {
    return write_bodies() + write_joints() + write_couplings() + write_drives() + write_springs() +
           write_tool() + write_path();
  }

  // Where a link is: in the body that carries it.
  struct Carried {
    std::string body;  // a link's name; empty: the ground
    Placement place;
  };

  // Links that are fixed to each other are one body, called by the one that joints move.
  void find_carriers() {
    carry(robot_.root, "");
    for (const RobotJoint& one : robot_.joints) {
      if (one.kind != Kind::fixed) carry(one.child, one.child);
    }
    for (const RobotLink& one : robot_.links) carry(one.name, one.name);
  }

  void carry(const std::string& link, const std::string& body) {
    if (!carriers_.insert({link, {body, {}}}).second) return;
    for (std::vector<std::string> open{link}; !open.empty();) {
      const std::string at = open.back();
      open.pop_back();
      const Placement place = carriers_.at(at).place;
      for (const RobotJoint& one : robot_.joints) {
        if (one.kind != Kind::fixed || (one.parent != at && one.child != at)) continue;
        const Placement child = one.in_parent * one.in_child.inverse();  // in the parent
        const bool is_parent = one.parent == at;
        const std::string& other = is_parent ? one.child : one.parent;
        const Placement there = place * (is_parent ? child : child.inverse());
        if (carriers_.insert({other, {body, there}}).second) open.push_back(other);
      }
    }
  }

  // The number of joints on the shortest way from the ground.
  void find_depths() {
    depths_[""] = 0;
    std::vector<std::string> open{""};
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::string body = open[i];
      for (const RobotJoint& one : robot_.joints) {
        const std::string parent = carriers_.at(one.parent).body;
        const std::string child = carriers_.at(one.child).body;
        if (parent != body && child != body) continue;
        const std::string& other = parent == body ? child : parent;
        if (depths_.insert({other, depths_.at(body) + 1}).second) open.push_back(other);
      }
    }
  }

  void name_all() {
    for (const RobotLink& one : robot_.links) names_.add("link", one.name);
    for (const RobotLink& one : robot_.links) {
      for (const RobotFrame& frame : one.frames) names_.add("frame", frame.name);
    }
    for (const RobotJoint& one : robot_.joints) {
      if (one.kind != Kind::fixed) names_.add("joint", one.name);
    }
    for (const RobotDrive& one : robot_.drives) {
      const bool is_joints = one.of.size() == 1 && one.name == "M_" + one.of[0].first;
      names_.add("drive", one.name, is_joints);
    }
    for (const RobotCoupling& one : robot_.couplings) names_.add("coupling", one.name);
    for (const RobotSpring& one : robot_.springs) names_.add("spring", one.name);
    // Those that joints lead to come last.
    for (const RobotJoint& one : robot_.joints) {
      names_.add("coupling", one.name + "_mimics", true);
      names_.add("spring", "S_" + one.name, true);
    }
  }

  void tell_bounds() {
    if (sweep_.bounded.empty()) return;
    std::string names;
    for (const std::string& one : sweep_.bounded) names += (names.empty() ? "" : ", ") + one;
    remarks_.push_back("travel of " + names +
                       ": half a turn either way, because sums of angles that turn farther need "
                       "ratios of whole numbers");
  }

  [[nodiscard]] std::string write_gravity() const {
    return fmt::format("[{}, {}, {} m/s^2]", write_number(robot_.gravity.x()),
                       write_number(robot_.gravity.y()), write_number(robot_.gravity.z()));
  }

  [[nodiscard]] std::string name_body(const std::string& link) const {
    const std::string& body = carriers_.at(link).body;
    return body.empty() ? "ground" : names_.of("link", body);
  }

  [[nodiscard]] std::string write_shape(const RobotShape& shape, const Placement& link) const {
    const Placement at = link * shape.placement;
    const Vector3d half = at.axes * Vector3d(0.0, 0.0, 0.5 * shape.length);
    switch (shape.kind) {
      case RobotShape::Kind::box:
      case RobotShape::Kind::ellipsoid:
        return fmt::format("      - box: {{size: {}, at: {}{}}}\n", write_place(shape.size),
                           write_place(at.at), write_turn(at));
      case RobotShape::Kind::cylinder:
      case RobotShape::Kind::capsule:
        return fmt::format("      - {}: {{from: {}, to: {}, diameter: {}}}\n",
                           shape.kind == RobotShape::Kind::cylinder ? "cylinder" : "rod",
                           write_place(at.at - half), write_place(at.at + half),
                           write_number(2.0 * shape.radius));
      case RobotShape::Kind::sphere:
        return fmt::format("      - sphere: {{at: {}, diameter: {}}}\n", write_place(at.at),
                           write_number(2.0 * shape.radius));
    }
    return {};
  }

  [[nodiscard]] static bool has_size(const RobotShape& shape) {
    constexpr double kLeast = 1e-9;  // m
    if (shape.kind == RobotShape::Kind::box || shape.kind == RobotShape::Kind::ellipsoid) {
      return shape.size.minCoeff() > kLeast;
    }
    return shape.radius > kLeast &&
           (shape.kind == RobotShape::Kind::sphere || shape.length > kLeast);
  }

  [[nodiscard]] std::string write_place(const Vector3d& place) const {
    return write_vector(place, size_);
  }
  [[nodiscard]] bool is_origin(const Vector3d& place) const {
    return place.cwiseAbs().maxCoeff() <= kNoise * size_;
  }

  // [0, 0, 0.1], or with how it is turned.
  [[nodiscard]] std::string write_frame(const std::string& name, const Placement& place) const {
    const std::string turn = write_turn(place);
    const std::string at = write_place(place.at);
    if (turn.empty()) return fmt::format("      {}: {}\n", name, at);
    return is_origin(place.at) ? fmt::format("      {}: {{{}}}\n", name, turn.substr(2))
                               : fmt::format("      {}: {{at: {}{}}}\n", name, at, turn);
  }

  // Frames and shapes of the links that a body carries.
  [[nodiscard]] std::string write_carried(const std::string& body) const {
    std::string frames, solids;
    for (const RobotLink& one : robot_.links) {
      const Carried& carried = carriers_.at(one.name);
      if (carried.body != body) continue;
      if (one.name != body) {
        frames += write_frame(names_.of("link", one.name), carried.place);
      }
      for (const RobotFrame& frame : one.frames) {
        frames += write_frame(names_.of("frame", frame.name), carried.place * frame.placement);
      }
      for (const RobotShape& shape : one.shapes) {
        if (has_size(shape)) solids += write_shape(shape, carried.place);
      }
    }
    return (frames.empty() ? "" : "    frames:\n" + frames) +
           (solids.empty() ? "" : "    solids:\n" + solids);
  }

  // What else parts of a mass have alike if they are equal: many digits are no chance, as one or
  // two may be, and then their moments tell.
  [[nodiscard]] static std::string tell_kind(const std::string& name, const std::string& mass,
                                             const Vector3d& moments) {
    constexpr std::size_t kMany = 4;
    const std::size_t first = mass.find_first_of("123456789");
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto begin = mass.begin() + static_cast<std::ptrdiff_t>(std::min(first, mass.size()));
    if (static_cast<std::size_t>(std::count_if(begin, mass.end(), is_digit)) >= kMany) return "";
    if (moments.isZero(0.0)) return name;
    return fmt::format("{:.6g} {:.6g} {:.6g}", moments[0], moments[1], moments[2]);
  }

  // In order, the least first.
  [[nodiscard]] static Vector3d find_moments(const Matrix3d& inertia) {
    return Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  }

  // By how much moments are beyond what bodies have; told, because the file says what was measured.
  std::string check_inertia(const std::string& name, const Vector3d& moments) {
    constexpr double kRounding = 1e-12;
    if (moments[0] < -kRounding * moments[2]) {
      remarks_.push_back(
          fmt::format("body {}: a principal moment of inertia is {:.3g} kg m^2, which no body has: "
                      "the file cannot be read until it is mended",
                      name, moments[0]));
      return "";
    }
    const double beyond = moments[2] / (moments[0] + moments[1]) - 1.0;
    if (!(beyond > 1e-12)) return "";
    constexpr double kMost = 1.0 + 1e-9;  // that a machine file can accept
    if (beyond > kMost) {
      remarks_.push_back(fmt::format(
          "body {}: its largest principal moment of inertia is {:.3g} times the sum of the "
          "others, which no body has: the file cannot be read until it is mended",
          name, 1.0 + beyond));
      return "";
    }
    const int percent = std::min(100, static_cast<int>(std::ceil(100.0 * beyond + 1e-9)));
    remarks_.push_back(
        fmt::format("body {}: its largest principal moment of inertia is beyond the sum of the "
                    "others by {:.2g} %, "
                    "which no body has: taken as measured",
                    name, 100.0 * beyond));
    return fmt::format(", measured: {} %", percent);
  }

  std::string write_body(const std::string& link) {
    RobotLink body;
    for (const RobotLink& one : robot_.links) {
      const auto& [carrier, place] = carriers_.at(one.name);
      if (carrier != link) continue;
      add_mass(body, one.mass, place.at + place.axes * one.com,
               place.axes * one.inertia * place.axes.transpose());
    }
    const std::string& name = names_.of("link", link);
    // Of points, what is left of sums is rounding errors.
    constexpr double kRounding = 1e-15;
    const bool is_point =
        body.inertia.cwiseAbs().maxCoeff() < kRounding * body.mass * size_ * size_;
    const Matrix3d inertia = is_point ? Matrix3d(Matrix3d::Zero()) : body.inertia;
    if (body.mass == 0.0) massless_ += (massless_.empty() ? "" : ", ") + name;
    const Vector3d moments = find_moments(inertia);
    // Their own part of what is turned.
    const double largest = inertia.cwiseAbs().maxCoeff();
    const auto entry = [&](int i, int j) { return write_turned(inertia(i, j), largest); };
    std::string entries =
        fmt::format("xx: {}, yy: {}, zz: {}", entry(0, 0), entry(1, 1), entry(2, 2));
    for (const auto& [key, i, j] : {std::tuple{"xy", 0, 1}, {"xz", 0, 2}, {"yz", 1, 2}}) {
      if (entry(i, j) != "0") entries += fmt::format(", {}: {}", key, entry(i, j));
    }
    const std::string mass = write_number(body.mass);
    std::string text =
        fmt::format("  {}:\n    mass: {}\n", name,
                    shared_.write(name, "mass", mass + " kg", tell_kind(name, mass, moments)));
    if (!is_origin(body.com)) text += fmt::format("    com: {}\n", write_place(body.com));
    if (!inertia.isZero(0.0)) {
      text += fmt::format("    inertia: {{{}{}}}\n", entries, check_inertia(name, moments));
    }
    if (has_poses_) {
      const Placement& place = find_link(robot_, link)->shown;
      text += fmt::format("    pose: {{at: {}{}}}\n", write_place(place.at), write_turn(place));
    }
    return text + write_carried(link);
  }

  std::string write_bodies() {
    std::string text = "\nbodies:\n";
    const std::string ground = write_carried("");
    if (!ground.empty()) text += "  ground:\n" + ground;
    for (const RobotLink& one : robot_.links) {
      if (carriers_.at(one.name).body == one.name) text += write_body(one.name);
    }
    return text;
  }

  // An end of a joint whose axes z and x are along those of a frame in a body: by letters if those
  // say it, else by how it is turned.
  [[nodiscard]] std::string write_end(const std::string& body, const Placement& frame,
                                      const Vector3d& z, const Vector3d& x) const {
    const std::string along = find_letter(frame.axes * z), across = find_letter(frame.axes * x);
    const std::string place = write_point(body, frame.at);
    if (along == "z" && across == "x") return place;
    const std::string text = place == body ? "body: " + body : place.substr(1, place.size() - 2);
    if (!along.empty() && !across.empty()) {
      return fmt::format("{{{}, axis: {}, x_axis: {}}}", text, along, across);
    }
    Matrix3d axes;
    axes << x, z.cross(x), z;
    return fmt::format("{{{}{}}}", text, write_turn(frame * Placement{Vector3d::Zero(), axes}));
  }

  [[nodiscard]] std::string write_point(const std::string& body, const Vector3d& at) const {
    if (is_origin(at)) return body;
    return fmt::format("{{body: {}, at: {}}}", body, write_place(at));
  }

  // Both ends: x axes are along one vector at zero.
  [[nodiscard]] std::string write_ends(const RobotJoint& joint) const {
    const Carried& parent = carriers_.at(joint.parent);
    const Carried& child = carriers_.at(joint.child);
    const Placement in_a = parent.place * joint.in_parent, in_b = child.place * joint.in_child;
    const std::string a = name_body(joint.parent), b = name_body(joint.child);
    const Vector3d& z = joint.axis;
    const Vector3d side = std::abs(z.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
    const Vector3d x = (side - side.dot(z) * z).normalized();
    constexpr const char* kEnds = "    a: {}\n    b: {}\n";
    if (joint.kind == Kind::spherical) {
      return fmt::format(kEnds, write_point(a, in_a.at), write_point(b, in_b.at));
    }
    if (joint.kind == Kind::universal) {
      // Zero where b's axis lies along a's x axis, and b's x axis along a's axis.
      return fmt::format(kEnds, write_end(a, in_a, z, joint.second_axis),
                         write_end(b, in_b, joint.second_axis, z));
    }
    return fmt::format(kEnds, write_end(a, in_a, z, x), write_end(b, in_b, z, x));
  }

  [[nodiscard]] static const char* name_type(Kind kind) {
    switch (kind) {
      case Kind::prismatic:
        return "prismatic";
      case Kind::universal:
        return "universal";
      case Kind::spherical:
        return "spherical";
      case Kind::screw:
        return "screw";
      case Kind::revolute:
      case Kind::fixed:
      case Kind::free:
        break;
    }
    return "revolute";
  }

  // Of a joint with one: a screw's is its angle.
  [[nodiscard]] std::string name_coordinate(const RobotJoint& joint) const {
    return names_.of("joint", joint.name) + (joint.kind == Kind::screw ? ".angle" : "");
  }

  // A place of a joint's coordinate, with its unit.
  [[nodiscard]] std::string write_coordinate(const RobotJoint& joint, double value) {
    if (std::isinf(value)) return "none";
    if (!slides(joint)) return write_angle(clean(value, 1.0));
    const std::string text = write_turned(value, std::max(size_, std::abs(value)));
    return text == "0" ? text : text + " m";
  }

  // Near enough; where loops close and sums are kept, as it is.
  [[nodiscard]] double find_guess(const RobotJoint& joint) const {
    const double guess = sweep_.guesses.at(joint.name);
    const bool is_kept = !loops_.empty() || !robot_.couplings.empty() ||
                         std::any_of(robot_.joints.begin(), robot_.joints.end(),
                                     [](const RobotJoint& one) { return one.mimic.has_value(); });
    constexpr double kParts = 1e4;  // of a rad or m
    const double rounded = std::round(guess * kParts) / kParts;
    const bool is_inside = !has_travel(joint) || (rounded > *joint.lower && rounded < *joint.upper);
    return is_kept || !is_inside || is_short_angle(guess) ? guess : rounded;
  }

  std::string write_joints() {
    std::string text, untold;
    for (const RobotJoint& one : robot_.joints) {
      // A fixed one is part of a body.
      if (one.kind == Kind::fixed || one.kind == Kind::free) continue;
      const std::string& name = names_.of("joint", one.name);
      text += fmt::format("  {}:\n    type: {}\n{}", name, name_type(one.kind), write_ends(one));
      if (one.kind == Kind::screw) text += fmt::format("    lead: {} m\n", write_number(one.lead));
      if (!one.has_coordinate()) continue;
      const bool is_screw = one.kind == Kind::screw;
      if (sweep_.bounded.count(one.name) != 0) {
        text += fmt::format("    travel: {}\n", is_screw ? "{angle: 179.99 deg}" : "179.99 deg");
      } else if (has_travel(one)) {
        const std::string range = fmt::format("[{}, {}]", write_coordinate(one, *one.lower),
                                              write_coordinate(one, *one.upper));
        text += fmt::format("    travel: {}\n", is_screw ? "{angle: " + range + "}" : range);
      } else if (one.lower && *one.lower == *one.upper) {
        untold += (untold.empty() ? "" : ", ") + name;
      }
      const std::string guess = write_coordinate(one, find_guess(one));
      text += fmt::format("    guess: {}\n", is_screw ? "{angle: " + guess + "}" : guess);
    }
    if (!untold.empty())
      remarks_.push_back("travel of " + untold + ": 0 to 0, taken as not told: none is written");
    return text.empty() ? "" : "\njoints:\n" + text;
  }

  // Of the sum of what both joints move by, in the unit of the one that mimics.
  [[nodiscard]] std::string write_factor(const RobotJoint& joint) const {
    const bool other_slides = slides(*find_joint(robot_, joint.mimic->joint));
    const char* unit = slides(joint) == other_slides ? "" : slides(joint) ? " m" : " m^-1";
    return write_number(-joint.mimic->multiplier) + unit;
  }

  // A sum is in m where anything in it slides, in rad otherwise.
  [[nodiscard]] bool sum_slides(const std::vector<RobotTerm>& of) const {
    return std::any_of(of.begin(), of.end(), [&](const RobotTerm& term) {
      return slides(*find_joint(robot_, term.first));
    });
  }

  [[nodiscard]] std::string write_terms(const std::vector<RobotTerm>& of) const {
    std::string text;
    for (const auto& [name, factor] : of) {
      const RobotJoint& joint = *find_joint(robot_, name);
      text += fmt::format("{}{}: {}{}", text.empty() ? "{" : ", ", name_coordinate(joint),
                          write_number(factor), sum_slides(of) && !slides(joint) ? " m" : "");
    }
    return text + "}";
  }

  std::string write_couplings() {
    std::string text;
    for (const RobotJoint& one : robot_.joints) {
      if (!one.mimic || one.kind == Kind::fixed) continue;
      text += fmt::format("  {}: {{of: {{{}: 1, {}: {}}}, equals: {}}}\n",
                          names_.of("coupling", one.name + "_mimics"), name_coordinate(one),
                          name_coordinate(*find_joint(robot_, one.mimic->joint)), write_factor(one),
                          write_coordinate(one, one.mimic->offset));
    }
    for (const RobotCoupling& one : robot_.couplings) {
      text += fmt::format("  {}: {{of: {}, equals: {}}}\n", names_.of("coupling", one.name),
                          write_terms(one.of), write_number(one.equals));
    }
    return text.empty() ? "" : "\ncouplings:\n" + text;
  }

  // What a joint's friction and rotor belong to.
  [[nodiscard]] const RobotDrive* find_drive_on(const RobotJoint& joint) const {
    for (const RobotDrive& one : robot_.drives) {
      if (one.of.size() == 1 && one.of[0] == RobotTerm{joint.name, 1.0}) return &one;
    }
    return nullptr;
  }

  // "A: f1, B: f2" or the two points.
  [[nodiscard]] std::string write_subject(
      const std::vector<RobotTerm>& of, const std::array<std::pair<std::string, Vector3d>, 2>& ends,
      const std::string& type) const {
    if (of.size() == 1 && of[0].second == 1.0) {
      return "joint: " + name_coordinate(*find_joint(robot_, of[0].first));
    }
    if (!of.empty()) return "of: " + write_terms(of);
    std::string text = type;
    for (const auto& [key, end] : {std::pair{"from", ends[0]}, {"to", ends[1]}}) {
      const Carried& carried = carriers_.at(end.first);
      text += fmt::format(
          "{}{}: {}", text.empty() ? "" : ", ", key,
          write_point(name_body(end.first), (carried.place * Placement{end.second, {}}).at));
    }
    return text;
  }

  [[nodiscard]] bool is_on_one_body(
      const std::vector<RobotTerm>& of,
      const std::array<std::pair<std::string, Vector3d>, 2>& ends) const {
    return of.empty() && carriers_.at(ends[0].first).body == carriers_.at(ends[1].first).body;
  }

  // What motors of one kind have alike; friction is that of the joint.
  [[nodiscard]] std::string tell_motor(const RobotDrive& drive) const {
    const RobotJoint* joint =
        drive.of.size() == 1 ? find_joint(robot_, drive.of[0].first) : nullptr;
    return fmt::format("{} {} {} {} {}", drive.low, drive.high, drive.max_speed.value_or(0.0),
                       std::abs(drive.ratio), joint == nullptr ? 0.0 : joint->armature);
  }

  [[nodiscard]] std::string write_limits(const RobotDrive& drive, const std::string& name,
                                         const char* unit) {
    const auto bound = [&](double value, const std::string& what) {
      if (std::isinf(value)) return std::string("none");
      return shared_.write(name, what, fmt::format("{} {}", write_number(value), unit),
                           tell_motor(drive));
    };
    const std::string force = unit == std::string("N m") ? "torque" : "force";
    if (std::isinf(drive.low) && std::isinf(drive.high)) return "";
    if (drive.low == -drive.high) return ", limits: " + bound(drive.high, force);
    return fmt::format(", limits: [{}, {}]", bound(drive.low, "least_" + force),
                       bound(drive.high, "most_" + force));
  }

  std::string write_drives() {
    std::string text;
    for (const RobotDrive& one : robot_.drives) {
      if (is_on_one_body(one.of, one.ends)) {
        remarks_.push_back("drive '" + one.name + "' between points of one body: not taken");
        continue;
      }
      const bool is_turning = !one.of.empty() && !sum_slides(one.of);
      const std::string& name = names_.of("drive", one.name);
      // ", key: value", with the value's unit for what turns or slides.
      const auto add = [&](const char* key, const std::string& value, const char* turning,
                           const char* sliding, const char* what, const std::string& alike) {
        const std::string whole = value + (is_turning ? turning : sliding);
        return fmt::format(", {}: {}", key, shared_.write(name, what, whole, alike));
      };
      std::string of =
          write_subject(one.of, one.ends, one.is_cable ? "type: cable" : "type: linear_motor") +
          write_limits(one, name, is_turning ? "N m" : "N");
      if (one.ratio != 1.0) {
        of += fmt::format(
            ", gear: {{ratio: {}}}",
            shared_.write(name, "gear_ratio", write_number(one.ratio), tell_motor(one)));
      }
      if (one.max_speed)
        of += add("max_speed", write_number(*one.max_speed), " rad/s", " m/s", "speed",
                  tell_motor(one));
      const RobotJoint* joint = one.of.size() == 1 ? find_joint(robot_, one.of[0].first) : nullptr;
      if (joint != nullptr && find_drive_on(*joint) == &one) {
        if (joint->armature > 0.0) {
          of += add("rotor_inertia", write_number(joint->armature / (one.ratio * one.ratio)),
                    " kg m^2", " kg", "rotor_inertia", tell_motor(one));
        }
        if (joint->damping > 0.0) {
          of += add("viscous", write_number(joint->damping), " N m s/rad", " N s/m",
                    "viscous_friction", "");
        }
        if (joint->friction > 0.0) {
          of += add("coulomb", write_number(joint->friction), " N m", " N", "dry_friction", "");
        }
      }
      text += fmt::format("  {}: {{{}}}\n", name, of);
    }
    return text.empty() ? "" : "\ndrives:\n" + text;
  }

  [[nodiscard]] static std::string write_spring(const std::string& subject, double stiffness,
                                                double rest, double damping, bool is_turning) {
    std::string text = subject;
    if (stiffness != 0.0) {
      text += fmt::format(", stiffness: {} {}, rest: {}", write_number(stiffness),
                          is_turning ? "N m/rad" : "N/m",
                          is_turning ? write_angle(rest) : write_number(rest));
    }
    if (damping != 0.0) {
      text += fmt::format(", damping: {} {}", write_number(damping),
                          is_turning ? "N m s/rad" : "N s/m");
    }
    return text;
  }

  // Those of the file, and what acts on joints that no drive is on.
  std::string write_springs() {
    std::string text, untaken;
    for (const RobotJoint& one : robot_.joints) {
      if (!one.has_coordinate()) continue;
      const bool has_drive = find_drive_on(one) != nullptr;
      const double damping = has_drive ? 0.0 : one.damping;
      if (!has_drive && (one.friction != 0.0 || one.armature != 0.0)) {
        untaken += (untaken.empty() ? "" : ", ") + names_.of("joint", one.name);
      }
      if (one.stiffness == 0.0 && damping == 0.0) continue;
      text += fmt::format("  {}: {{{}}}\n", names_.of("spring", "S_" + one.name),
                          write_spring("joint: " + name_coordinate(one), one.stiffness, one.rest,
                                       damping, !slides(one)));
    }
    for (const RobotSpring& one : robot_.springs) {
      if (is_on_one_body(one.of, one.ends)) {
        remarks_.push_back("spring '" + one.name + "' between points of one body: not taken");
        continue;
      }
      text += fmt::format("  {}: {{{}}}\n", names_.of("spring", one.name),
                          write_spring(write_subject(one.of, one.ends, ""), one.stiffness, one.rest,
                                       one.damping, !one.of.empty() && !sum_slides(one.of)));
    }
    if (!untaken.empty()) {
      remarks_.push_back("dry friction and rotors of " + untaken +
                         ", which no drive is on alone: not taken");
    }
    return text.empty() ? "" : "\nsprings:\n" + text;
  }

  // The file's, or the last link on the longest way from the ground.
  std::string write_tool() {
    if (!robot_.tool.empty()) {
      for (const RobotLink& link : robot_.links) {
        if (carriers_.at(link.name).body.empty()) continue;  // no tool on the ground
        if (link.name == robot_.tool) return write_tool(link.name, names_.of("link", link.name));
        for (const RobotFrame& one : link.frames) {
          if (one.name == robot_.tool) {
            return write_tool(link.name, names_.of("frame", one.name));
          }
        }
      }
    }
    const RobotLink* last = nullptr;
    int most = 1;
    for (const RobotLink& one : robot_.links) {
      const int joints = depths_.at(carriers_.at(one.name).body);
      if (joints < most) continue;
      most = joints;
      last = &one;
    }
    if (last == nullptr) return "";
    const std::string& name = names_.of("link", last->name);
    remarks_.push_back("the tool is " + name +
                       ", the last link of the longest chain: say if it is another");
    return write_tool(last->name, name);
  }

  [[nodiscard]] std::string write_tool(const std::string& link, const std::string& name) const {
    const std::string body = name_body(link);
    return fmt::format("\ntool: {}\n", body == name ? body : body + "." + name);
  }

  [[nodiscard]] std::string write_path() const {
    std::string text;
    for (std::size_t i = 0; i < sweep_.joints.size(); ++i) {
      if (unswept_.count(i) != 0) continue;
      const auto [from, to] = sweep_.ranges[i];
      text += fmt::format("      {}: {} + {}*p\n",
                          name_coordinate(*find_joint(robot_, sweep_.joints[i])),
                          write_number(from), write_number(to - from));
    }
    if (text.empty()) return "";
    const char* what = loops_.empty()
                           ? "All joints through a half of their travel, at most 1 rad or 1 m."
                           : "A little from where the loops close: by 0.1 rad or 20 mm.";
    return fmt::format("\npaths:\n  # {}\n  sweep:\n    joints:\n{}    p_max: 1\n", what, text);
  }

  const Robot& robot_;
  std::string source_;
  const std::set<std::size_t>& unswept_;
  std::set<std::string> loops_;
  Sweep sweep_;
  double size_;
  bool has_poses_{false};

  std::map<std::string, Carried> carriers_;
  std::map<std::string, int> depths_;  // of bodies
  Names names_;
  SharedValues shared_;
  std::vector<std::string> remarks_;
  std::string massless_;  // bodies
};

void use_capsules(Robot& robot) {
  for (RobotLink& link : robot.links) {
    for (RobotShape& shape : link.shapes) {
      if (shape.capsule) shape = RobotShape(*shape.capsule);
    }
  }
}

}  // namespace

ImportedMachine make_machine_text(const Robot& robot, const std::string& source,
                                  const std::set<std::size_t>& unswept) {
  return Writer(robot, source, unswept).run();
}

ImportedMachine import_robot(const std::string& file, MeshShape meshes) {
  constexpr std::size_t kMostBytes = 50'000'000;
  Robot robot = read_robot(read_text_file(file, kMostBytes), file);
  if (meshes == MeshShape::capsule) use_capsules(robot);
  const std::string source = std::filesystem::path(file).filename().string();
  ImportedMachine made = make_machine_text(robot, source);
  if (find_loops(robot).empty()) return made;
  const std::set<std::size_t> unswept = find_dependent_joints(made.text);
  return unswept.empty() ? made : make_machine_text(robot, source, unswept);
}

}  // namespace exchange
}  // namespace globaldyn::inside
