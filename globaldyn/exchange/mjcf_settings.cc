#include "globaldyn/exchange/mjcf_settings.h"

#include <algorithm>
#include <filesystem>

#include "core/base/errors.h"
#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Element = XmlElement;
using Tree = XmlElement::Tree;

constexpr double kDegree = 0.017453292519943295;

bool is_actuator(const std::string& kind) {
  static const std::set<std::string> kKinds{"general", "motor",    "position", "velocity",
                                            "damper",  "cylinder", "muscle",   "intvelocity",
                                            "dcmotor", "adhesion", "plugin"};
  return kKinds.count(kind) != 0;
}

// Ways to say one thing: what is nearer to an element goes before all of what is farther away.
bool turns(const std::string& attribute) {
  static const std::set<std::string> kWays{"quat", "axisangle", "euler", "xyaxes", "zaxis"};
  return kWays.count(attribute) != 0;
}

void include_files(Tree& tree, const std::string& folder, const std::string& file, int depth,
                   int& count) {
  constexpr int kDeepest = 20, kMost = 1000;
  Tree expanded;
  for (auto& [key, value] : tree) {
    if (key != "include") {
      include_files(value, folder, file, depth, count);
      expanded.push_back({key, std::move(value)});
      continue;
    }
    const std::string name = Element(value, "include", file).require("file");
    if (depth >= kDeepest || ++count > kMost) {
      throw InputError(whole_place(file), "files that include each other, or more than a thousand",
                       "expected fewer");
    }
    constexpr std::size_t kMostBytes = 50'000'000;
    const std::string path = (std::filesystem::path(folder) / name).string();
    Tree inner = parse_xml(read_text_file(path, kMostBytes), path);
    for (auto& [root, content] : inner) {
      include_files(content, folder, path, depth + 1, count);
      for (auto& [part, what] : content) {
        if (part != "<xmlattr>") expanded.push_back({part, std::move(what)});
      }
    }
  }
  expanded.data() = tree.data();
  tree = std::move(expanded);
}

}  // namespace

void include_files(XmlElement::Tree& root, const std::string& file) {
  int count = 0;
  include_files(root, std::filesystem::path(file).parent_path().string(), file, 0, count);
}

MjcfSettings::MjcfSettings(const XmlElement& root) : angle_unit_(kDegree) {
  for (const Element& one : root.children("compiler")) read_compiler(one);
  classes_["main"];
  for (const Element& one : root.children("default")) {
    const Class parent = classes_.at("main");
    read_class(one, parent, "main");
  }
}

void MjcfSettings::read_compiler(const XmlElement& compiler) {
  if (const auto angle = compiler.find("angle")) angle_unit_ = *angle == "radian" ? 1.0 : kDegree;
  if (const auto sequence = compiler.find("eulerseq")) euler_ = *sequence;
  if (euler_.size() != 3 || euler_.find_first_not_of("xyzXYZ") != std::string::npos) {
    compiler.fail("eulerseq is '" + euler_ + "'", "expected three of xyzXYZ");
  }
  if (const auto limits = compiler.find("autolimits")) auto_limits_ = *limits == "true";
  if (const auto from = compiler.find("inertiafromgeom")) {
    from_geoms = *from == "true"    ? FromGeoms::always
                 : *from == "false" ? FromGeoms::never
                                    : FromGeoms::where_not_told;
  }
  const std::vector<double> groups =
      compiler.read_numbers("inertiagrouprange", 2, {inertia_groups.first, inertia_groups.second});
  inertia_groups = {groups[0], groups[1]};
  if (const auto folder = compiler.find("assetdir")) mesh_folder = *folder;
  if (const auto folder = compiler.find("meshdir")) mesh_folder = *folder;
  if (compiler.find("coordinate").value_or("local") != "local") {
    compiler.fail("coordinate is not local", "expected local coordinates");
  }
}

void MjcfSettings::read_class(const XmlElement& element, const Class& parent,
                              const std::string& otherwise) {
  const std::string name = element.find("class").value_or(otherwise);
  if (name.empty()) element.fail("no class", "expected class=\"…\"");
  Class own = parent;
  for (const auto& [key, value] : element.tree()) {
    if (key == "<xmlattr>" || key == "default") continue;
    Attributes& attributes = own[is_actuator(key) ? "general" : key];
    if (const auto list = value.get_child_optional("<xmlattr>")) {
      const bool is_turned =
          std::any_of(list->begin(), list->end(), [](const auto& one) { return turns(one.first); });
      if (is_turned) {
        std::erase_if(attributes, [](const auto& one) { return turns(one.first); });
      }
      for (const auto& [attribute, text] : *list) attributes[attribute] = text.data();
    }
  }
  classes_[name] = own;
  for (const Element& one : element.children("default")) read_class(one, own, "");
}

