#include "report/document/path_section.h"

#include <cmath>
#include <limits>
#include <map>

#include "core/base/constants.h"
#include "core/bodies/pose.h"
#include "globaldyn/evaluation/path_summary.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/region/limit_names.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// NaN where the machine cannot be.
void append_pose(const Machine& machine, const Sample& sample, std::vector<float>& poses) {
  const Bodies& bodies = machine.mechanism.bodies;
  if (sample.status != SampleStatus::ok) {
    poses.insert(poses.end(), 7 * bodies.size(), std::numeric_limits<float>::quiet_NaN());
    return;
  }
  const std::vector<float> places = list_body_frames(bodies, sample.motion.pose);
  poses.insert(poses.end(), places.begin(), places.end());
}

// Regions as strips; the limits that hold along curves are listed once for all.
class RegionList {
 public:
  void add(const Region& region) {
    for (const Strip& strip : region.strips()) add(region, strip);
    first_.push_back(static_cast<std::uint32_t>(strips_.size() / 8));
  }

  [[nodiscard]] Json write(const std::vector<double>& p, PageArrays& arrays) const {
    return {{"p", arrays.add(std::span<const double>(p))},
            {"first", arrays.add(std::span<const std::uint32_t>(first_))},
            {"strips", arrays.add(std::span<const double>(strips_))},
            {"labels", arrays.add(std::span<const std::int16_t>(labels_))},
            {"held", held_}};
  }

 private:
  void add(const Region& region, const Strip& strip) {
    strips_.insert(strips_.end(), {strip.begin, strip.end});
    add_curve(region, strip.lower, -kInfinity);
    add_curve(region, strip.upper, kInfinity);
    for (const CurveNumber wall : {strip.begin_by, strip.end_by}) {
      labels_.push_back(wall ? number_of(region, region.curves().held_at_wall(wall)) : kNone);
    }
  }
  void add_curve(const Region& region, CurveNumber curve, double beyond) {
    const Parabola parabola = curve ? region.curves().parabola(curve) : Parabola{beyond, 0.0, 0.0};
    strips_.insert(strips_.end(), {parabola.c0, parabola.c1, parabola.c2});
    labels_.push_back(curve ? number_of(region, region.curves().held_along(curve)) : kNone);
  }
  std::int16_t number_of(const Region& region, std::span<const HeldLimit> held) {
    std::vector<ActiveLimit> names;
    for (const HeldLimit& one : held) names.push_back(name_limit(one, region.labels()));
    const auto [found, is_new] =
        numbers_.try_emplace(list_names(names), static_cast<std::int16_t>(held_.size()));
    if (is_new) {
      Json list = Json::array();
      for (const ActiveLimit& one : names) {
        list.push_back({{"name", one.name}, {"limit", one.limit}});
      }
      held_.push_back(std::move(list));
    }
    return found->second;
  }

  static constexpr std::int16_t kNone = -1;
  std::vector<std::uint32_t> first_{0};
  std::vector<double> strips_;
  std::vector<std::int16_t> labels_;
  Json held_ = Json::array();
  std::map<std::string, std::int16_t> numbers_;
};

Json describe_regions(const PathEvaluation& path, PageArrays& arrays) {
  RegionList list;
  std::vector<double> p;
  for (const Sample& sample : path.samples) {
    p.push_back(sample.p);
    list.add(sample.status == SampleStatus::ok ? sample.region : Region());
  }
  return list.write(p, arrays);
}

std::vector<double> list_largest_speeds(const PathEvaluation& path) {
  std::vector<double> speeds;
  for (const Sample& sample : path.samples) {
    const bool is_ok = sample.status == SampleStatus::ok;
    speeds.push_back(is_ok ? find_d1_max(sample.region).value_or(kNan) : kNan);
  }
  return speeds;
}

}  // namespace

Json list_statuses() {
  Json names = Json::array();
  for (int i = 0; i <= static_cast<int>(SampleStatus::colliding); ++i) {
    names.push_back(to_string(static_cast<SampleStatus>(i)));
  }
  return names;
}

Json describe_path(const Machine& machine, const PathEvaluation& path, PageArrays& arrays) {
  std::vector<double> p, tool, tool_step;
  std::vector<std::uint8_t> status;
  std::vector<float> places;
  Json reasons = Json::object();
  for (const Sample& sample : path.samples) {
    const bool is_ok = sample.status == SampleStatus::ok;
    if (!is_ok) reasons[std::to_string(p.size())] = sample.reason.text();
    p.push_back(sample.p);
    status.push_back(static_cast<std::uint8_t>(sample.status));
    append_pose(machine, sample, places);
    if (!machine.mechanism.tool) continue;
    for (const double value : sample.tool.origin) tool.push_back(is_ok ? value : kNan);
    tool_step.push_back(is_ok ? calc_tool_step(machine.mechanism, sample.motion) : kNan);
  }
  const std::vector<double> d1_max = list_largest_speeds(path);
  return {{"name", path.name},
          {"p_max", path.p_max},
          {"p", arrays.add(std::span<const double>(p))},
          {"status", arrays.add(std::span<const std::uint8_t>(status))},
          {"reasons", std::move(reasons)},
          {"poses", arrays.add(std::span<const float>(places))},
          {"tool", arrays.add(std::span<const double>(tool))},
          {"tool_step", arrays.add(std::span<const double>(tool_step))},
          {"d1_max", arrays.add(std::span<const double>(d1_max))},
          {"regions", describe_regions(path, arrays)}};
}

}  // namespace globaldyn::inside::report
