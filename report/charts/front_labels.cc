#include "report/charts/front_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/nth.h"
#include "optimize/pareto/crowding.h"
#include "report/charts/front_designs.h"

namespace globaldyn::report {
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

// From a label that is not close to its point.
void add_leader(Picture& picture, const Label& label) {
  constexpr double kClose = 14.0;  // px
  const PixelBox box = estimate_box(label.text, label.text.at);
  const Vector2d nearest(std::clamp(label.anchor.x(), box.x.low, box.x.high),
                         std::clamp(label.anchor.y(), box.y.low, box.y.high));
  if ((nearest - label.anchor).norm() < kClose) return;
  picture.add(fmt::format(
      "set arrow from screen {:.6f},{:.6f} to screen {:.6f},{:.6f} nohead front lw 0.8 lc {}",
      label.anchor.x() / picture.width(), label.anchor.y() / picture.height(),
      nearest.x() / picture.width(), nearest.y() / picture.height(), to_gnuplot(kGrey)));
}

// The room for a text is estimated generously: it is set at the side where its point is.
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

PixelBox box_around(const Vector2d& pixel, double radius) {
  return {{pixel.x() - radius, pixel.x() + radius}, {pixel.y() - radius, pixel.y() + radius}};
}

}  // namespace

void add_front_labels(Picture& picture, const PlotArea& area, const StudyTable& table,
                      const StudyAxis& x, const StudyAxis& y, std::vector<PixelBox> marks) {
  constexpr double kRadius = 5.0;  // px, of a point
  const auto pixel_of = [&](const DesignRecord& design) {
    return area.to_pixel({x.value(design), y.value(design)});
  };
  for (const DesignRecord* one : thin_out(list_front(table), 2000)) {
    marks.push_back(box_around(pixel_of(*one), kRadius));
  }
  for (const FrontLabel& one : list_labels(table)) {
    std::vector<Label> label{make_label(one, pixel_of(*one.design))};
    place_labels(area.box, marks, label);
    if (!one.is_needed && !is_well_placed(label[0], area.box, marks)) continue;
    marks.push_back(estimate_box(label[0].text, label[0].text.at));
    add_leader(picture, label[0]);
    move_to_anchor(label[0]);
    picture.add_text(label[0].text);
  }
}

}  // namespace globaldyn::report
