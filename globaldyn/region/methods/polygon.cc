#include "globaldyn/region/methods/polygon.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
void Polygon::start() {
  // Few regions have more corners.
  constexpr std::size_t kCommon = 64;
  for (auto* corners : {&corners_, &old_}) corners->reserve(kCommon);
  excess_.reserve(kCommon);
  // Down, right and up at infinity, and back along x = 0.
  corners_.assign({{0.0, -1.0, 0.0, {EdgeKind::infinite}},
                   {1.0, 0.0, 0.0, {EdgeKind::infinite}},
                   {0.0, 1.0, 0.0, {EdgeKind::left}},
                   {0.0, 0.0, 1.0, {EdgeKind::left}}});
  find_box();
}

void Polygon::find_box() {
  most_x_ = 0.0;
  least_d2_ = kInfinity;
  most_d2_ = -kInfinity;
  for (const Corner& corner : corners_) {
    if (corner.w == 0.0) {
      most_x_ = most_d2_ = kInfinity;
      least_d2_ = -kInfinity;
      return;
    }
    most_x_ = std::max(most_x_, corner.x);
    least_d2_ = std::min(least_d2_, corner.d2);
    most_d2_ = std::max(most_d2_, corner.d2);
  }
}

// By the extremes over a box about the polygon, then by the corners, with allowance for rounding
// errors.
bool Polygon::is_surely_between(double alpha, double delta, double low, double high) const {
  if (!(most_x_ < kInfinity)) return false;
  const double far = alpha * most_x_, one = delta * least_d2_, other = delta * most_d2_;
  const double most_in_box = std::max(0.0, far) + std::max(one, other);
  const double least_in_box = std::min(0.0, far) + std::min(one, other);
  if (most_in_box < high && least_in_box > low) return true;
  const double room = round_off::kSame * (most_in_box - least_in_box);
  double most = -kInfinity, least = kInfinity;
  for (const Corner& corner : corners_) {
    const double value = alpha * corner.x + delta * corner.d2;
    most = std::max(most, value);
    least = std::min(least, value);
  }
  return most + room < high && least - room > low;
}

// By how much each corner exceeds the limit; false if none does.
bool Polygon::find_excess(const MotionPolynomial& sum) {
  excess_.resize(corners_.size());
  bool exceeded = false;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Corner& corner = corners_[i];
    const double a = sum.alpha * corner.x, d = sum.delta * corner.d2, c = sum.gamma * corner.w;
    const double excess = a + d + c;
    // Coefficients of a limit carry the rounding errors of the sums they come from, so parallel
    // edges can be distinguished from edges that meet far away no better than this.
    const double tolerance = corner.w > 0.0 ? round_off::kEntry : round_off::kRoot;
    const bool touches = std::abs(excess) <= tolerance * (std::abs(a) + std::abs(d) + std::abs(c));
    excess_[i] = touches ? 0.0 : excess;
    exceeded |= excess_[i] > 0.0;
  }
  return exceeded;
}

// Between two corners on different sides of a limit, whether finite or not.
Polygon::Corner Polygon::cross(const Corner& a, double excess_a, const Corner& b, double excess_b) {
  const double to_a = std::abs(excess_b), to_b = std::abs(excess_a);
  const double x = to_a * a.x + to_b * b.x, d2 = to_a * a.d2 + to_b * b.d2;
  const double w = to_a * a.w + to_b * b.w;
  const double scale = w > 0.0 ? w : std::max(std::abs(x), std::abs(d2));
  return {x / scale, d2 / scale, w > 0.0 ? 1.0 : 0.0, {}};
}

