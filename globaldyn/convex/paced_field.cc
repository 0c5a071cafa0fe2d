#include "globaldyn/convex/paced_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace convex {
namespace {

// Nearer to a standstill than this share of its stretch what is left of the digits of first
// derivatives, which vanish there as the order says, is worse than a polynomial through places that
// are so far away, and twice, ... five times. Rows are known to some 1e-11 of their size.
constexpr int kStencil = 5;
double find_nearest(int order) {
  constexpr double kRowError = 1e-11, kBend = 300.0;  // of derivatives of rows by the share
  return std::pow(kRowError / kBend, 1.0 / (order + kStencil));
}

// Beside a steep standstill, as far as this share of its stretch, which takes a hundredth of its
// time, rows are known to some 1e-5 of limits, by which they are kept.
void keep_margin(double away, FieldRows& rows) {
  constexpr double kBeside = 0.05, kMargin = 3e-5, kNarrow = 10.0 * kMargin;
  if (away > kBeside) return;
  for (Eigen::Index k = 0; k < rows.high.size(); ++k) {
    double &low = rows.low[k], &high = rows.high[k];
    const double at_high = std::isfinite(high) ? std::abs(high) : 0.0;
    const double at_low = std::isfinite(low) ? std::abs(low) : 0.0;
    if (high - low <= kNarrow * std::max(at_high, at_low)) continue;
    high -= kMargin * at_high;
    low += kMargin * at_low;
  }
}

// Weights of the polynomial through 1, ..., kStencil at x.
std::array<double, kStencil> weigh_places(double x) {
  std::array<double, kStencil> weights;
  for (int i = 0; i < kStencil; ++i) {
    double weight = 1.0;
    for (int j = 0; j < kStencil; ++j) {
      if (j != i) weight *= (x - (j + 1)) / (i - j);
    }
    weights[static_cast<std::size_t>(i)] = weight;
  }
  return weights;
}

// Calls visit(place, weight, weight_of_seconds) with places whose weighted sum of what is first,
// and second, derivatives by s is that at a place: which itself may be too near to a standstill for
// its first derivatives to be known. Second ones grow towards it with the power of its order.
// @param reach from the standstill's end, in shares of the stretch, to where rows are smooth
template <class Visit>
void visit_places(const StandstillPace& pace, const StandstillPace::Place& at, double reach,
                  const Visit& visit) {
  const int order = pace.order(at.is_at_end);
  const double nearest = std::min(find_nearest(order), reach / kStencil);
  if (order == 0 || at.away >= nearest) {
    visit(at, 1.0, 1.0);
    return;
  }
  const std::array<double, kStencil> weights = weigh_places(at.away / nearest);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double away = nearest * static_cast<double>(i + 1);
    const double grows = at.away > 0.0 ? std::pow(away / at.away, order) : 0.0;
    visit(pace.find_place(at.is_at_end, away), weights[i], weights[i] * grows);
  }
}

}  // namespace

PacedField::PacedField(const MotionField& field, std::vector<StandstillPace> paces)
    : field_(field), paces_(std::move(paces)) {
  const auto add = [&](std::size_t part, double from, double to, bool is_first) {
    const double middle = 0.5 * (from + to);
    const auto pace = std::find_if(paces_.begin(), paces_.end(), [&](const StandstillPace& one) {
      return middle > one.begin() && middle < one.end();
    });
    FieldPart piece = field_.parts()[part];
    // Where paces meet the machine rests.
    if (!is_first) piece.is_joined = piece.is_limited_alike = piece.is_smooth = true;
    piece.begin = pace == paces_.end() ? from : pace->find_s(from);
    piece.end = pace == paces_.end() ? to : pace->find_s(to);
    parts_.push_back(piece);
    const int number = pace == paces_.end() ? -1 : static_cast<int>(pace - paces_.begin());
    pieces_.push_back({part, number, from, to});
  };
  for (std::size_t part = 0; part < field_.parts().size(); ++part) {
    double from = field_.parts()[part].begin;
    const double end = field_.parts()[part].end;
    bool is_first = true;
    for (const StandstillPace& pace : paces_) {
      for (const double cut : {pace.begin(), pace.end()}) {
        if (cut <= from || cut >= end) continue;
        add(part, from, cut, is_first);
        from = cut;
        is_first = false;
      }
    }
    add(part, from, end, is_first);
  }
}

