#include "report/charts/region_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "globaldyn/region/intersection.h"
#include "report/canvas/panels.h"
#include "report/charts/region_outline.h"
#include "report/charts/region_remarks.h"

namespace globaldyn::report {
namespace {

constexpr double kScaleMargin = 104.0;

// Outlines with the p they belong to.
struct RegionOutlines {
  std::vector<Outline> outlines;
  std::vector<double> p;
};

// Of only so many samples that single outlines remain visible.
RegionOutlines trace_all(const PathEvaluation& path, const Bounds& window) {
  constexpr std::size_t kMostShown = 100;
  const std::size_t step = (path.samples.size() + kMostShown - 1) / kMostShown;
  RegionOutlines all;
  for (std::size_t i = 0; i < path.samples.size(); i += step) {
    const Sample& sample = path.samples[i];
    if (sample.status != SampleStatus::ok) continue;
    for (Outline& outline : trace_outlines(sample.region, window)) {
      all.outlines.push_back(std::move(outline));
      all.p.push_back(sample.p);
    }
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

void add_colour_bar(Picture& picture, const PixelBox& axes, const PathEvaluation& path) {
  double p_min = 0.0, p_max = path.p_max;
  for (const Sample& sample : path.samples) {
    p_min = std::min(p_min, sample.p);
    p_max = std::max(p_max, sample.p);
  }
  picture.add(palette_command());
  picture.add(fmt::format("set cbrange [{}:{}]", p_min, p_max > p_min ? p_max : p_min + 1.0));
  picture.add(fmt::format(
      "set colorbox user origin screen {:.6f},{:.6f} size screen {:.6f},{:.6f} noborder",
      (axes.x.high + 22.0) / picture.width(), axes.y.low / picture.height(), 14.0 / picture.width(),
      axes.height() / picture.height()));
  picture.add("set cbtics nomirror out scale 0.4");
  Text label;
  label.text = "p";
  label.at = {axes.x.high + 29.0, axes.y.high + 13.0};
  label.align = "center";
  picture.add_text(label);
}

void add_axes(Picture& picture, const PixelBox& axes) {
  add_axis_titles(picture, axes, "d₁ [1/s]", "d₂ [1/s²]");
  picture.add("set grid back lt 1 lw 0.6 lc rgb '#e6e9ee'");
  picture.add(fmt::format("set xzeroaxis lt 1 lw 0.8 lc {}", to_gnuplot(kGrey)));
}

void add_outlines(Picture& picture, const RegionOutlines& all, const Bounds& window) {
  if (all.outlines.empty()) return;
  const std::vector<Outline> inside = clip_all(all.outlines, window);
  if (!inside.empty()) {
    // So that the tint is one half where all overlap.
    const double tint = 1.0 - std::pow(0.5, 1.0 / static_cast<double>(inside.size()));
    picture.add_element(
        fmt::format("{} using 1:2 with filledcurves closed fs solid noborder fc {} notitle",
                    picture.add_data(inside, true),
                    to_gnuplot(make_colour(0x8fb3d9), 1.0 - std::max(tint, 1.0 / 64.0))));
  }
  picture.add_element(fmt::format("{} using 1:2:3 with lines lw {} lc palette notitle",
                                  picture.add_data(all.outlines, true, all.p),
                                  all.outlines.size() > 80 ? 0.6 : 0.9));
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

void draw_panel(Picture& picture, const PixelBox& axes, const PathEvaluation& path,
                const Bounds& window) {
  picture.begin_plot(axes, window);
  add_axes(picture, axes);
  const RegionOutlines all = trace_all(path, window);
  if (!all.outlines.empty()) add_colour_bar(picture, axes, path);
  const std::vector<const Region*> regions = list_regions(path);
  const Region common = regions.empty() ? Region() : intersect(regions);
  add_outlines(picture, all, window);
  add_common(picture, common, window);
  add_panel_title(picture, axes, path.name,
                  describe_common(common, regions.size(), path.samples.size(), window));
  add_remarks(picture, axes, list_remarks(path, all.outlines, window));
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

Picture draw_regions(const Evaluation& evaluation) {
  const PanelGrid grid(static_cast<int>(evaluation.paths.size()));
  const std::optional<Bounds> common = find_common_window(choose_windows(evaluation));
  Picture picture = grid.make_picture("regions", evaluation.machine + ": accessible regions" +
                                                     (common ? "" : ", each at its own scale"));
  for (std::size_t i = 0; i < evaluation.paths.size(); ++i) {
    const PathEvaluation& path = evaluation.paths[i];
    draw_panel(picture, grid.find_axes(static_cast<int>(i), kScaleMargin), path,
               common ? *common : choose_window(list_regions(path)));
  }
  return picture;
}

}  // namespace globaldyn::report
