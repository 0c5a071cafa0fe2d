#include "report/document/machine_section.h"

#include <cmath>
#include <variant>

#include "core/joints/joint_type.h"
#include "globaldyn/record/motor_use.h"
#include "report/machine/body_points.h"
#include "report/machine/machine_drawing.h"
#include "report/machine/projection.h"

namespace globaldyn::inside::report {
namespace {

const char* to_text(Solid::Shape shape) {
  switch (shape) {
    case Solid::Shape::cylinder:
      return "cylinder";
    case Solid::Shape::tube:
      return "tube";
    case Solid::Shape::box:
      return "box";
    case Solid::Shape::sphere:
      return "sphere";
  }
  return "";
}

const char* to_text(Drive::Kind kind) {
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

// Axes as columns, one after the other.
Json to_json(const Frame& frame) {
  return {{"origin", to_array(frame.origin)},
          {"axes", to_array(Eigen::Map<const VectorXd>(frame.axes.data(), 9))}};
}

// Frames of joints are relative to the centre of mass.
Frame in_own_frame(const Mechanism& mechanism, BodyId body, Frame frame) {
  frame.origin += mechanism.bodies[body].mass_properties.com;
  return frame;
}

Json describe_point(const Mechanism& mechanism, const BodyPoint& point) {
  const Frame frame = in_own_frame(mechanism, point.body, {point.point, Matrix3d::Identity()});
  return {{"body", point.body.number()}, {"at", to_array(frame.origin)}};
}

Json describe_body(const Machine& machine, BodyId id, const Pose& pose) {
  const Body& body = machine.mechanism.bodies[id];
  Json json = {{"name", body.name}, {"solids", Json::array()}, {"points", Json::array()}};
  for (const Solid& solid : body.solids) {
    json["solids"].push_back({{"shape", to_text(solid.shape)},
                              {"size", to_array(solid.size)},
                              {"frame", to_json(solid.frame)}});
  }
  const Frame here = find_body_frame(body, pose[id]).inverse();
  for (const Vector3d& point : list_body_points(machine.mechanism, id, pose)) {
    json["points"].push_back(to_array(here.origin + here.axes * point));
  }
  return json;
}

Json describe_joint(const Mechanism& mechanism, const Joint& joint) {
  Json json = {{"name", joint.name},
               {"kind", type_of(joint).key},
               {"a", joint.body_a.number()},
               {"b", joint.body_b.number()},
               {"frame_a", to_json(in_own_frame(mechanism, joint.body_a, joint.frame_a))},
               {"frame_b", to_json(in_own_frame(mechanism, joint.body_b, joint.frame_b))},
               {"coordinates", Json::array()}};
  for (const JointCoordinate& one : type_of(joint).coordinates) {
    json["coordinates"].push_back(
        {{"rotational", one.rotational}, {"axis", one.axis}, {"of_b", one.of_b}});
  }
  return json;
}

Json describe_acting(const Mechanism& mechanism, const ActingCoordinate& acting) {
  Json terms = Json::array();
  const auto add = [&](const CoordinateIndex& of, double factor) {
    terms.push_back(
        {{"joint", of.joint.number()}, {"coordinate", of.coordinate}, {"factor", factor}});
  };
  Json pair = nullptr;
  if (const auto* one = std::get_if<CoordinateIndex>(&acting)) add(*one, 1.0);
  if (const auto* sum = std::get_if<CoordinateSum>(&acting)) {
    for (const CoordinateTerm& term : sum->terms) add(term.of, term.factor);
  }
  if (const auto* points = std::get_if<PointPair>(&acting)) {
    pair = {describe_point(mechanism, points->from), describe_point(mechanism, points->to)};
  }
  return {{"terms", std::move(terms)}, {"pair", std::move(pair)}};
}

Json describe_lines(const std::vector<SpeedLine>& lines) {
  Json list = Json::array();
  for (const SpeedLine& one : lines) list.push_back({{"stall", one.stall}, {"slope", one.slope}});
  return list;
}

Json describe_curve(const std::vector<CurvePoint>& curve) {
  Json list = Json::array();
  for (const CurvePoint& one : curve) list.push_back({one.speed, one.force});
  return list;
}

Json describe_drive(const Mechanism& mechanism, const Drive& drive) {
  const DriveLimit& limit = drive.limit;
  const MotorSide side = find_motor_side(drive);
  return {{"name", drive.name},
          {"kind", to_text(drive.kind)},
          {"rotational", drive.rotational},
          {"rotary_motor", drive.rotary_motor},
          {"motor_side", {{"force", side.force}, {"speed", side.speed}}},
          {"acting", describe_acting(mechanism, drive.coordinate)},
          {"limits",
           {{"force", to_pair(limit.force)},
            {"lines", describe_lines(limit.lines)},
            {"speed", to_number(limit.speed)},
            {"rated", to_number(limit.rated)},
            {"rated_over_speed", describe_curve(limit.rated_over_speed)}}}};
}

// Across the plane of motion, or null.
Json find_normal(const Projection& projection) {
  if (!projection.is_planar()) return nullptr;
  return 3 - projection.right_axis() - projection.up_axis();
}

}  // namespace

Json describe_machine(const Machine& machine, const Pose& pose) {
  const Mechanism& mechanism = machine.mechanism;
  const Projection projection = choose_projection(mechanism, {&pose});
  constexpr double kUnits = 40.0;  // of a drawing's, for a machine a hundred of them in size
  Json json = {{"name", mechanism.name},
               {"description", machine.description},
               {"normal", find_normal(projection)},
               {"length", kUnits * choose_unit(machine, pose, projection)},
               {"gravity", to_array(mechanism.gravity)},
               {"tool", nullptr}};
  for (const char* list : {"bodies", "joints", "drives", "springs"}) json[list] = Json::array();
  for (const BodyId body : mechanism.bodies.ids()) {
    json["bodies"].push_back(describe_body(machine, body, pose));
  }
  for (const Joint& joint : mechanism.joints) {
    json["joints"].push_back(describe_joint(mechanism, joint));
  }
  for (const Drive& drive : mechanism.drives) {
    json["drives"].push_back(describe_drive(mechanism, drive));
  }
  for (const Spring& spring : mechanism.springs) {
    json["springs"].push_back(
        {{"name", spring.name}, {"acting", describe_acting(mechanism, spring.coordinate)}});
  }
  if (mechanism.tool) {
    const auto& [body, frame] = *mechanism.tool;
    json["tool"] = {{"body", body.number()},
                    {"frame", to_json(in_own_frame(mechanism, body, frame))}};
  }
  return json;
}

}  // namespace globaldyn::inside::report
