#include "report/charts/region_remarks.h"

#include <fmt/format.h>

#include "globaldyn/evaluation/path_summary.h"
#include "report/canvas/panels.h"

namespace globaldyn::inside::report {

std::string describe_common(const Region& common, std::size_t count, std::size_t all,
                            const Bounds& window) {
  if (count == 0) return "no region to show";
  const std::string where = count == all ? "at every sampled p"
                                         : fmt::format("at all of the {} poses that are ok", count);
  if (common.is_empty()) return "no (d₁, d₂) is accessible " + where;
  const std::vector<Interval> parts = common.d1_intervals();
  const Interval d1{parts.front().low, parts.back().high};
  if (d1.high > window.x.high) return "bold: accessible " + where;
  const std::string begin = d1.low > 0.0 ? fmt::format("{:.4g} … ", d1.low) : "";
  return fmt::format("bold: accessible {}, {}d₁ = {}{:.4g}/s", where, begin.empty() ? "up to " : "",
                     begin, d1.high);
}

std::vector<std::string> list_remarks(const PathEvaluation& path,
                                      const std::vector<Outline>& outlines, const Bounds& window) {
  const PathSummary summary = summarize(path);
  const Bounds extent = find_bounds(outlines);
  const bool cut =
      extent.x.high > window.x.high || extent.y.high > window.y.high || extent.y.low < window.y.low;
  std::vector<std::string> remarks;
  if (summary.failed > 0) remarks.push_back(count_of(summary.failed, "pose") + " not ok, left out");
  if (summary.empty > 0) remarks.push_back(count_of(summary.empty, "region") + " empty");
  if (summary.unbounded > 0) {
    remarks.push_back(count_of(summary.unbounded, "region") + " unbounded");
  } else if (cut) {
    remarks.emplace_back("larger regions are cut off");
  }
  return remarks;
}

}  // namespace globaldyn::inside::report
