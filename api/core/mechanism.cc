#include <globaldyn/mechanism.h>

#include <filesystem>

#include "api/core/make_mechanism.h"
#include "core/description/document.h"
#include "core/description/patterns.h"
#include "core/description/read_mechanism.h"
#include "core/joints/joint_type.h"

namespace globaldyn {
namespace {

Parameter make_parameter(const inside::Parameter& parameter) {
  return {.name = parameter.name,
          .quantity = {parameter.value, parameter.unit.si},
          .min = parameter.min,
          .max = parameter.max,
          .description = parameter.description};
}

Joint make_joint(const inside::Mechanism& mechanism, const inside::Joint& joint) {
  const inside::JointType& type = inside::type_of(joint.kind);
  Joint result{.name = joint.name,
               .type = type.key,
               .body_a = mechanism.bodies[joint.body_a].name,
               .body_b = mechanism.bodies[joint.body_b].name,
               .coordinates = {}};
  for (std::size_t c = 0; c < type.coordinates.size(); ++c) {
    const inside::JointCoordinate& one = type.coordinates[c];
    result.coordinates.push_back({one.name, one.rotational, to_public(joint.travel[c])});
  }
  return result;
}

Drive::Kind make_kind(inside::Drive::Kind kind) {
  switch (kind) {
    case inside::Drive::Kind::joint:
      return Drive::Kind::joint;
    case inside::Drive::Kind::linear_motor:
      return Drive::Kind::linear_motor;
    case inside::Drive::Kind::cable:
      return Drive::Kind::cable;
  }
  return Drive::Kind::joint;
}

Drive make_drive(const inside::Drive& drive) {
  return {.name = drive.name,
          .kind = make_kind(drive.kind),
          .rotational = drive.rotational,
          .ratio = drive.ratio,
          .efficiency = drive.efficiency,
          .efficiency_back = drive.efficiency_back,
          .reflected_inertia = drive.reflected_inertia,
          .viscous = drive.viscous,
          .coulomb = drive.coulomb};
}

// What stands in drives and is not known here is somebody else's.
std::vector<std::string> list_drive_keys(const inside::Node& root,
                                         const inside::Parameters& parameters) {
  std::vector<std::string> keys;
  const auto drives = root.find("drives");
  if (!drives) return keys;
  const inside::Patterns patterns(root, parameters);
  for (const auto& [name, drive] : patterns.entries(*drives)) {
    for (const auto& [key, value] : drive.entries()) keys.push_back(key.text());
  }
  return keys;
}

}  // namespace

const char* to_string(Drive::Kind kind) {
  switch (kind) {
    case Drive::Kind::joint:
      return "joint";
    case Drive::Kind::linear_motor:
      return "linear_motor";
    case Drive::Kind::cable:
      return "cable";
  }
  return "";
}

std::vector<inside::ParameterOverride> to_overrides(const std::vector<Setting>& settings) {
  std::vector<inside::ParameterOverride> overrides;
  for (const Setting& one : settings) overrides.push_back({one.name, one.text});
  return overrides;
}

Mechanism make_mechanism(const inside::Mechanism& mechanism, const inside::Parameters& parameters) {
  Mechanism result;
  result.name = mechanism.name;
  for (const inside::Parameter& one : parameters.all()) {
    result.parameters.push_back(make_parameter(one));
  }
  for (const inside::Body& one : mechanism.bodies) {
    result.bodies.push_back({one.name, one.mass_properties.mass});
  }
  for (const inside::Joint& one : mechanism.joints) {
    result.joints.push_back(make_joint(mechanism, one));
  }
  for (const inside::Drive& one : mechanism.drives) result.drives.push_back(make_drive(one));
  result.gravity = mechanism.gravity;
  result.payload_mass = mechanism.payload_mass;
  result.has_tool = mechanism.tool.has_value();
  result.remarks = mechanism.remarks;
  return result;
}

Mechanism parse_mechanism(const std::string& text, const std::string& file,
                          const std::string& folder, const std::vector<Setting>& settings,
                          const std::string& load_case) {
  const inside::Node root = inside::parse_document(text, file);
  const inside::Parameters parameters =
      inside::Parameters::read(root.find("parameters"), to_overrides(settings));
  return make_mechanism(inside::read_mechanism(root, parameters, list_drive_keys(root, parameters),
                                               folder, load_case),
                        parameters);
}

Mechanism load_mechanism(const std::string& file, const std::vector<Setting>& settings,
                         const std::string& load_case) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return parse_mechanism(inside::load_text(file), file, folder, settings, load_case);
}

}  // namespace globaldyn
