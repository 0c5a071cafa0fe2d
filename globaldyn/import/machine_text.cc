#include "globaldyn/import/machine_text.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace importing {
namespace {

using Kind = UrdfJoint::Kind;

// Rounding errors of rotations are none.
double clean(double value) {
  constexpr double kNone = 1e-15;
  return std::abs(value) < kNone ? 0.0 : value;
}

std::string write_number(double value) {
  // All that files say; the last digits of what was turned are rounding errors.
  return fmt::format("{:.15g}", clean(value));
}

// What was not turned: as it was told.
std::string write_scalar(double value) {
  return fmt::format("{}", value);
}

std::string write_vector(const Vector3d& vector) {
  return fmt::format("[{}, {}, {}]", write_number(vector.x()), write_number(vector.y()),
                     write_number(vector.z()));
}

// x, -y, or the vector.
std::string write_direction(const Vector3d& direction) {
  const Vector3d along = direction.unaryExpr(&clean);
  for (const auto& [name, axis] :
       {std::pair{"x", Vector3d(Vector3d::UnitX())}, std::pair{"y", Vector3d(Vector3d::UnitY())},
        std::pair{"z", Vector3d(Vector3d::UnitZ())}}) {
    // Rounded by as much as a number's last digits.
    if (axis.cross(along).isZero(0.0))
      return (axis.dot(along) < 0.0 ? "-" : "") + std::string(name);
  }
  return write_vector(direction);
}

std::string write_turn(const Matrix3d& axes) {
  const Vector3d cardan = find_cardan_angles(axes);
  if (cardan.isZero(1e-15)) return "";
  return fmt::format(", cardan: {}", write_vector(cardan));
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
  const std::string& add(const std::string& kind, const std::string& name) {
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
    for (int i = 2; !taken_.insert({kind, own}).second; ++i) own = fmt::format("{}_{}", plain, i);
    if (own != name) changed_.push_back(fmt::format("{} '{}' is {}", kind, on_one_line(name), own));
    return names_[{kind, name}] = own;
  }

  [[nodiscard]] const std::string& of(const std::string& kind, const std::string& name) const {
    return names_.at({kind, name});
  }
  [[nodiscard]] const std::vector<std::string>& changed() const { return changed_; }

 private:
  std::map<std::pair<std::string, std::string>, std::string> names_;
  std::set<std::pair<std::string, std::string>> taken_{{"link", "ground"}};
  std::vector<std::string> changed_;
};

// Masses of links that are fixed to each other, about a common centre.
struct RigidBody {
  double mass{0.0};
  Vector3d moment{Vector3d::Zero()};        // sum of m r
  Matrix3d about_origin{Matrix3d::Zero()};  // in the carrier's axes

  void add(const UrdfLink& link, const UrdfPlacement& place) {
    const Vector3d com = place.at + place.axes * link.com;
    mass += link.mass;
    moment += link.mass * com;
    about_origin += place.axes * link.inertia * place.axes.transpose() + link.mass * spread(com);
  }
  [[nodiscard]] Vector3d com() const {
    return mass > 0.0 ? Vector3d(moment / mass) : Vector3d(Vector3d::Zero());
  }
  [[nodiscard]] Matrix3d inertia() const { return about_origin - mass * spread(com()); }

 private:
  static Matrix3d spread(const Vector3d& r) {
    return r.squaredNorm() * Matrix3d::Identity() - r * r.transpose();
  }
};

class Writer {
 public:
  Writer(const Urdf& robot, std::string source) : robot_(robot), source_(std::move(source)) {
    find_carriers();
    for (const UrdfLink& one : robot.links) names_.add("link", one.name);
    for (const UrdfJoint& one : robot.joints) {
      if (one.kind != Kind::fixed) names_.add("joint", one.name);
    }
    for (const UrdfLink& one : robot.links) {
      if (std::all_of(one.shapes.begin(), one.shapes.end(), &has_size)) continue;
      remarks_.push_back("shapes of link '" + one.name + "' without a size: they are not drawn");
    }
  }

