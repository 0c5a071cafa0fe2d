#include "globaldyn/evaluation/write_evaluation.h"

#include <fmt/format.h>

#include <cmath>

#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

Json to_integer(const std::optional<int>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_pairs(const std::vector<RegionVertex>& vertices) {
  Json array = Json::array();
  for (const RegionVertex& vertex : vertices) {
    array.push_back(Json::array({to_number(vertex.d1_square), to_number(vertex.d2)}));
  }
  return array;
}

Json to_json_edges(const std::vector<RegionEdge>& edges) {
  Json array = Json::array();
  for (const RegionEdge& edge : edges) {
    Json active = Json::array();
    for (const ActiveLimit& limit : edge.active) {
      Json entry;
      if (!limit.name.empty()) entry["name"] = limit.name;
      entry["limit"] = limit.limit;
      active.push_back(entry);
    }
    array.push_back({{"kind", edge.is_arc ? "arc" : "line"}, {"active", active}});
  }
  return array;
}

void add_boundary(const RegionComponent& component, Json& json) {
  json["vertices"] = to_pairs(component.vertices);
  json["edges"] = to_json_edges(component.edges);
  if (!component.rays.empty()) json["rays"] = to_pairs(component.rays);
}

Json to_json_range(const std::optional<Interval>& range) {
  return range ? to_pair(*range) : Json(nullptr);
}

Json to_json_region(const Sample& sample) {
  const Region& region = sample.region;
  Json json;
  json["status"] = to_string(region.status());
  json["d1_intervals"] = Json::array();
  for (const Interval& interval : region.d1_intervals()) {
    json["d1_intervals"].push_back(to_pair(interval));
  }
  json["d2_at_rest"] = to_json_range(region.d2_range(0.0));
  json["area_d1_d2"] = to_number(region.area_d1_d2());
  json["area_d1sq_d2"] = to_number(region.area_d1sq_d2());
  const std::vector<RegionComponent> components = region.components();
  if (components.size() == 1) {
    add_boundary(components[0], json);
  } else if (region.is_empty()) {
    json["vertices"] = Json::array();
    json["edges"] = Json::array();
  }
  json["components"] = Json::array();
  for (const RegionComponent& component : components) {
    Json part;
    part["d1_interval"] = to_pair(component.d1);
    add_boundary(component, part);
    json["components"].push_back(part);
  }
  if (!sample.d2_at.empty()) {
    json["d2_at"] = Json::array();
    for (const auto& [d1, range] : sample.d2_at) {
      json["d2_at"].push_back({{"d1", d1}, {"d2", to_json_range(range)}});
    }
  }
  return json;
}

Json to_json_frame(const Frame& frame) {
  return {{"position", to_array(frame.origin)}, {"rotation", to_rows(frame.axes)}};
}

Json to_json_bodies(const Bodies& bodies, const Pose& pose) {
  Json json;
  for (const BodyId i : moving_bodies(bodies)) {
    json[bodies[i].name] = to_json_frame(find_body_frame(bodies[i], pose[i]));
  }
  return json;
}

void add_matrices(const PoseMatrices& matrices, Json& json) {
  const auto write = [](const std::optional<MatrixXd>& matrix) {
    return matrix ? to_rows(*matrix) : Json(nullptr);
  };
  json["M"] = to_rows(matrices.M);
  json["W"] = to_rows(matrices.W);
  json["jacobian"] = write(matrices.jacobian);
  json["K"] = write(matrices.K);
  if (matrices.joint_inertia) json["joint_inertia"] = to_rows(*matrices.joint_inertia);
}

Json to_json_sample(const Sample& sample, const Bodies& bodies) {
  Json json;
  json["p"] = sample.p;
  json["status"] = to_string(sample.status);
  if (!sample.reason.what.empty()) json["reason"] = sample.reason.text();
  if (sample.status != SampleStatus::ok) return json;
  json["tool"] = to_json_frame(sample.tool);
  if (!bodies.empty()) json["bodies"] = to_json_bodies(bodies, sample.motion.pose);
  json["A"] = to_array(sample.map.A());
  json["B"] = to_array(sample.map.B());
  json["C"] = to_array(sample.map.C());
  json["D"] = to_array(sample.map.D());
  json["V"] = to_rows(sample.map.V);
  json["unbalanced"] = sample.map.unbalanced();
  json["equalities"] = to_rows(sample.map.equalities);
  json["smallest_singular_value"] = to_number(sample.map.smallest_singular_value);
  if (sample.matrices) add_matrices(*sample.matrices, json);
  json["region"] = to_json_region(sample);
  return json;
}

std::string name_limits(const std::vector<ActiveLimit>& active) {
  std::string text;
  for (const ActiveLimit& limit : active) {
    text += text.empty() ? "" : " ";
    text += limit.name.empty() ? limit.limit : limit.name + ":" + limit.limit;
  }
  return text;
}

void append_csv(const std::string& path, const Sample& sample, std::string& csv) {
  const std::vector<RegionComponent> components = sample.region.components();
  if (sample.status != SampleStatus::ok || components.empty()) {
    const char* status = sample.status == SampleStatus::ok ? "empty" : to_string(sample.status);
    csv += fmt::format("{},{},{},,,,,,,\n", path, sample.p, status);
    return;
  }
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (std::size_t i = 0; i < components[c].vertices.size(); ++i) {
      const RegionVertex& vertex = components[c].vertices[i];
      const bool has_edge = i < components[c].edges.size();
      const RegionEdge edge = has_edge ? components[c].edges[i] : RegionEdge{};
      csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", path, sample.p,
                         to_string(sample.region.status()), c, i, std::sqrt(vertex.d1_square),
                         vertex.d1_square, vertex.d2,
                         !has_edge     ? ""
                         : edge.is_arc ? "arc"
                                       : "line",
                         name_limits(edge.active));
    }
  }
}

}  // namespace

