#include "report/charts/front_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/nth.h"
#include "optimize/pareto/crowding.h"
#include "report/charts/front_designs.h"

namespace globaldyn::inside::report {
namespace {

struct FrontLabel {
  const DesignRecord* design;
  std::string text;
  bool is_needed;  // else left out where there is no room
};

FrontLabel describe_named(const StudyTable& table, const NamedDesign& named) {
  const std::string parts = list_parts(table, *named.design);
  return {named.design,
          fmt::format("{} ({}){}{}", named.design->id, named.why, parts.empty() ? "" : ": ", parts),
          true};
}

FrontLabel describe_other(const StudyTable& table, const DesignRecord& design) {
  const std::string parts = list_parts(table, design);
  return {&design, fmt::format("{}{}{}", design.id, parts.empty() ? "" : ": ", parts), false};
}

// The most important ones first.
std::vector<FrontLabel> list_labels(const StudyTable& table) {
  constexpr std::size_t kMostOthers = 14;
  std::vector<FrontLabel> labels;
  for (const NamedDesign& one : name_designs(table)) labels.push_back(describe_named(table, one));
  const DesignList thin = thin_out(list_front(table), 1000);
  std::vector<std::uint64_t> ids;
  for (const DesignRecord* one : thin) ids.push_back(one->id);
  for (const int i : keep_least_crowded(table.points_of(ids), kMostOthers)) {
    const DesignRecord* design = nth(thin, i);
    const bool is_named = std::any_of(labels.begin(), labels.end(), [&](const FrontLabel& label) {
      return label.design == design;
    });
    if (!is_named) labels.push_back(describe_other(table, *design));
  }
  return labels;
}

double calc_common_area(const PixelBox& a, const PixelBox& b) {
  const double width = std::min(a.x.high, b.x.high) - std::max(a.x.low, b.x.low);
  const double height = std::min(a.y.high, b.y.high) - std::max(a.y.low, b.y.low);
  return width > 0.0 && height > 0.0 ? width * height : 0.0;
}

// Whether a label hides nothing, and is so close to its point that nobody wonders.
bool is_well_placed(const Label& label, const PixelBox& box, const std::vector<PixelBox>& marks) {
  constexpr double kFar = 70.0, kTouched = 4.0;  // px, px²
  const PixelBox own = estimate_box(label.text, label.text.at);
  double hidden = own.width() * own.height() - calc_common_area(own, box);
  for (const PixelBox& mark : marks) hidden += calc_common_area(own, mark);
  return hidden <= kTouched && std::abs(label.text.at.y() - label.anchor.y()) < kFar;
}

// The room that a placed text really takes: labels are placed with a generous estimate.
PixelBox find_text_box(const Label& label) {
  constexpr double kShare = 0.84;
  const Text& text = label.text;
  PixelBox box = estimate_box(text, text.at);
  const double width = kShare * box.width();
  const std::string align = text.align;
  box.x.low = align == "left"    ? text.at.x()
              : align == "right" ? text.at.x() - width
                                 : text.at.x() - width / 2.0;
  box.x.high = box.x.low + width;
  return box;
}

// A text goes to the side of its room where its point is.
void move_to_anchor(Label& label) {
  constexpr double kInset = 3.0;  // px
  const PixelBox box = estimate_box(label.text, label.text.at);
  if (box.x.low > label.anchor.x()) {
    label.text.align = "left";
    label.text.at.x() = box.x.low + kInset;
  } else if (box.x.high < label.anchor.x()) {
    label.text.align = "right";
    label.text.at.x() = box.x.high - kInset;
  }
}

// From a label that is not close to its point.
void add_leader(Picture& picture, const Label& label) {
  constexpr double kClose = 14.0;  // px
  const PixelBox box = find_text_box(label);
  const Vector2d nearest(std::clamp(label.anchor.x(), box.x.low, box.x.high),
                         std::clamp(label.anchor.y(), box.y.low, box.y.high));
  if ((nearest - label.anchor).norm() < kClose) return;
  picture.add(fmt::format(
      "set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} nohead front lw 0.8 lc {}",
      label.anchor.x() / picture.width(), label.anchor.y() / picture.height(),
      nearest.x() / picture.width(), nearest.y() / picture.height(), to_gnuplot(kGrey)));
}

Label make_label(const FrontLabel& one, const Vector2d& anchor) {
  Label label;
  label.text.text = one.text;
  label.text.size = 11.0;
  label.text.bold = one.is_needed;
  label.text.align = "center";
  label.text.boxed = true;
  label.anchor = anchor;
  return label;
}

// The places that points take, each once however many points are there: a dense front would
// otherwise count more than another label.
std::vector<PixelBox> list_places(const Outline& pixels) {
  constexpr double kSize = 9.0;  // px, of a point
  std::set<std::pair<long, long>> taken;
  for (const Vector2d& pixel : pixels) {
    taken.emplace(std::lround(pixel.x() / kSize), std::lround(pixel.y() / kSize));
  }
  std::vector<PixelBox> places;
  for (const auto& [i, j] : taken) {
    const double x = kSize * static_cast<double>(i), y = kSize * static_cast<double>(j);
    places.push_back({{x - kSize / 2.0, x + kSize / 2.0}, {y - kSize / 2.0, y + kSize / 2.0}});
  }
  return places;
}

}  // namespace

void add_front_labels(Picture& picture, const PlotArea& area, const StudyTable& table,
                      const StudyAxis& x, const StudyAxis& y, std::vector<PixelBox> marks) {
  const auto pixel_of = [&](const DesignRecord& design) {
    return area.to_pixel({x.value(design), y.value(design)});
  };
  Outline pixels;
  for (const DesignRecord* one : list_front(table)) pixels.push_back(pixel_of(*one));
  for (const PixelBox& place : list_places(pixels)) marks.push_back(place);
  for (const FrontLabel& one : list_labels(table)) {
    std::vector<Label> label{make_label(one, pixel_of(*one.design))};
    place_labels(area.box, marks, label);
    if (!one.is_needed && !is_well_placed(label[0], area.box, marks)) continue;
    move_to_anchor(label[0]);
    marks.push_back(find_text_box(label[0]));
    add_leader(picture, label[0]);
    picture.add_text(label[0].text);
  }
}

}  // namespace globaldyn::inside::report