  ImportedMachine run() {
    std::string parts = write_bodies() + write_joints() + write_couplings() + write_drives() +
                        write_tool() + write_path();
    remarks_.insert(remarks_.end(), robot_.left_out.begin(), robot_.left_out.end());
    for (const std::string& one : names_.changed()) remarks_.push_back("name: " + one);
    std::string text = fmt::format("# {} as a machine file, from {}.\n", on_one_line(robot_.name),
                                   on_one_line(source_));
    for (std::string& one : remarks_) {
      one = on_one_line(one);
      text += "# " + one + ".\n";
    }
    Names name;
    text += fmt::format("globaldyn: 1\nname: {}\n\ngravity: [0, 0, -9.81 m/s^2]\n",
                        name.add("robot", robot_.name));
    return {text + parts, remarks_};
  }

 private:
  // Where a link is: in the body that carries it.
  struct Carried {
    std::string body;  // a link's name; empty: the ground
    UrdfPlacement place;
    int joints{0};  // that move it
  };

  void find_carriers() {
    std::set<std::string> children;
    for (const UrdfJoint& one : robot_.joints) children.insert(one.child);
    for (const UrdfLink& one : robot_.links) {
      if (children.count(one.name) == 0) carriers_[one.name] = {};
    }
    for (std::size_t found = 0; found < robot_.links.size();) {
      found = carriers_.size();
      for (const UrdfJoint& one : robot_.joints) {
        if (carriers_.count(one.parent) == 0 || carriers_.count(one.child) != 0) continue;
        const Carried& parent = carriers_.at(one.parent);
        carriers_[one.child] =
            one.kind == Kind::fixed
                ? Carried{parent.body, parent.place * one.placement, parent.joints}
                : Carried{one.child, {}, parent.joints + 1};
      }
    }
  }

  [[nodiscard]] std::string name_body(const std::string& link) const {
    const std::string& body = carriers_.at(link).body;
    return body.empty() ? "ground" : names_.of("link", body);
  }

  [[nodiscard]] std::string write_shape(const UrdfShape& shape, const UrdfPlacement& link) const {
    const UrdfPlacement at = link * shape.placement;
    const Vector3d half = at.axes * Vector3d(0.0, 0.0, 0.5 * shape.length);
    switch (shape.kind) {
      case UrdfShape::Kind::box:
        return fmt::format("      - box: {{size: {}, at: {}{}}}\n", write_vector(shape.size),
                           write_vector(at.at), write_turn(at.axes));
      case UrdfShape::Kind::cylinder:
        return fmt::format("      - cylinder: {{from: {}, to: {}, diameter: {}}}\n",
                           write_vector(at.at - half), write_vector(at.at + half),
                           write_number(2.0 * shape.radius));
      case UrdfShape::Kind::sphere:
        return fmt::format("      - sphere: {{at: {}, diameter: {}}}\n", write_vector(at.at),
                           write_number(2.0 * shape.radius));
    }
    return {};
  }

  [[nodiscard]] static bool has_size(const UrdfShape& shape) {
    constexpr double kLeast = 1e-9;  // m
    if (shape.kind == UrdfShape::Kind::box) return shape.size.minCoeff() > kLeast;
    return shape.radius > kLeast &&
           (shape.kind == UrdfShape::Kind::sphere || shape.length > kLeast);
  }

  // Frames and shapes of the links that a body carries.
  [[nodiscard]] std::string write_carried(const std::string& body) const {
    std::string frames, solids;
    for (const UrdfLink& one : robot_.links) {
      const Carried& carried = carriers_.at(one.name);
      if (carried.body != body) continue;
      if (one.name != body) {
        frames += fmt::format("      {}: {{at: {}{}}}\n", names_.of("link", one.name),
                              write_vector(carried.place.at), write_turn(carried.place.axes));
      }
      for (const UrdfShape& shape : one.shapes) {
        if (has_size(shape)) solids += write_shape(shape, carried.place);
      }
    }
    return (frames.empty() ? "" : "    frames:\n" + frames) +
           (solids.empty() ? "" : "    solids:\n" + solids);
  }