XmlElement MjcfSettings::fill(const XmlElement& element, const std::string& kind,
                              const std::string& childclass) {
  const std::string name = element.find("class").value_or(childclass.empty() ? "main" : childclass);
  const auto found = classes_.find(name);
  if (found == classes_.end()) {
    std::vector<std::string> names;
    for (const auto& one : classes_) names.push_back(one.first);
    element.fail("no class '" + name + "'", suggest_name(name, names));
  }
  Tree& tree = filled_.emplace_back(element.tree());
  const auto attributes = found->second.find(kind);
  if (attributes != found->second.end()) {
    Tree& own = tree.count("<xmlattr>") != 0 ? tree.get_child("<xmlattr>")
                                             : tree.add_child("<xmlattr>", Tree());
    const bool is_turned =
        std::any_of(own.begin(), own.end(), [](const auto& one) { return turns(one.first); });
    for (const auto& [attribute, text] : attributes->second) {
      if (own.count(attribute) != 0 || (is_turned && turns(attribute))) continue;
      own.push_back({attribute, Tree(text)});
    }
  }
  return {tree, element.name(), element.file()};
}

Matrix3d MjcfSettings::read_axes(const XmlElement& element) const {
  if (element.find("quat")) {
    const std::vector<double> q = element.read_numbers("quat", 4, {});
    const Eigen::Quaterniond quaternion(q[0], q[1], q[2], q[3]);
    if (!(quaternion.norm() > 0.0)) element.fail("a quaternion of length 0", "expected 1");
    return quaternion.normalized().toRotationMatrix();
  }
  if (element.find("axisangle")) {
    const std::vector<double> a = element.read_numbers("axisangle", 4, {});
    const Vector3d axis(a[0], a[1], a[2]);
    if (!(axis.norm() > 0.0)) element.fail("an axis of length 0", "expected a direction");
    return Eigen::AngleAxisd(angle_unit_ * a[3], axis.normalized()).toRotationMatrix();
  }
  if (element.find("euler")) {
    const Vector3d angles = angle_unit_ * element.read_vector("euler", Vector3d::Zero());
    Matrix3d axes = Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) {
      const char c = euler_[static_cast<std::size_t>(i)];
      const bool is_fixed = c < 'a';
      const Vector3d about = Vector3d::Unit((is_fixed ? c - 'X' : c - 'x'));
      const Matrix3d turn = Eigen::AngleAxisd(angles[i], about).toRotationMatrix();
      axes = is_fixed ? Matrix3d(turn * axes) : Matrix3d(axes * turn);
    }
    return axes;
  }
  if (element.find("xyaxes")) {
    const std::vector<double> a = element.read_numbers("xyaxes", 6, {});
    const Vector3d x = Vector3d(a[0], a[1], a[2]).normalized();
    Vector3d y(a[3], a[4], a[5]);
    y = (y - y.dot(x) * x).normalized();
    Matrix3d axes;
    axes << x, y, x.cross(y);
    if (!axes.allFinite()) element.fail("xyaxes along each other", "expected two directions");
    return axes;
  }
  if (element.find("zaxis")) {
    const Vector3d z = element.read_vector("zaxis", Vector3d::UnitZ());
    if (!(z.norm() > 0.0)) element.fail("an axis of length 0", "expected a direction");
    return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), z).toRotationMatrix();
  }
  return Matrix3d::Identity();
}

Placement MjcfSettings::read_placement(const XmlElement& element) const {
  return {element.read_vector("pos", Vector3d::Zero()), read_axes(element)};
}

bool MjcfSettings::is_limited(const XmlElement& element, const std::string& limited,
                              const std::string& range) const {
  const std::string told = element.find(limited).value_or("auto");
  if (told == "false") return false;
  const bool has_range = element.find(range).has_value();
  if (told == "true") {
    if (!has_range) element.fail("no " + range, "expected one, of what is limited");
    return true;
  }
  if (!auto_limits_ || !has_range) return false;
  const std::vector<double> ends = element.read_numbers(range, 2, {}, true);
  return ends[0] < ends[1];
}

}  // namespace exchange
}  // namespace globaldyn::inside
