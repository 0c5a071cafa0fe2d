#pragma once

#include <deque>
#include <map>
#include <string>

#include "globaldyn/exchange/robot.h"
#include "globaldyn/exchange/xml_element.h"

namespace globaldyn::inside {
inline namespace exchange {

/// What holds for a whole MJCF file: units, orders, and the attributes of classes.
class MjcfSettings {
 public:
  /// @param root <mujoco>, with what it includes @throws InputError
  explicit MjcfSettings(const XmlElement& root);

  /// An element with the attributes of its class, or else of `childclass`.
  /// @param kind what classes call it: actuators of all kinds share theirs, "general"
  [[nodiscard]] XmlElement fill(const XmlElement& element, const std::string& kind,
                                const std::string& childclass);

  /// Its pos with quat, euler, axisangle, xyaxes or zaxis.
  [[nodiscard]] Placement read_placement(const XmlElement& element) const;
  [[nodiscard]] Matrix3d read_axes(const XmlElement& element) const;

  /// Of rad, 1 or that of a degree.
  [[nodiscard]] double angle_unit() const { return angle_unit_; }

  /// Whether a range counts: attribute `limited` is true, or auto and there is a range.
  [[nodiscard]] bool is_limited(const XmlElement& element, const std::string& limited,
                                const std::string& range) const;

  enum class FromGeoms { never, where_not_told, always };
  FromGeoms from_geoms{FromGeoms::where_not_told};  ///< inertia
  std::pair<double, double> inertia_groups{0, 5};
  std::string mesh_folder;  ///< beside the file

 private:
  using Attributes = std::map<std::string, std::string>;
  using Class = std::map<std::string, Attributes>;  // by kind of element

  void read_compiler(const XmlElement& compiler);
  void read_class(const XmlElement& element, const Class& parent, const std::string& otherwise);

  double angle_unit_{0.0};
  std::string euler_{"xyz"};
  bool auto_limits_{true};
  std::map<std::string, Class> classes_;
  std::deque<XmlElement::Tree> filled_;  // what elements that were filled live in
};

/// Puts files in the place of <include>, as far as 20 deep. @throws InputError
void include_files(XmlElement::Tree& root, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