  // By how much moments are beyond what bodies have; told, because the file says what was measured.
  std::string check_inertia(const std::string& name, const Matrix3d& inertia) {
    const Vector3d moments =
        Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
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
    RigidBody body;
    for (const UrdfLink& one : robot_.links) {
      const Carried& carried = carriers_.at(one.name);
      if (carried.body == link) body.add(one, carried.place);
    }
    const std::string& name = names_.of("link", link);
    const Matrix3d inertia = body.inertia();
    if (body.mass == 0.0) remarks_.push_back(fmt::format("body {}: it has no mass", name));
    std::string entries = fmt::format("xx: {}, yy: {}, zz: {}", write_number(inertia(0, 0)),
                                      write_number(inertia(1, 1)), write_number(inertia(2, 2)));
    for (const auto& [key, i, j] : {std::tuple{"xy", 0, 1}, {"xz", 0, 2}, {"yz", 1, 2}}) {
      if (clean(inertia(i, j)) != 0.0) {
        entries += fmt::format(", {}: {}", key, write_number(inertia(i, j)));
      }
    }
    std::string text = fmt::format("  {}:\n    mass: {} kg\n", name, write_scalar(body.mass));
    if (!body.com().isZero(0.0)) text += fmt::format("    com: {}\n", write_vector(body.com()));
    if (!inertia.isZero(0.0)) {
      text += fmt::format("    inertia: {{{}{}}}\n", entries, check_inertia(name, inertia));
    }
    return text + write_carried(link);
  }

  std::string write_bodies() {
    std::string text = "\nbodies:\n";
    const std::string ground = write_carried("");
    if (!ground.empty()) text += "  ground:\n" + ground;
    for (const UrdfLink& one : robot_.links) {
      if (carriers_.at(one.name).body == one.name) text += write_body(one.name);
    }
    return text;
  }