std::string to_json(const Evaluation& evaluation, const Origin& origin, const Bodies& bodies) {
  Json json;
  json["schema"] = "globaldyn/evaluation/1";
  add_origin(origin, json);
  json["machine"] = {{"name", evaluation.machine},
                     {"n_bodies", evaluation.n_bodies},
                     {"n_dof", to_integer(evaluation.n_dof)},
                     {"n_drives", evaluation.drives.size()},
                     {"redundancy", to_integer(evaluation.redundancy)},
                     {"drives", evaluation.drives}};
  if (!evaluation.links.empty()) json["machine"]["links"] = evaluation.links;
  json["paths"] = Json::array();
  for (const PathEvaluation& path : evaluation.paths) {
    Json samples = Json::array();
    for (const Sample& sample : path.samples) samples.push_back(to_json_sample(sample, bodies));
    json["paths"].push_back({{"name", path.name},
                             {"p_max", path.p_max},
                             {"coordinates", path.coordinates},
                             {"samples", std::move(samples)}});
  }
  if (!evaluation.criteria.empty()) json["criteria"] = Json::array();
  for (const CriterionValue& value : evaluation.criteria) {
    json["criteria"].push_back(
        {{"path", value.path},
         {"name", value.criterion.name},
         {"value", to_number(value.value)},
         {"unit", value.criterion.unit.si},
         {"better", value.criterion.better == Better::larger ? "larger" : "smaller"}});
    if (!value.status.empty()) json["criteria"].back()["status"] = value.status;
    if (!value.reason.empty()) json["criteria"].back()["reason"] = value.reason;
  }
  return to_file_text(json);
}

std::string to_csv(const Evaluation& evaluation) {
  std::string csv = "path,p,status,component,vertex,d1,d1_square,d2,edge,active\n";
  for (const PathEvaluation& path : evaluation.paths) {
    for (const Sample& sample : path.samples) append_csv(path.name, sample, csv);
  }
  return csv;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
