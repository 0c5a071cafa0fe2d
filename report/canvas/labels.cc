#include "report/canvas/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/constants.h"

namespace globaldyn::inside::report {
namespace {

double calc_overlap(const Interval& a, const Interval& b) {
  return std::max(0.0, std::min(a.high, b.high) - std::max(a.low, b.low));
}

double calc_overlap(const PixelBox& a, const PixelBox& b) {
  return calc_overlap(a.x, b.x) * calc_overlap(a.y, b.y);
}

// Hidden area, px²; the part outside `box` also counts as hidden.
double calc_hidden(const PixelBox& label, const PixelBox& box, const std::vector<PixelBox>& taken) {
  double hidden = label.width() * label.height() - calc_overlap(label, box);
  for (const PixelBox& other : taken) hidden += calc_overlap(label, other);
  return hidden;
}

// The centre of a label whose edge is `distance` from the anchor.
Vector2d find_middle(const Label& label, double angle, double distance) {
  const Vector2d direction(std::cos(angle), std::sin(angle));
  const PixelBox size = estimate_box(label.text, Vector2d::Zero());
  return label.anchor + distance * direction +
         Vector2d(size.x.high * direction.x(), size.y.high * direction.y());
}

void place_label(const PixelBox& box, const std::vector<PixelBox>& taken, Label& label) {
  constexpr int kDirections = 16;
  double best = kInfinity;
  const auto try_at = [&](const Vector2d& middle, double cost) {
    cost += 3.0 * calc_hidden(estimate_box(label.text, middle), box, taken);
    if (cost >= best) return;
    best = cost;
    label.text.at = middle;
  };
  if (label.gap <= 0.0) try_at(label.anchor, 0.0);
  for (double distance = std::max(label.gap, 6.0); distance < 110.0; distance += 7.0) {
    for (int i = 0; i < kDirections; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kDirections;
      // Right of the anchor reads best; otherwise by distance.
      try_at(find_middle(label, angle, distance), 2.0 * distance - std::cos(angle));
    }
  }
}

}  // namespace

std::string to_typeset(std::string unit) {
  for (const auto& [plain, raised] : {std::pair{"^2", "²"}, std::pair{"^3", "³"}}) {
    for (auto at = unit.find(plain); at != std::string::npos; at = unit.find(plain)) {
      unit.replace(at, 2, raised);
    }
  }
  return unit;
}

std::string tell_time(const ShownUnits& units, double seconds) {
  const Shown time = units.show(seconds, "s");
  return fmt::format("{:.6g} {}", time.value, time.unit);
}

PixelBox estimate_box(const Text& text, const Vector2d& middle) {
  const auto letters = std::count_if(text.text.begin(), text.text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;  // UTF-8 sequences count once
  });
  const double width = (text.bold ? 0.69 : 0.62) * text.size * static_cast<double>(letters) + 5.0;
  const double height = 1.25 * text.size;
  return {{middle.x() - width / 2.0, middle.x() + width / 2.0},
          {middle.y() - height / 2.0, middle.y() + height / 2.0}};
}

void place_labels(const PixelBox& box, const std::vector<PixelBox>& marks,
                  std::vector<Label>& labels) {
  std::vector<PixelBox> taken = marks;
  for (Label& label : labels) {
    place_label(box, taken, label);
    taken.push_back(estimate_box(label.text, label.text.at));
  }
}

}  // namespace globaldyn::inside::report
