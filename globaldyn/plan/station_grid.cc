#include "globaldyn/plan/station_grid.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "globaldyn/plan/stand.h"

namespace globaldyn {

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

StationGrid::StationGrid(const LimitSource& source, double reserve, double share)
    : source_(source), reserve_(reserve), share_(share) {}

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
  tighten(scratch_, reserve_ + (1.0 - reserve_) * share);
  solver_.solve(scratch_, region);
}

void StationGrid::fill(std::size_t at, Version version) {
  const double share = version == Version::exact       ? 0.0
                       : version == Version::tightened ? share_
                                                       : -share_;
  Station& station = stations_[static_cast<std::size_t>(version)][at];
  fill(limits_[at].before, share, station.before);
  if (limits_[at].after) fill(*limits_[at].after, share, station.step.emplace());
}

void StationGrid::fill_bounds(std::size_t at) {
  fill(at, Version::tightened);
  fill(at, Version::widened);
}

std::vector<LimitsAt> StationGrid::ask(std::span<const double> p) const {
  std::vector<LimitsAt> limits(p.size());
  if (!p.empty()) source_(p, limits);
  return limits;
}

std::vector<bool> StationGrid::find_broken(std::span<const Look> looks,
                                           std::span<const SegmentMotion> motions) {
  std::vector<double> p;
  for (const Look& look : looks) p.push_back(look.p);
  looked_.resize(std::max(looked_.size(), looks.size()));
  source_(p, {looked_.data(), looks.size()});
  std::vector<bool> broken(motions.size(), false);
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const auto& [at, segment, s] = looks[i];
    if (!broken[segment]) broken[segment] = leaves(looked_[i].before, motions[segment], s);
  }
  return broken;
}

// Whether a motion is beyond limits tightened by half as much as its own.
bool StationGrid::leaves(LimitSystem& limits, const SegmentMotion& motion, double s) {
  tighten(limits, reserve_ + (1.0 - reserve_) * 0.5 * share_);
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

}  // namespace globaldyn
