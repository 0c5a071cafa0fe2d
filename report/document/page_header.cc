#include "report/document/page_header.h"

#include "report/document/path_section.h"

namespace globaldyn::inside::report {

Json make_page_header(const PageOptions& options, const std::string& title) {
  Json header = {{"schema", "globaldyn/page/1"},
                 {"program", options.program},
                 {"title", title},
                 {"units", Json::object()},
                 {"statuses", list_statuses()},
                 {"machine", nullptr},
                 {"study", nullptr},
                 {"simulation", nullptr}};
  for (const char* list : {"notes", "paths", "plans", "maps"}) header[list] = Json::array();
  return header;
}

void add_units(const ShownUnits& units, std::set<QuantityUnit> names, Json& header) {
  names.insert(
      {"1", "1/s", "1/s^2", "J", "N", "N m", "W", "m", "m/s", "m/s^2", "rad", "rad/s", "s"});
  for (const QuantityUnit& name : names) {
    const ShownUnit unit = units.unit_for(name);
    header["units"][name.key()] = {{"name", unit.name}, {"size", unit.size}};
  }
}

const Pose* find_pose(const PathEvaluation& path) {
  for (const Sample& sample : path.samples) {
    if (sample.status == SampleStatus::ok) return &sample.motion.pose;
  }
  return nullptr;
}

PathEvaluation look_along(const Machine& machine, const Path& path, int count,
                          const std::vector<double>& further, const SweepOptions& sweep) {
  const std::vector<double> even = path.make_samples(count);
  std::set<double> p(even.begin(), even.end());
  p.insert(further.begin(), further.end());
  EvaluationOptions options;
  options.paths = {path.name};
  options.at.assign(p.begin(), p.end());
  options.sweep = sweep;
  return evaluate(machine, options).paths.front();
}

}  // namespace globaldyn::inside::report
