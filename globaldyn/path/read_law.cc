#include "globaldyn/path/read_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/base/round_off.h"
#include "core/description/names.h"
#include "core/kinematics/task.h"
#include "globaldyn/path/csv.h"
#include "globaldyn/path/find_mover.h"
#include "globaldyn/path/time_table.h"

namespace globaldyn::inside {
inline namespace path {

MotionLaw read_motion_law(const Node& node, const Parameters& parameters) {
  node.allow_only({"time", "shape", "ramp"});
  MotionLaw law;
  law.time = read_positive(node.require("time"), dimension::time, parameters, "time");
  const std::vector<std::string>& shapes = list_law_shapes();
  law.shape = static_cast<MotionLaw::Shape>(node.require("shape").read_choice(shapes));
  const auto ramp = node.find("ramp");
  if (law.shape != MotionLaw::Shape::trapezoid) {
    if (ramp) ramp->fail("a ramp of a law without one", "expected 'shape: trapezoid'");
    return law;
  }
  constexpr double kUsual = 1.0 / 3.0;
  law.ramp = kUsual;
  if (!ramp) return law;
  law.ramp = read_positive(*ramp, dimension::time, parameters, "ramp") / law.time;
  constexpr double kMost = 0.5;
  if (law.ramp > kMost * (1.0 + round_off::kSame)) {
    ramp->fail(fmt::format("a ramp of {:.6g} s, twice in {:.6g} s", law.ramp * law.time, law.time),
               "expected at most half of the time");
  }
  law.ramp = std::min(law.ramp, kMost);
  return law;
}

namespace {

Path follow_speed(const Node& node, const Parameters& parameters, const Mechanism& mechanism,
                  const Path& path) {
  node.allow_only({"speed", "of"});
  const Mover mover = find_mover(node, path, mechanism);
  const Node speed = node.require("speed");
  const double value = read_positive(
      speed, mover.is_rotary ? dimension::rotary_speed : dimension::speed, parameters, "speed");
  const auto pick = [task = path.task, rows = mover.rows](VectorXd TaskTarget::*which) {
    return [=](double p) {
      const Task here = task(p);
      VectorXd picked(static_cast<Eigen::Index>(rows.size()));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        picked(static_cast<Eigen::Index>(i)) = (here.target.*which)(rows[i]);
      }
      return picked;
    };
  };
  return make_timed_path(path,
                         make_speed_course(pick(&TaskTarget::first), pick(&TaskTarget::second),
                                           path.steps.breaks, path.p_max, value, speed.place()),
                         "speed");
}

// Up to the digits of a file.
bool ends_there(double p, double p_max) {
  return is_zero(p - p_max, p_max, round_off::kSame);
}

Path follow_table(const Node& law, const std::string& folder, const Path& path) {
  law.allow_only({"csv"});
  const Node csv = law.require("csv");
  csv.allow_only({"file", "ends"});
  const Node file = csv.require("file");
  const CsvColumns columns = read_csv((std::filesystem::path(folder) / file.text()).string(),
                                      {{"t", dimension::time}, {"p", dimension::number}}, file);
  for (const char* name : {"t", "p"}) {
    if (columns.values.count(name) == 0) {
      file.fail(fmt::format("a table without a column '{}'", name), "expected t and p");
    }
  }
  const std::vector<double>& t = columns.values.at("t");
  std::vector<double> p = columns.values.at("p");
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (i == 0 ? t[i] == 0.0 : t[i] > t[i - 1]) continue;
    throw InputError(columns.rows[i], fmt::format("t = {}", t[i]), "expected t to increase from 0");
  }
  if (!ends_there(p.back(), path.p_max)) {
    throw InputError(columns.rows.back(), fmt::format("p = {} at the end", p.back()),
                     fmt::format("expected the path's end, {}", path.p_max));
  }
  p.back() = path.p_max;
  const auto ends = csv.find("ends");
  const bool is_free = ends && ends->read_choice({"rest", "free"}) == 1;
  return make_timed_path(path, make_table_course(t, p, is_free, columns.rows), "csv");
}

void refuse_rests(const SourcePlace& place, const Path& path) {
  const auto refuse = [&](double p, const std::string& what) {
    throw InputError(place, fmt::format("a law of motion over {} at p = {:.6g}", what, p),
                     "expected a path without corners and stops inside: corners can be blended, "
                     "and cycles have several steps");
  };
  if (!path.steps.corners.empty()) refuse(path.steps.corners.front(), "a corner");
  for (const PathStop& stop : path.stops) {
    if (stop.p > 0.0 && stop.p < path.p_max) refuse(stop.p, "a stop");
  }
}

}  // namespace

Path follow_law(const MotionLaw& law, const SourcePlace& place, const Path& path) {
  refuse_rests(place, path);
  return make_timed_path(path, make_law_course(law, path.p_max), to_string(law.shape));
}

Path follow_law(const Node& law, const Parameters& parameters, const Mechanism& mechanism,
                const std::string& folder, const Path& path) {
  law.allow_one_of({"time", "speed", "csv", "motors"});
  if (law.find("motors")) {
    refuse_rests(law.place(), path);
    Path running = path;
    running.run = read_free_run(law, parameters, mechanism, path);
    return running;
  }
  if (law.find("csv")) {
    refuse_rests(law.place(), path);
    return follow_table(law, folder, path);
  }
  if (!law.find("speed")) return follow_law(read_motion_law(law, parameters), law.place(), path);
  refuse_rests(law.place(), path);
  return follow_speed(law, parameters, mechanism, path);
}

}  // namespace path
}  // namespace globaldyn::inside
