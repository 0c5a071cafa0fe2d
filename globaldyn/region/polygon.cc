#include "globaldyn/region/polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace globaldyn {
namespace {

constexpr double kRoundOff = 1e-14;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void Polygon::start() {
  clear();
  // Down, right and up at infinity, and back along x = 0.
  add({0.0, -1.0, 0.0}, {EdgeKind::infinite});
  add({1.0, 0.0, 0.0}, {EdgeKind::infinite});
  add({0.0, 1.0, 0.0}, {EdgeKind::left});
  add({0.0, 0.0, 1.0}, {EdgeKind::left});
}

void Polygon::clear() {
  x_.clear();
  d2_.clear();
  w_.clear();
  edges_.clear();
}

void Polygon::add(const Corner& corner, Edge leaving) {
  x_.push_back(corner.x);
  d2_.push_back(corner.d2);
  w_.push_back(corner.w);
  edges_.push_back(leaving);
}

bool Polygon::is_met(const LimitSum& sum) const {
  const double* const x = x_.data();
  const double* const d2 = d2_.data();
  const double* const w = w_.data();
  const std::size_t count = size();
  bool met = true;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = sum.alpha * x[i], d = sum.delta * d2[i], c = sum.gamma * w[i];
    met &= a + d + c <= kRoundOff * (std::abs(a) + std::abs(d) + std::abs(c));
  }
  return met;
}

void Polygon::cut(const LimitSum& sum, int curve) {
  if (sum.alpha == 0.0 && sum.delta == 0.0) {
    if (sum.gamma > 0.0) clear();
    return;
  }
  std::swap(x_, old_x_);
  std::swap(d2_, old_d2_);
  std::swap(w_, old_w_);
  std::swap(edges_, old_edges_);
  clear();
  const std::size_t count = old_x_.size();
  excess_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double a = sum.alpha * old_x_[i], d = sum.delta * old_d2_[i], c = sum.gamma * old_w_[i];
    const double excess = a + d + c;
    const bool touches = std::abs(excess) <= kRoundOff * (std::abs(a) + std::abs(d) + std::abs(c));
    excess_[i] = touches ? 0.0 : excess;
  }
  const EdgeKind kind = sum.delta > 0.0   ? EdgeKind::upper
                        : sum.delta < 0.0 ? EdgeKind::lower
                        : sum.alpha > 0.0 ? EdgeKind::right
                                          : EdgeKind::left;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double here = excess_[i], there = excess_[next];
    if (here <= 0.0) add({old_x_[i], old_d2_[i], old_w_[i]}, old_edges_[i]);
    if ((here <= 0.0) == (there <= 0.0)) continue;
    // Both weights are positive: the point between the corners, whether finite or not.
    const double to_here = std::abs(there), to_there = std::abs(here);
    Corner crossing{to_here * old_x_[i] + to_there * old_x_[next],
                    to_here * old_d2_[i] + to_there * old_d2_[next],
                    to_here * old_w_[i] + to_there * old_w_[next]};
    const double scale =
        crossing.w > 0.0 ? crossing.w : std::max(std::abs(crossing.x), std::abs(crossing.d2));
    crossing = {crossing.x / scale, crossing.d2 / scale, crossing.w > 0.0 ? 1.0 : 0.0};
    const bool leaves = here <= 0.0;
    add(crossing, leaves ? Edge{kind, curve} : old_edges_[i]);
  }
  // A vertical edge without end on both sides needs a point to be known by.
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t next = i + 1 < size() ? i + 1 : 0;
    if (sum.delta != 0.0 || edges_[i].kind != kind || edges_[i].curve != curve) continue;
    if (w_[i] > 0.0 || w_[next] > 0.0 || d2_[i] == d2_[next]) continue;
    const auto at = static_cast<std::ptrdiff_t>(i + 1);
    x_.insert(x_.begin() + at, -sum.gamma / sum.alpha);
    d2_.insert(d2_.begin() + at, 0.0);
    w_.insert(w_.begin() + at, 1.0);
    edges_.insert(edges_.begin() + at, edges_[i]);
    break;
  }
  // Directions alone are no points; what has points has a corner, for it contains no whole line.
  if (std::all_of(w_.begin(), w_.end(), [](double w) { return w == 0.0; })) clear();
}

double Polygon::x_of(std::size_t corner) const {
  if (w_[corner] > 0.0) return x_[corner];
  return x_[corner] > 0.0 ? kInfinity : 0.0;
}

// The edges of a kind from left to right. One without length matters only where there is no other.
void Polygon::list_chain(EdgeKind kind, std::vector<ChainEdge>& chain) const {
  chain.clear();
  ChainEdge point;
  for (std::size_t i = 0; i < size(); ++i) {
    if (edges_[i].kind != kind) continue;
    const double here = x_of(i), there = x_of(i + 1 < size() ? i + 1 : 0);
    const ChainEdge edge{std::min(here, there), std::max(here, there), edges_[i].curve};
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
  int begin_by = kNoCurve, end_by = kNoCurve;
  for (std::size_t i = 0; i < size(); ++i) {
    if (w_[i] > 0.0 || x_[i] > 0.0) {
      first = std::min(first, x_of(i));
      last = std::max(last, x_of(i));
    }
    if (edges_[i].kind == EdgeKind::left) begin_by = edges_[i].curve;
    if (edges_[i].kind == EdgeKind::right) end_by = edges_[i].curve;
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

}  // namespace globaldyn
