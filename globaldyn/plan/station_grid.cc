#include "globaldyn/plan/station_grid.h"

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
  for (auto& stations : stations_) stations.clear();
  add(place_stations(nodes));
}

void StationGrid::set_share(double share) {
  share_ = share;
  start(list_nodes());
}

std::vector<double> StationGrid::list_nodes() const {
  std::vector<double> nodes;
  for (std::size_t i = 0; i < stations_[0].size(); i += kStationsPerSegment)
    nodes.push_back(stations_[0][i].p);
  return nodes;
}

double StationGrid::find_share(Version version) const {
  return version == Version::exact ? 0.0 : version == Version::tightened ? share_ : -share_;
}

void StationGrid::fill(const LimitSystem& system, double share, Region& region) {
  scratch_ = system;
  tighten(scratch_, reserve_ + (1.0 - reserve_) * share);
  solver_.solve(scratch_, region);
}

std::vector<Region> StationGrid::evaluate(std::span<const double> p) {
  std::vector<LimitsAt> limits(p.size());
  source_(p, limits);
  std::vector<Region> regions(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) fill(limits[i].before, 0.5 * share_, regions[i]);
  return regions;
}

// Appends stations at the given p.
void StationGrid::add(std::span<const double> p) {
  std::vector<LimitsAt> limits(p.size());
  source_(p, limits);
  for (const Version version : {Version::exact, Version::tightened, Version::widened}) {
    auto& stations = stations_[static_cast<std::size_t>(version)];
    for (std::size_t i = 0; i < p.size(); ++i) {
      Station station{p[i], {}, {}};
      fill(limits[i].before, find_share(version), station.before);
      if (limits[i].after) {
        fill(*limits[i].after, find_share(version), station.after);
      } else {
        station.after = station.before;
      }
      stations.push_back(std::move(station));
    }
  }
}

void StationGrid::halve(const std::vector<bool>& marked) {
  std::array<std::vector<Station>, 3> old = std::move(stations_);
  for (auto& stations : stations_) stations.clear();
  std::vector<double> added;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (!marked[i]) continue;
    for (std::size_t k = 0; k < kStationsPerSegment; ++k) {
      const std::size_t at = kStationsPerSegment * i + k;
      added.push_back(0.5 * (old[0][at].p + old[0][at + 1].p));
    }
  }
  if (!added.empty()) add(added);
  for (std::size_t version = 0; version < stations_.size(); ++version) {
    std::vector<Station> fresh = std::move(stations_[version]), merged;
    merged.reserve(old[version].size() + fresh.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      for (std::size_t k = 0; k < kStationsPerSegment; ++k) {
        merged.push_back(std::move(old[version][kStationsPerSegment * i + k]));
        if (marked[i]) merged.push_back(std::move(fresh[next++]));
      }
    }
    merged.push_back(std::move(old[version].back()));
    stations_[version] = std::move(merged);
  }
}

}  // namespace globaldyn
