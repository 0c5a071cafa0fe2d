#include "report/charts/region_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/constants.h"
#include "globaldyn/evaluation/path_summary.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/region/intersection.h"
#include "report/canvas/key.h"
#include "report/canvas/labels.h"
#include "report/canvas/panels.h"
#include "report/charts/region_outline.h"
#include "report/charts/region_remarks.h"

namespace globaldyn::inside::report {
namespace {

// A sample drawn with its own outline.
struct ShownSample {
  const Sample* sample{nullptr};
  std::string remark;  // why it was chosen
};

double d1_max_of(const Sample& sample) {
  return find_d1_max(sample.region).value_or(0.0);
}

// A few that tell the path's story: where the machine is slowest and fastest, and some between.
std::vector<ShownSample> choose_samples(const PathEvaluation& path) {
  constexpr std::size_t kEvenly = 4;
  std::vector<const Sample*> all;
  for (const Sample& sample : path.samples) {
    if (sample.status == SampleStatus::ok && !sample.region.is_empty()) all.push_back(&sample);
  }
  if (all.empty()) return {};
  const auto [least, most] = std::minmax_element(
      all.begin(), all.end(),
      [](const Sample* a, const Sample* b) { return d1_max_of(*a) < d1_max_of(*b); });
  constexpr double kAlike = 0.01;
  const bool alike = !(d1_max_of(**most) > (1.0 + kAlike) * d1_max_of(**least));
  std::vector<ShownSample> shown;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_even = i % std::max<std::size_t>(1, (all.size() + kEvenly - 1) / kEvenly) == 0;
    const bool is_least = all[i] == *least, is_most = all[i] == *most;
    if (!is_even && !is_least && !is_most) continue;
    shown.push_back({all[i], alike ? "" : is_least ? "slowest" : is_most ? "fastest" : ""});
  }
  return shown;
}

// All regions, of only so many samples that their tint remains light.
std::vector<Outline> trace_all(const PathEvaluation& path, const Bounds& window) {
  constexpr std::size_t kMostShown = 100;
  const std::size_t step = (path.samples.size() + kMostShown - 1) / kMostShown;
  std::vector<Outline> all;
  for (std::size_t i = 0; i < path.samples.size(); i += step) {
    const Sample& sample = path.samples[i];
    if (sample.status != SampleStatus::ok) continue;
    for (Outline& outline : trace_outlines(sample.region, window))
      all.push_back(std::move(outline));
  }
  return all;
}

std::vector<Outline> clip_all(const std::vector<Outline>& outlines, const Bounds& window) {
  std::vector<Outline> clipped;
  for (const Outline& outline : outlines) {
    Outline part = clip(outline, window);
    if (part.size() > 2) clipped.push_back(std::move(part));
  }
  return clipped;
}

void add_axes(Picture& picture, const PixelBox& axes, const Bounds& window, const ShownUnits& units,
              std::optional<double> step) {
  add_axis_titles(picture, axes, "d₁ [1/s]", "d₂ [1/s²]");
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  picture.add(fmt::format("set xzeroaxis lt 1 lw 0.8 lc {}", to_gnuplot(kGrey)));
  if (!step) return;
  // The same in what the tool does, as it moves equally far with p all along the path.
  picture.add(
      "set border 15; set x2tics nomirror out scale 0.6; set y2tics nomirror out scale 0.6");
  const ShownUnit speed = units.unit_for("m/s"), acceleration = units.unit_for("m/s^2");
  const double per_d1 = *step / speed.size, per_d2 = *step / acceleration.size;
  picture.add(fmt::format("set x2range [{}:{}]; set y2range [{}:{}]", window.x.low * per_d1,
                          window.x.high * per_d1, window.y.low * per_d2, window.y.high * per_d2));
  Text text;
  text.align = "center";
  text.text = to_typeset(speed.head("tool speed"));
  text.at = {std::midpoint(axes.x.low, axes.x.high), axes.y.high + 30.0};
  picture.add_text(text);
  text.text = to_typeset(acceleration.head("acceleration along the path"));
  text.at = {axes.x.high + 62.0, std::midpoint(axes.y.low, axes.y.high)};
  text.upright = true;
  picture.add_text(text);
}

// Everything that is accessible anywhere on the path.
void add_all(Picture& picture, const std::vector<Outline>& all, const Bounds& window) {
  const std::vector<Outline> inside = clip_all(all, window);
  if (inside.empty()) return;
  // So that the tint is one half where all overlap.
  const double tint = 1.0 - std::pow(0.5, 1.0 / static_cast<double>(inside.size()));
  picture.add_element(
      fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {} notitle",
                  picture.add_data(inside, true),
                  to_gnuplot(make_colour(0x8fb3d9), 1.0 - std::max(tint, 1.0 / 64.0))));
}

// The outlines at a few p.
std::vector<NamedLines> outline_chosen(const PathEvaluation& path, const Bounds& window) {
  std::vector<NamedLines> chosen;
  for (const auto& [sample, remark] : choose_samples(path)) {
    const std::string line = pick_line(static_cast<int>(chosen.size()));
    const std::string name =
        fmt::format("p = {:.4g}{}", sample->p, remark.empty() ? "" : ", " + remark);
    chosen.push_back({trace_outlines(sample->region, window), line, 1.6, name, true});
  }
  return chosen;
}

