#include "globaldyn/maps/write_map.h"

#include <fmt/format.h>

#include <cmath>

#include "globaldyn/storage/json.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

const char* to_text(Better better) {
  return better == Better::larger ? "larger" : "smaller";
}

Json to_json_axes(const MapDescription& map) {
  Json axes = Json::array();
  for (const MapAxis& axis : map.axes) {
    Json values = Json::array();
    for (int i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
    axes.push_back(
        {{"name", axis.name}, {"unit", axis.rotational ? "rad" : "m"}, {"values", values}});
  }
  return axes;
}

Json to_json_column(const MapColumn& column) {
  Json values = Json::array();
  for (const double value : column.values) values.push_back(to_number(value));
  const Criterion& criterion = *column.plan.criterion;
  return {{"name", column.plan.name},
          {"criterion", criterion.name},
          {"unit", criterion.unit},
          {"better", to_text(criterion.better)},
          {"when_unreachable", to_number(criterion.when_unreachable)},
          {"values", std::move(values)}};
}

// The reasons of poses that are neither ok nor simply out of reach.
Json to_json_reasons(const WorkspaceMap& map) {
  Json reasons = Json::array();
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    if (map.status[i] == SampleStatus::ok || map.status[i] == SampleStatus::unreachable) continue;
    reasons.push_back({{"pose", i}, {"reason", map.reason[i]}});
  }
  return reasons;
}

std::string quote_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string to_json(const WorkspaceMap& map, const Origin& origin) {
  Json json;
  json["schema"] = "globaldyn/map/1";
  add_origin(origin, json);
  json["machine"] = map.machine;
  json["name"] = map.description.name;
  json["axes"] = to_json_axes(map.description);
  json["orientations"] = Json::array();
  for (const MapOrientation& orientation : map.description.orientations) {
    json["orientations"].push_back(orientation.name);
  }
  json["shape"] = map.shape;
  json["reductions"] = Json::array();
  for (const Reduction& reduction : map.reductions) {
    json["reductions"].push_back({{"name", reduction.name},
                                  {"of", reduction.column},
                                  {"take", to_string(reduction.kind)},
                                  {"value", to_number(reduction.value)},
                                  {"unit", reduction.unit}});
  }
  json["status"] = Json::array();
  for (const SampleStatus status : map.status) json["status"].push_back(to_string(status));
  json["reasons"] = to_json_reasons(map);
  json["signed_drive_margin"] = map.signed_margin;
  json["patterns"] = Json::array();
  for (std::size_t i = 0; i < map.pattern_fits.size(); ++i) {
    json["patterns"].push_back(
        {{"name", map.description.patterns[i].name}, {"fits", map.pattern_fits[i]}});
  }
  json["criteria"] = Json::array();
  for (const MapColumn& column : map.columns) json["criteria"].push_back(to_json_column(column));
  return to_file_text(json, -1);
}

std::string to_csv(const WorkspaceMap& map) {
  const MapDescription& description = map.description;
  const bool several = description.orientations.size() > 1;
  std::string csv = several ? "orientation," : "";
  for (const MapAxis& axis : description.axes) csv += quote_csv(axis.name) + ",";
  csv += "status";
  for (const MapColumn& column : map.columns) csv += "," + quote_csv(column.plan.name);
  csv += "\n";
  const MapGrid grid(description);
  for (std::size_t cell = 0; cell < map.status.size(); ++cell) {
    const auto indices = grid.find_indices(cell);
    if (several) csv += quote_csv(description.orientations[indices[0]].name) + ",";
    for (std::size_t k = 0; k < description.axes.size(); ++k) {
      csv += fmt::format("{},", description.axes[k].value(static_cast<int>(indices[k + 1])));
    }
    csv += to_string(map.status[cell]);
    for (const MapColumn& column : map.columns) csv += fmt::format(",{}", column.values[cell]);
    csv += "\n";
  }
  return csv;
}

}  // namespace maps
}  // namespace globaldyn::inside
