#include "globaldyn/plan/path_scan.h"

#include <algorithm>

#include "core/base/interval.h"

namespace globaldyn {
namespace {

// The corner of |p - p0| between two samples is at most a third of the larger neighbour's value.
constexpr double kDip = 0.6;
// What is left of the margin at a singularity is round-off.
constexpr double kNothing = 1e-8;

struct Dip {
  Interval p;
  double neighbour;  // the larger margin beside it
  double least;
  double at;
};

std::vector<Dip> find_dips(const PathScan& scan) {
  std::vector<Dip> dips;
  for (std::size_t i = 1; i + 1 < scan.p.size(); ++i) {
    const double before = scan.margin[i - 1], here = scan.margin[i], after = scan.margin[i + 1];
    const double neighbour = std::max(before, after);
    if (here > before || here >= after || here > kDip * neighbour) continue;
    dips.push_back({{scan.p[i - 1], scan.p[i + 1]}, neighbour, here, scan.p[i]});
  }
  return dips;
}

void narrow(const MarginSource& margins, double width, std::vector<Dip>& dips) {
  constexpr int kParts = 10;
  constexpr int kMostRounds = 24;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<double> p;
    for (const Dip& dip : dips) {
      if (dip.p.high - dip.p.low <= width) continue;
      for (int j = 1; j < kParts; ++j) {
        p.push_back(dip.p.low + (dip.p.high - dip.p.low) * j / kParts);
      }
    }
    if (p.empty()) return;
    const std::vector<double> values = margins(p);
    for (Dip& dip : dips) {
      const Interval old = dip.p;
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] <= old.low || p[i] >= old.high || values[i] > dip.least) continue;
        dip.least = values[i];
        dip.at = p[i];
      }
      const double part = (old.high - old.low) / kParts;
      dip.p = {std::max(old.low, dip.at - part), std::min(old.high, dip.at + part)};
    }
  }
}

}  // namespace

std::vector<double> find_singularities(const PathScan& scan, const MarginSource& margins) {
  std::vector<Dip> dips = find_dips(scan);
  if (dips.empty()) return {};
  constexpr double kWidth = 1e-13;
  narrow(margins, kWidth * scan.p.back(), dips);
  std::vector<double> found;
  for (const Dip& dip : dips) {
    if (dip.least <= kNothing * dip.neighbour) found.push_back(dip.at);
  }
  return found;
}

}  // namespace globaldyn