void add_common(Picture& picture, const Region& common, const Bounds& window) {
  const std::vector<Outline> outlines = trace_outlines(common, window);
  if (outlines.empty()) return;
  const std::vector<Outline> inside = clip_all(outlines, window);
  if (!inside.empty()) {
    picture.add_element(
        fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {} notitle",
                    picture.add_data(inside, true), to_gnuplot(kWhite, 0.35)));
  }
  const std::string data = picture.add_data(outlines, true);
  picture.add_element(
      fmt::format("{} using 1:2 with lines lw 5 lc {} notitle", data, to_gnuplot(kWhite)));
  picture.add_element(
      fmt::format("{} using 1:2 with lines lw 2.8 lc {} notitle", data, to_gnuplot(kInk)));
}

// |dR/dp| of the tool if it is the same all along the path: then d1 and d2 are a speed and an
// acceleration in another unit.
std::optional<double> find_tool_step(const Machine& machine, const PathEvaluation& path) {
  constexpr double kSame = 1e-3;  // of itself: less than a picture shows
  if (!machine.mechanism.tool) return std::nullopt;
  Interval steps{kInfinity, 0.0};
  for (const Sample& sample : path.samples) {
    if (sample.status != SampleStatus::ok) continue;
    const double step = calc_tool_step(machine.mechanism, sample.motion);
    steps = {std::min(steps.low, step), std::max(steps.high, step)};
  }
  if (!(steps.high > 0.0) || steps.high - steps.low > kSame * steps.high) return std::nullopt;
  return steps.high;
}

// A path and what its panel shows of it.
struct RegionPanel {
  const PathEvaluation& path;
  Bounds window;
  std::vector<NamedLines> chosen;
  Key key;
};

constexpr double kSecondAxis = 84.0;  // at the right of the axes
constexpr double kSecondTitle = 38.0;
constexpr PanelLayout kPanels{620.0, 560.0 + kSecondTitle, 0.0, 0};

RegionPanel make_panel(const PathEvaluation& path, const Bounds& window) {
  const double room = kPanels.width - kPanelLeft - 20.0;
  RegionPanel panel{path, window, outline_chosen(path, window), {}};
  panel.key = make_key(list_entries(panel.chosen), room);
  return panel;
}

void draw_panel(Picture& picture, const PixelBox& axes, const Machine& machine,
                const RegionPanel& panel) {
  const auto& [path, window, chosen, key] = panel;
  picture.begin_plot(axes, window);
  const std::optional<double> step = find_tool_step(machine, path);
  add_axes(picture, axes, window, machine.units, step);
  add_key(picture, key, {axes.x.low, axes.y.low - kAboveKey});
  const std::vector<Outline> all = trace_all(path, window);
  const std::vector<const Region*> regions = list_regions(path);
  const Region common = regions.empty() ? Region() : intersect(regions);
  add_all(picture, all, window);
  add_common(picture, common, window);
  for (const NamedLines& lines : chosen) add_lines(picture, lines);
  const double raise = step ? kSecondTitle : 0.0;  // over the second axis
  add_panel_title(picture, {axes.x, {axes.y.low, axes.y.high + raise}}, path.name,
                  describe_common(common, regions.size(), path.samples.size(), window));
  add_remarks(picture, axes, list_remarks(path, all, window));
  picture.end_plot();
}

// One window for all if they are of similar size, otherwise nothing.
std::optional<Bounds> find_common_window(const std::vector<Bounds>& windows) {
  constexpr double kAlike = 3.0;
  Bounds common;
  for (const Bounds& window : windows) {
    common.x.high = std::max(common.x.high, window.x.high);
    common.y = {std::min(common.y.low, window.y.low), std::max(common.y.high, window.y.high)};
  }
  const bool alike = std::all_of(windows.begin(), windows.end(), [&](const Bounds& window) {
    return common.width() <= kAlike * window.width() && common.height() <= kAlike * window.height();
  });
  if (windows.empty()) return Bounds{{0.0, 1.0}, {-1.0, 1.0}};
  return alike ? std::optional(common) : std::nullopt;
}

// The windows of all paths with something to show.
std::vector<Bounds> choose_windows(const Evaluation& evaluation) {
  std::vector<Bounds> windows;
  for (const PathEvaluation& path : evaluation.paths) {
    const std::vector<const Region*> regions = list_regions(path);
    const auto is_empty = [](const Region* region) { return region->is_empty(); };
    if (!std::all_of(regions.begin(), regions.end(), is_empty)) {
      windows.push_back(choose_window(regions));
    }
  }
  return windows;
}

}  // namespace

Picture draw_regions(const Machine& machine, const Evaluation& evaluation) {
  const std::optional<Bounds> common = find_common_window(choose_windows(evaluation));
  std::vector<RegionPanel> panels;
  double below = 0.0;  // the axes of all panels, for their keys
  for (const PathEvaluation& path : evaluation.paths) {
    panels.push_back(make_panel(path, common ? *common : choose_window(list_regions(path))));
    below = std::max(below, panels.back().key.height);
  }
  PanelLayout layout = kPanels;
  if (below > 0.0) below += kUnderKey;
  layout.height += below;
  const PanelGrid grid(static_cast<int>(panels.size()), layout, true);
  Picture picture = grid.make_picture(
      "regions",
      evaluation.machine + ": accessible regions" + (common ? "" : ", each at its own scale"),
      "shaded: accessible somewhere on the path, the darker the more of it; bold: all along it");
  for (std::size_t i = 0; i < panels.size(); ++i) {
    PixelBox axes = grid.find_axes(static_cast<int>(i), kSecondAxis);
    axes.y.low += below;
    axes.y.high -= kSecondTitle;
    draw_panel(picture, axes, machine, panels[i]);
  }
  return picture;
}

}  // namespace globaldyn::inside::report
