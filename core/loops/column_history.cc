#include "core/loops/column_history.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {
namespace {

// As many as a polynomial of degree 16 has nodes, and a few more.
constexpr std::size_t kStations = 20;

}  // namespace

ColumnHistory::ColumnHistory(std::size_t columns, std::size_t states, std::size_t angles)
    : stations_(kStations) {
  for (TreeStation& station : stations_) {
    station.state.resize(states);
    AngleMotion& counted = station.angles;
    for (auto* values : {&counted.value, &counted.first, &counted.second}) values->resize(angles);
    for (auto* values : {&station.way, &station.first, &station.second, &station.local_first,
                         &station.local_second}) {
      values->resize(columns);
    }
  }
}

TreeStation& ColumnHistory::add(double h) {
  const double at = count_ == 0 ? 0.0 : here().at + h;
  if (is_beside_a_break(at)) count_ = 0;
  here_ = count_ == 0 ? 0 : (here_ + 1) % kStations;
  count_ = std::min(count_ + 1, kStations);
  TreeStation& station = stations_[here_];
  station.at = at;
  std::fill(station.way.begin(), station.way.end(), 0.0);
  return station;
}

// A station this close to an earlier one is on the other side of a break.
bool ColumnHistory::is_beside_a_break(double at) const {
  // Nodes are 1e-2 of a panel apart at least, both sides of a break some rounding errors.
  constexpr double kNothing = 1e-6;
  double nearest = INFINITY, next = INFINITY;
  for (std::size_t i = 0; i < count_; ++i) {
    const double way = std::abs(stations_[i].at - at);
    next = std::min(next, std::max(nearest, way));
    nearest = std::min(nearest, way);
  }
  return count_ > 1 && nearest < kNothing * next;
}

// Of equally near ones, the current station, otherwise the first.
std::size_t ColumnHistory::find_nearest(double at) const {
  assert(count_ > 0);
  std::size_t nearest = here_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (std::abs(stations_[i].at - at) < std::abs(stations_[nearest].at - at)) nearest = i;
  }
  return nearest;
}

double ColumnHistory::find_distance(double h) const {
  const double at = here().at + h;
  return std::abs(stations_[find_nearest(at)].at - at);
}

std::optional<ColumnHistory::Guides> ColumnHistory::find_guides(double h) const {
  // The further beyond both, the more their rounding errors are amplified: here a thousandfold.
  constexpr double kFurthest = 2.5;
  const double target = here().at + h;
  const auto distance_of = [&](std::size_t i) { return std::abs(stations_[i].at - target); };
  const std::size_t from = find_nearest(target);
  const double way = distance_of(from);
  std::optional<std::size_t> by;
  for (std::size_t i = 0; i < count_; ++i) {
    const double apart = std::abs(stations_[i].at - stations_[from].at);
    if (i == from || apart == 0.0 || apart * kFurthest < way) continue;
    if (!by || distance_of(i) < distance_of(*by)) by = i;
  }
  if (!by) return std::nullopt;
  return Guides{&stations_[from], &stations_[*by]};
}

void predict_columns(double length, double h, std::span<const double> first_before,
                     std::span<const double> second_before, std::span<const double> moved,
                     std::span<const double> first, std::span<const double> second,
                     std::span<double> moves) {
  // Hermite basis on [0, 1], which is the last step.
  const double t = 1.0 + h / length;
  const double t2 = t * t, t3 = t2 * t, t4 = t3 * t, t5 = t4 * t;
  const double place = 10.0 * t3 - 15.0 * t4 + 6.0 * t5 - 1.0;
  const double rate_before = length * (t - 6.0 * t3 + 8.0 * t4 - 3.0 * t5);
  const double rate = length * (-4.0 * t3 + 7.0 * t4 - 3.0 * t5);
  const double square = 0.5 * length * length;
  const double acceleration_before = square * (t2 - 3.0 * t3 + 3.0 * t4 - t5);
  const double acceleration = square * (t3 - 2.0 * t4 + t5);
  for (std::size_t c = 0; c < moves.size(); ++c) {
    moves[c] = place * moved[c] + rate_before * first_before[c] + rate * first[c] +
               acceleration_before * second_before[c] + acceleration * second[c];
  }
}

}  // namespace core
}  // namespace globaldyn::inside