std::size_t PacedField::find_part(std::size_t of_field, double p) const {
  std::size_t found = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i].part != of_field) continue;
    const double away = std::max({pieces_[i].p_begin - p, p - pieces_[i].p_end, 0.0});
    if (away < nearest) found = i;
    nearest = std::min(nearest, away);
  }
  return found;
}

double PacedField::find_reach(std::size_t part, const StandstillPace::Place& at) const {
  const StandstillPace& pace = *pace_of(part);
  const Piece& piece = pieces_[part];
  const double far = at.is_at_end ? pace.end() - piece.p_begin : piece.p_end - pace.begin();
  const double near = at.is_at_end ? pace.end() - piece.p_end : piece.p_begin - pace.begin();
  // Rows of a part that does not reach the standstill are known as they are.
  return near > 0.0 ? 0.0 : far / (pace.end() - pace.begin());
}

const StandstillPace* PacedField::find_pace(double s) const {
  const auto pace = std::find_if(paces_.begin(), paces_.end(), [s](const StandstillPace& one) {
    return s >= one.begin() && s <= one.end();
  });
  return pace == paces_.end() ? nullptr : &*pace;
}

void PacedField::write(std::size_t part, double s, FieldRows& rows) const {
  const std::size_t of_field = pieces_[part].part;
  const StandstillPace* pace = pace_of(part);
  if (pace == nullptr) return field_.write(of_field, s, rows);
  const StandstillPace::Place at = pace->find_place(s);
  field_.write(of_field, at.p, rows);
  VectorXd a = VectorXd::Zero(rows.a.size()), b = a, d = a;
  FieldRows there;
  visit_places(*pace, at, find_reach(part, at),
               [&](const StandstillPace::Place& place, double weight, double seconds) {
                 field_.write(of_field, place.p, there);
                 a += seconds * (place.rate * place.rate * there.a + place.second * there.d);
                 b += weight * place.rate * there.b;
                 d += weight * place.rate * there.d;
               });
  rows.a = std::move(a);
  rows.b = std::move(b);
  rows.d = std::move(d);
  if (pace->order(at.is_at_end) > 1) keep_margin(at.away, rows);
}

void PacedField::write_rest(std::size_t part, double s, FieldRows& rows, VectorXd& friction) const {
  const StandstillPace* pace = pace_of(part);
  field_.write_rest(pieces_[part].part, pace == nullptr ? s : pace->find_place(s).p, rows,
                    friction);
}

void PacedField::write_course(std::size_t part, double s, FieldCourse& course) const {
  const std::size_t of_field = pieces_[part].part;
  const StandstillPace* pace = pace_of(part);
  if (pace == nullptr) return field_.write_course(of_field, s, course);
  course.rates = course.seconds = VectorXd::Zero(drives());
  course.tool_rate = course.tool_second = Vector3d::Zero();
  FieldCourse there;
  const StandstillPace::Place at = pace->find_place(s);
  visit_places(*pace, at, find_reach(part, at),
               [&](const StandstillPace::Place& place, double weight, double seconds) {
                 field_.write_course(of_field, place.p, there);
                 const double square = place.rate * place.rate;
                 course.rates += weight * place.rate * there.rates;
                 course.tool_rate += weight * place.rate * there.tool_rate;
                 course.seconds += seconds * (square * there.seconds + place.second * there.rates);
                 course.tool_second +=
                     seconds * (square * there.tool_second + place.second * there.tool_rate);
               });
}

namespace {

// One stretch's motion by s, told by p.
class TellerByP {
 public:
  TellerByP(const StandstillPace& pace, std::span<const MotionNode> nodes)
      : pace_(pace), by_s_(divide(pace, nodes)) {}