  // An end of a joint whose axis is along `axis` in a frame of a body; x axes of both ends are
  // along the same vector at zero.
  [[nodiscard]] static std::string write_end(const std::string& body, const UrdfPlacement& frame,
                                             const Vector3d& axis) {
    const Vector3d side = std::abs(axis.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
    const Vector3d x = (side - side.dot(axis) * axis).normalized();
    const std::string along = write_direction(frame.axes * axis);
    const std::string across = write_direction(frame.axes * x);
    std::string text = "body: " + body;
    if (!frame.at.isZero(0.0)) text += ", at: " + write_vector(frame.at);
    if (along == "z" && across == "x") return text == "body: " + body ? body : "{" + text + "}";
    return fmt::format("{{{}, axis: {}, x_axis: {}}}", text, along, across);
  }

  [[nodiscard]] std::optional<std::pair<double, double>> find_travel(const UrdfJoint& joint) const {
    if (!joint.lower || *joint.lower == *joint.upper) return std::nullopt;
    if (std::isinf(*joint.lower) || std::isinf(*joint.upper)) return std::nullopt;
    return std::pair{*joint.lower, *joint.upper};
  }

  // Where the example's path begins and ends: about the middle of the travel.
  [[nodiscard]] std::pair<double, double> find_sweep(const UrdfJoint& joint) const {
    constexpr double kHalf = 0.5;  // rad, or m
    if (const auto travel = find_travel(joint)) {
      const double middle = 0.5 * (travel->first + travel->second);
      const double half = std::min(kHalf, 0.25 * (travel->second - travel->first));
      return {middle - half, middle + half};
    }
    return {-kHalf, kHalf};
  }

  std::string write_joints() {
    std::string text, untold;
    for (const UrdfJoint& one : robot_.joints) {
      if (one.kind == Kind::fixed) continue;
      const std::string& name = names_.of("joint", one.name);
      const Carried& parent = carriers_.at(one.parent);
      text += fmt::format("  {}:\n    type: {}\n    a: {}\n    b: {}\n", name,
                          one.kind == Kind::prismatic ? "prismatic" : "revolute",
                          write_end(name_body(one.parent), parent.place * one.placement, one.axis),
                          write_end(names_.of("link", one.child), {}, one.axis));
      if (const auto travel = find_travel(one)) {
        text += fmt::format("    travel: [{}, {}]\n", write_number(travel->first),
                            write_number(travel->second));
      } else if (one.lower && *one.lower == *one.upper) {
        untold += (untold.empty() ? "" : ", ") + name;
      }
      text += fmt::format("    guess: {}\n", write_number(find_guess(one)));
    }
    if (!untold.empty())
      remarks_.push_back("travel of " + untold + ": 0 to 0, taken as not told: none is written");
    return text.empty() ? "" : "\njoints:\n" + text;
  }

  [[nodiscard]] double find_guess(const UrdfJoint& joint) const {
    if (!joint.mimic) return find_sweep(joint).first;
    const UrdfJoint& other = *find_joint(robot_, joint.mimic->joint);
    return joint.mimic->multiplier * find_sweep(other).first + joint.mimic->offset;
  }

  // Of the sum of what both joints move by, in the unit of the one that mimics.
  [[nodiscard]] std::string write_factor(const UrdfJoint& joint) const {
    const bool slides = joint.kind == Kind::prismatic;
    const bool other_slides = find_joint(robot_, joint.mimic->joint)->kind == Kind::prismatic;
    const char* unit = slides == other_slides ? "" : slides ? " m" : " m^-1";
    return write_number(-joint.mimic->multiplier) + unit;
  }

  std::string write_couplings() {
    std::string text;
    for (const UrdfJoint& one : robot_.joints) {
      if (!one.mimic || one.kind == Kind::fixed) continue;
      const std::string& name = names_.of("joint", one.name);
      text += fmt::format("  {}_mimics: {{of: {{{}: 1, {}: {}}}, equals: {}}}\n", name, name,
                          names_.of("joint", one.mimic->joint), write_factor(one),
                          write_number(one.mimic->offset));
    }
    return text.empty() ? "" : "\ncouplings:\n" + text;
  }

  std::string write_drives() {
    std::string text, unlimited;
    for (const UrdfJoint& one : robot_.joints) {
      if (one.kind == Kind::fixed) continue;
      const std::string& name = names_.of("joint", one.name);
      if (one.mimic) {
        if (one.damping != 0.0 || one.friction != 0.0 || one.effort || one.velocity) {
          remarks_.push_back("effort, velocity and friction of " + name +
                             ", which mimics another joint: not taken");
        }
        continue;
      }
      const bool is_turning = one.kind != Kind::prismatic;
      std::string of = fmt::format("joint: {}", name);
      if (one.effort.value_or(0.0) > 0.0) {
        of += fmt::format(", limits: {} {}", write_scalar(*one.effort), is_turning ? "N m" : "N");
      } else {
        unlimited += (unlimited.empty() ? "" : ", ") + name;
      }
      if (one.velocity.value_or(0.0) > 0.0) {
        of += fmt::format(", max_speed: {} {}", write_scalar(*one.velocity),
                          is_turning ? "rad/s" : "m/s");
      }
      if (one.damping > 0.0) {
        of += fmt::format(", viscous: {} {}", write_scalar(one.damping),
                          is_turning ? "N m s/rad" : "N s/m");
      }
      if (one.friction > 0.0) {
        of += fmt::format(", coulomb: {} {}", write_scalar(one.friction), is_turning ? "N m" : "N");
      }
      text += fmt::format("  M_{}: {{{}}}\n", name, of);
    }
    if (!unlimited.empty()) {
      remarks_.push_back("effort of " + unlimited +
                         ": it is not told, or 0: no limits are written");
    }
    return text.empty() ? "" : "\ndrives:\n" + text;
  }

  // The last link on the longest way from the ground.
  std::string write_tool() {
    const UrdfLink* last = nullptr;
    for (const UrdfLink& one : robot_.links) {
      const int joints = carriers_.at(one.name).joints;
      if (joints > 0 && (last == nullptr || joints >= carriers_.at(last->name).joints)) last = &one;
    }
    if (last == nullptr) return "";
    const std::string body = name_body(last->name), link = names_.of("link", last->name);
    remarks_.push_back("the tool is " + link +
                       ", the last link of the longest chain: say if it is another");
    return fmt::format("\ntool: {}\n", body == link ? body : body + "." + link);
  }

  [[nodiscard]] std::string write_path() const {
    std::string text;
    for (const UrdfJoint& one : robot_.joints) {
      if (one.kind == Kind::fixed || one.mimic) continue;
      const auto [from, to] = find_sweep(one);
      text += fmt::format("      {}: {} + {}*p\n", names_.of("joint", one.name), write_number(from),
                          write_number(to - from));
    }
    if (text.empty()) return "";
    return "\npaths:\n  # All joints through a half of their travel, at most 1 rad or 1 m.\n  "
           "sweep:\n"
           "    joints:\n" +
           text + "    p_max: 1\n";
  }

  const Urdf& robot_;
  std::string source_;

  std::map<std::string, Carried> carriers_;
  Names names_;
  std::vector<std::string> remarks_;
};

}  // namespace

ImportedMachine make_machine_text(const Urdf& robot, const std::string& source) {
  return Writer(robot, source).run();
}

ImportedMachine import_urdf(const std::string& file) {
  constexpr std::size_t kMostBytes = 50'000'000;
  return make_machine_text(read_urdf(read_text_file(file, kMostBytes), file),
                           std::filesystem::path(file).filename().string());
}

}  // namespace importing
}  // namespace globaldyn::inside