bool Polygon::cut(const MotionPolynomial& sum, int curve) {
  if (!find_excess(sum)) return false;
  // Otherwise directions up and down would remain even if a vertical limit leaves nothing.
  if (sum.delta == 0.0 && sum.gamma > 0.0 && sum.alpha >= 0.0) {
    corners_.clear();
    return true;
  }
  const EdgeKind kind = sum.delta > 0.0   ? EdgeKind::upper
                        : sum.delta < 0.0 ? EdgeKind::lower
                        : sum.alpha > 0.0 ? EdgeKind::right
                                          : EdgeKind::left;
  std::swap(corners_, old_);
  corners_.clear();
  bool has_point = false;
  const std::size_t count = old_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t other = i + 1 < count ? i + 1 : 0;
    const bool is_in = excess_[i] <= 0.0;
    if (is_in) corners_.push_back(old_[i]);
    if (is_in == (excess_[other] <= 0.0)) continue;
    // A direction along the limit is where they cross. Once more it would keep the edge that it
    // bounded before.
    const auto is_along = [&](std::size_t k) { return old_[k].w == 0.0 && excess_[k] == 0.0; };
    if (is_along(is_in ? i : other)) {
      if (is_in) corners_.back().leaving = {kind, curve};
      continue;
    }
    corners_.push_back(cross(old_[i], excess_[i], old_[other], excess_[other]));
    corners_.back().leaving = is_in ? Edge{kind, curve} : old_[i].leaving;
  }
  if (sum.delta == 0.0) give_point(kind, curve, -sum.gamma / sum.alpha);
  for (const Corner& corner : corners_) has_point = has_point || corner.w > 0.0;
  // Directions alone are not points; a set with points has a corner because it contains no whole
  // line.
  if (!has_point) corners_.clear();
  find_box();
  return true;
}

// A vertical edge that is unbounded on both sides needs a point to locate it.
void Polygon::give_point(EdgeKind kind, int curve, double x) {
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Corner& here = corners_[i];
    const Corner& there = corners_[next(i)];
    if (here.leaving.kind != kind || here.leaving.curve != curve) continue;
    if (here.w > 0.0 || there.w > 0.0 || here.d2 == there.d2) continue;
    const Corner point{x, 0.0, 1.0, here.leaving};
    corners_.insert(corners_.begin() + static_cast<std::ptrdiff_t>(i + 1), point);
    return;
  }
}

double Polygon::x_of(const Corner& corner) {
  if (corner.w > 0.0) return corner.x;
  return corner.x > 0.0 ? kInfinity : 0.0;
}

// The edges of a kind from left to right. One without length matters only if there is no other.
void Polygon::list_chain(EdgeKind kind, std::vector<ChainEdge>& chain) const {
  chain.clear();
  ChainEdge point;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    if (corners_[i].leaving.kind != kind) continue;
    const double here = x_of(corners_[i]), there = x_of(corners_[next(i)]);
    const ChainEdge edge{std::min(here, there), std::max(here, there), corners_[i].leaving.curve};
    if (edge.begin < edge.end) {
      chain.push_back(edge);
    } else {
      point = edge;
    }
  }
  if (chain.empty() && point.curve != kNoCurve) chain.push_back(point);
  std::sort(chain.begin(), chain.end(),
            [](const ChainEdge& a, const ChainEdge& b) { return a.begin < b.begin; });
}

void Polygon::write(Strips& strips) {
  strips.clear();
  if (is_empty()) return;
  double first = kInfinity, last = 0.0;
  CurveNumber begin_by, end_by;
  for (const Corner& corner : corners_) {
    if (corner.w > 0.0 || corner.x > 0.0) {
      first = std::min(first, x_of(corner));
      last = std::max(last, x_of(corner));
    }
    if (corner.leaving.kind == EdgeKind::left) begin_by = corner.leaving.curve;
    if (corner.leaving.kind == EdgeKind::right) end_by = corner.leaving.curve;
  }
  list_chain(EdgeKind::lower, lower_);
  list_chain(EdgeKind::upper, upper_);
  std::size_t low = 0, high = 0;
  double begin = first;
  do {
    while (low + 1 < lower_.size() && lower_[low].end <= begin) ++low;
    while (high + 1 < upper_.size() && upper_[high].end <= begin) ++high;
    double end = last;
    if (low + 1 < lower_.size()) end = std::min(end, lower_[low].end);
    if (high + 1 < upper_.size()) end = std::min(end, upper_[high].end);
    strips.push_back({std::sqrt(begin), std::sqrt(end),
                      lower_.empty() ? kNoCurve : lower_[low].curve,
                      upper_.empty() ? kNoCurve : upper_[high].curve, kNoCurve, kNoCurve});
    begin = end;
  } while (begin < last);
  strips.front().begin_by = begin_by;
  strips.back().end_by = end_by;
}

}  // namespace region
}  // namespace globaldyn::inside