  // Whether d1 is kept on the way next to an end, and then the largest d1² with which it may be.
  [[nodiscard]] std::optional<double> find_steady_x(bool is_at_end) const {
    const int order = pace_.order(is_at_end);
    if (order == 0) return std::nullopt;
    return to_p(next_to(is_at_end)).x * std::min(1.0, (order + 1) / (2.0 * order));
  }

  // With these d1² on the ways; none: where d1 is finite at the standstill, and smooth.
  std::vector<MotionNode> run(std::optional<double> begin_x, std::optional<double> end_x) {
    if (begin_x) slow_down(false, *begin_x);
    if (end_x) slow_down(true, *end_x);
    for (std::size_t i = 0; i < by_s_.size(); ++i) {
      const bool is_first = i == 0, is_last = i + 1 == by_s_.size();
      if (is_first && pace_.order(false) > 0) {
        add_way(false, begin_x.has_value());
      } else if (is_last && pace_.order(true) > 0) {
        add_way(true, end_x.has_value());
      } else {
        nodes_.push_back(to_p(by_s_[i]));
      }
    }
    fit_bulges();
    return std::move(nodes_);
  }

 private:
  static std::vector<MotionNode> divide(const StandstillPace& pace,
                                        std::span<const MotionNode> nodes) {
    std::vector<MotionNode> all;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      all.push_back(nodes[i]);
      if (i + 1 == nodes.size() || nodes[i + 1].p <= nodes[i].p) continue;
      const MotionNode &node = nodes[i], &next = nodes[i + 1];
      const SegmentMotion segment{next.p - node.p, node.x, node.u, next.u, node.bulge};
      for (const double s : pace.list_between(node.p, next.p)) {
        all.push_back({.p = s,
                       .x = segment.x_at(s - node.p),
                       .u = segment.d2_at(s - node.p),
                       .stretch = node.stretch});
      }
    }
    return all;
  }

  [[nodiscard]] const MotionNode& next_to(bool is_at_end) const {
    return is_at_end ? by_s_[by_s_.size() - 2] : by_s_[1];
  }

  // On the way next to a standstill of order n d1 is kept as it is at its other end: there s is
  // accelerated by n / (n + 1) x / s, where the motion itself, from rest, has x / 2 s. So that it
  // is no more, x is less by a part of what it is there, and everywhere by what of that is left.
  void slow_down(bool is_at_end, double steady_x) {
    const MotionNode& next = next_to(is_at_end);
    const double less = next.x * (1.0 - steady_x / to_p(next).x);
    const double length = pace_.end() - pace_.begin();
    for (MotionNode& node : by_s_) {
      const double far = (is_at_end ? node.p - pace_.begin() : pace_.end() - node.p) / length;
      const double change = far * less / length;
      if (node.x > 0.0) node.x -= less * far * far;
      node.u += is_at_end ? -change : change;
    }
  }

  [[nodiscard]] MotionNode to_p(const MotionNode& by_s) const {
    const StandstillPace::Place place = pace_.find_place(by_s.p);
    return {.p = place.p,
            .x = by_s.x * place.rate * place.rate,
            .u = by_s.u * place.rate + by_s.x * place.second,
            .stretch = by_s.stretch};
  }

  // To or from a standstill.
  void add_way(bool is_at_end, bool is_steady) {
    MotionNode there = to_p(next_to(is_at_end)), here = there;
    here.p = is_at_end ? pace_.end() : pace_.begin();
    if (!is_steady) {
      here.x += 2.0 * there.u * (here.p - there.p);
      nodes_.push_back(here);
      return;
    }
    here.u = there.u = 0.0;
    nodes_.push_back(is_at_end ? there : here);
    nodes_.push_back(is_at_end ? here : there);
  }

  // So that x is right at both ends.
  void fit_bulges() {
    for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
      const MotionNode& next = nodes_[i + 1];
      MotionNode& node = nodes_[i];
      const double length = next.p - node.p;
      if (!(length > 0.0)) continue;
      node.bulge = ((next.x - node.x) / length - node.u - next.u) / kRiseByBulge;
    }
  }

  const StandstillPace& pace_;
  std::vector<MotionNode> by_s_, nodes_;
};

