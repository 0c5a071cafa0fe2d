#include "globaldyn/plan/regions/station_grid.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/memory.h"
#include "core/base/nth.h"
#include "globaldyn/plan/regions/stand.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// Work for any region, in sides of limits.
constexpr std::size_t kWorkOfRegion = 10;

std::size_t calc_system_bytes(const LimitSystem& system) {
  const std::size_t of_v =
      system.redundancy == 0
          ? 0
          : static_cast<std::size_t>(system.redundancy) * sizeof(double) + kBlockOverhead;
  return system.rows.size() * (sizeof(LimitRow) + of_v) +
         system.equalities.size() * sizeof(MotionPolynomial) + 2 * kBlockOverhead;
}

// Its strips, and about two curves for each with the limits active along them.
std::size_t calc_region_bytes(const Region& region) {
  constexpr std::size_t kCurves = 2 * (sizeof(LimitCurve) + 2 * sizeof(HeldLimit));
  return region.strips().size() * (sizeof(Strip) + kCurves) + 4 * kBlockOverhead;
}

}  // namespace

// Each direction of preload is one more limit in every sum.
std::size_t count_region_work(const LimitSystem& system) {
  const std::size_t sides = 2 * (system.rows.size() + system.equalities.size());
  const auto preload = static_cast<std::size_t>(1 + system.redundancy);
  return kWorkOfRegion + sides * preload;
}

std::vector<double> place_stations(const std::vector<double>& nodes) {
  std::vector<double> p;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    for (std::size_t k = 0; k < kStationsPerSegment; ++k) {
      const double share = static_cast<double>(k) / static_cast<double>(kStationsPerSegment);
      p.push_back(nodes[i] + share * (nodes[i + 1] - nodes[i]));
    }
  }
  p.push_back(nodes.back());
  return p;
}

StationGrid::StationGrid(LimitField& field, double share, WorkMeter& meter)
    : field_(field), share_(share), meter_(meter) {}

void StationGrid::start(const std::vector<double>& nodes) {
  const std::vector<double> p = place_stations(nodes);
  limits_ = ask(p);
  for (auto& stations : stations_) stations.assign(p.size(), {});
  for (std::size_t at = 0; at < p.size(); ++at) {
    for (auto& stations : stations_) stations[at].p = p[at];
    fill(at, Version::exact);
    if (at % 2 == 0) fill_bounds(at);
  }
}

void StationGrid::set_share(double share) {
  share_ = share;
  for (std::size_t at = 0; at < limits_.size(); at += 2) fill_bounds(at);
}

std::vector<double> StationGrid::list_nodes() const {
  std::vector<double> nodes;
  for (std::size_t i = 0; i < stations_[0].size(); i += kStationsPerSegment)
    nodes.push_back(stations_[0][i].p);
  return nodes;
}

void StationGrid::fill(const LimitSystem& system, double share, Region& region) {
  scratch_ = system;
  tighten(scratch_, share);
  meter_.add(count_region_work(system));
  solver_.solve(scratch_, region);
}

std::size_t StationGrid::calc_bytes() const {
  std::size_t bytes = 0;
  for (const LimitsAt& limits : limits_) {
    bytes += calc_system_bytes(limits.before) + sizeof(LimitsAt);
    if (limits.after) bytes += calc_system_bytes(*limits.after);
  }
  for (const auto& stations : stations_) {
    for (const Station& station : stations) {
      bytes += calc_region_bytes(station.before) + sizeof(Station);
      if (station.step) bytes += calc_region_bytes(*station.step);
    }
  }
  return bytes;
}

void StationGrid::clear() {
  limits_ = {};
  stations_ = {};
  looked_ = {};
}

void StationGrid::fill(std::size_t at, Version version) {
  const double share = version == Version::exact       ? 0.0
                       : version == Version::tightened ? share_
                                                       : -share_;
  Station& station = nth(stations_, version)[at];
  fill(limits_[at].before, share, station.before);
  if (limits_[at].after) fill(*limits_[at].after, share, station.step.emplace());
}

void StationGrid::fill_bounds(std::size_t at) {
  fill(at, Version::tightened);
  fill(at, Version::widened);
}

std::vector<LimitsAt> StationGrid::ask(std::span<const double> p) {
  std::vector<LimitsAt> limits(p.size());
  meter_.add(field_.work_of_look() * p.size());
  if (!p.empty()) field_.look(p, limits);
  return limits;
}

std::vector<bool> StationGrid::find_broken(std::span<const Look> looks,
                                           std::span<const SegmentMotion> motions) {
  // This many at once: limits of all would take more memory than what is kept.
  constexpr std::size_t kAtOnce = 1024;
  std::vector<bool> broken(motions.size(), false);
  std::vector<double> p;
  looked_.resize(std::min(kAtOnce, std::max(looked_.size(), looks.size())));
  for (std::size_t first = 0; first < looks.size(); first += kAtOnce) {
    const auto some = looks.subspan(first, std::min(kAtOnce, looks.size() - first));
    p.clear();
    for (const Look& look : some) p.push_back(look.p);
    meter_.add(field_.work_of_look() * p.size());
    field_.look(p, {looked_.data(), some.size()});
    for (std::size_t i = 0; i < some.size(); ++i) {
      const auto& [at, segment, s] = some[i];
      if (!broken[segment]) broken[segment] = leaves(looked_[i].before, motions[segment], s);
    }
  }
  return broken;
}

// Whether a motion violates limits tightened by half as much as its own.
bool StationGrid::leaves(LimitSystem& limits, const SegmentMotion& motion, double s) {
  meter_.add(2 * limits.rows.size());
  tighten(limits, 0.5 * share_);
  const auto is_kept = keeps_rows(limits, motion, s);
  if (is_kept) return !*is_kept;
  solver_.solve(limits, looked_region_);
  return !keeps_at(looked_region_, motion, s);
}

void StationGrid::halve(const std::vector<bool>& marked) {
  std::array<std::vector<Station>, 3> old = std::exchange(stations_, {});
  std::vector<LimitsAt> old_limits = std::exchange(limits_, {});
  std::vector<double> added;
  for (std::size_t at = 0; at + 1 < old[0].size(); ++at) {
    if (marked[at / kStationsPerSegment])
      added.push_back(std::midpoint(old[0][at].p, old[0][at + 1].p));
  }
  std::vector<LimitsAt> added_limits = ask(added);
  // Growing gradually they would take up to three times as much.
  const std::size_t count = old_limits.size() + added.size();
  limits_.reserve(count);
  for (auto& stations : stations_) stations.reserve(count);
  auto next = added.begin();
  auto next_limits = added_limits.begin();
  for (std::size_t at = 0; at < old_limits.size(); ++at) {
    const bool is_halved = at + 1 < old_limits.size() && marked[at / kStationsPerSegment];
    limits_.push_back(std::move(old_limits[at]));
    for (std::size_t version = 0; version < stations_.size(); ++version) {
      stations_[version].push_back(std::move(old[version][at]));
    }
    if (!is_halved) continue;
    if (at % 2 == 1) fill_bounds(limits_.size() - 1);  // a quarter becomes a middle
    limits_.push_back(std::move(*next_limits++));
    for (auto& stations : stations_) stations.push_back({*next, {}, {}});
    ++next;
    fill(limits_.size() - 1, Version::exact);
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