// A stretch with what tells it by p, if that is not s, and d1² on the ways next to its ends.
struct StretchByS {
  std::span<const MotionNode> nodes;
  std::optional<TellerByP> teller{};
  std::optional<double> begin_x{}, end_x{};
};

// Where one stretch goes on at the standstill at which another one ends a plan has one d1: the
// smaller one, and on both ways.
void agree_at_standstills(std::vector<StretchByS>& stretches) {
  for (std::size_t i = 0; i + 1 < stretches.size(); ++i) {
    StretchByS &before = stretches[i], &after = stretches[i + 1];
    if (!before.teller || !after.teller || before.nodes.back().p != after.nodes.front().p) continue;
    const auto end_x = before.teller->find_steady_x(true);
    const auto begin_x = after.teller->find_steady_x(false);
    if (end_x && begin_x) before.end_x = after.begin_x = std::min(*end_x, *begin_x);
  }
}

// Places of one stretch follow each other. @return to where, from `first`
template <class Told>
std::size_t find_end(const std::vector<Told>& all, std::size_t first) {
  std::size_t end = first + 1;
  while (end < all.size() && all[end].stretch == all[first].stretch) ++end;
  return end;
}

// Forces are straight between places by s.
std::vector<MotionForces> tell_forces(const StandstillPace& pace,
                                      std::span<const MotionForces> by_s) {
  std::vector<MotionForces> told;
  for (std::size_t i = 0; i < by_s.size(); ++i) {
    const MotionForces& one = by_s[i];
    told.push_back({pace.find_place(one.p).p, one.forces, one.stretch});
    if (i + 1 == by_s.size() || by_s[i + 1].p <= one.p) continue;
    const MotionForces& next = by_s[i + 1];
    for (const double s : pace.list_between(one.p, next.p)) {
      const double share = (s - one.p) / (next.p - one.p);
      told.push_back(
          {pace.find_place(s).p, (1.0 - share) * one.forces + share * next.forces, one.stretch});
    }
  }
  return told;
}

}  // namespace

MotionSolution PacedField::tell_by_p(const MotionSolution& by_s) const {
  MotionSolution told = by_s;
  told.nodes.clear();
  told.course.clear();
  const auto pace_of = [&](const auto& all, std::size_t first, std::size_t end) {
    return find_pace(0.5 * (all[first].p + all[end - 1].p));
  };
  const auto append = [](const auto& some, auto& all) {
    all.insert(all.end(), some.begin(), some.end());
  };
  std::vector<StretchByS> stretches;
  for (std::size_t i = 0; i < by_s.nodes.size();) {
    const std::size_t end = find_end(by_s.nodes, i);
    StretchByS one{.nodes = std::span(by_s.nodes).subspan(i, end - i)};
    if (const StandstillPace* pace = pace_of(by_s.nodes, i, end)) {
      one.teller.emplace(*pace, one.nodes);
      if (pace->order(false) > 1) one.begin_x = one.teller->find_steady_x(false);
      if (pace->order(true) > 1) one.end_x = one.teller->find_steady_x(true);
    }
    stretches.push_back(std::move(one));
    i = end;
  }
  agree_at_standstills(stretches);
  for (StretchByS& one : stretches) {
    if (one.teller) {
      append(one.teller->run(one.begin_x, one.end_x), told.nodes);
    } else {
      append(one.nodes, told.nodes);
    }
  }
  for (std::size_t i = 0; i < by_s.course.size();) {
    const std::size_t end = find_end(by_s.course, i);
    const std::span<const MotionForces> forces(by_s.course.data() + i, end - i);
    const StandstillPace* pace = pace_of(by_s.course, i, end);
    if (pace == nullptr) {
      append(forces, told.course);
    } else {
      append(tell_forces(*pace, forces), told.course);
    }
    i = end;
  }
  return told;
}

}  // namespace convex
}  // namespace globaldyn::inside
