#include "globaldyn/plan/rows/rough_motion.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

// a x + b sqrt(x) + c: d2 must be below it, or above it, or it must not be above 0.
struct RoughLimit {
  double a, b, c;

  [[nodiscard]] double at(double x, double root) const { return a * x + b * root + c; }
};

class RoughMaker {
 public:
  RoughMaker(const RowGrid& grid, const std::vector<SpeedGate>& gates)
      : segments_(grid.segments()), gates_(gates) {}

  std::vector<RoughSpeeds> make() {
    speeds_.resize(segments_.size());
    if (!pass_backward() || !pass_forward()) return {};
    return std::move(speeds_);
  }

 private:
  // Evaluates at a fraction of a segment whose quarters have length h.
  void look(const GridSegment& s, double r, double h) {
    highs_.clear();
    lows_.clear();
    flats_.clear();
    double steepest = 0.0;
    for (std::size_t k = 0; k < s.sides.size(); ++k) {
      const Side& side = s.sides[k];
      const double a = side.a.at(r), c = side.c.at(r), d = side.d.at(r);
      const double b = s.curved->roots[k].at(r);
      steepest = std::max({steepest, std::abs(a) + 0.5 * std::abs(d) / h, b * b});
      if (d == 0.0) {
        flats_.push_back({a, b, c});
      } else {
        const double by_d = -1.0 / d;
        (d > 0.0 ? highs_ : lows_).push_back({by_d * a, by_d * b, by_d * c});
      }
    }
    scale_ = steepest > 0.0 ? 1.0 / steepest : 1.0;
  }

  // d2 allowed at x; empty where x is not.
  [[nodiscard]] Interval find_pushes(double x) const {
    const double root = std::sqrt(x);
    for (const RoughLimit& flat : flats_) {
      if (flat.at(x, root) > 0.0) return {kInfinity, -kInfinity};
    }
    Interval u{-kInfinity, kInfinity};
    for (const RoughLimit& low : lows_) u.low = std::max(u.low, low.at(x, root));
    for (const RoughLimit& high : highs_) u.high = std::min(u.high, high.at(x, root));
    return u;
  }

  // The highest x up to which there is room left, searched up and down from `scale`; infinite if
  // there always is, negative if there never is.
  template <typename Room>
  [[nodiscard]] static double find_highest(double scale, const Room& find_room) {
    // Most neighbours are alike; the factor is squared each time, so that it gets to any x in ten.
    constexpr double kFirst = 1.25, kFar = 1e60, kNear = 1e-60;
    constexpr double kExact = 1e-4;  // implicit Euler is worse by far
    constexpr int kMostSteps = 40;
    double low = scale, high = scale, wider = kFirst;
    double left = find_room(scale), lacks = left;
    if (left >= 0.0) {
      while (lacks >= 0.0) {
        left = lacks;
        low = high;
        high *= wider;
        wider *= wider;
        if (!(high <= kFar * scale)) return kInfinity;
        lacks = find_room(high);
      }
    } else {
      while (!(left >= 0.0)) {
        lacks = left;
        high = low;
        low /= wider;
        wider *= wider;
        if (!(low > kNear * scale)) return find_room(0.0) >= 0.0 ? 0.0 : -1.0;
        left = find_room(low);
      }
    }
    // At the root of a line through both, and slightly next to it, or half-way.
    for (int i = 0; i < kMostSteps && high > low * (1.0 + kExact); ++i) {
      double x = std::sqrt(low * high);
      const double root = low + (high - low) * left / (left - lacks);
      if (i % 3 != 2 && root > low && root < high) {
        x = i % 3 == 0 ? root * (1.0 - 0.4 * kExact) : root * (1.0 + 0.4 * kExact);
        if (!(x > low && x < high)) x = std::sqrt(low * high);
      }
      const double room = find_room(x);
      (room >= 0.0 ? low : high) = x;
      (room >= 0.0 ? left : lacks) = room;
    }
    return low;
  }

  [[nodiscard]] const SpeedGate* find_gate(double p) const {
    for (const SpeedGate& gate : gates_) {
      if (gate.p == p) return &gate;
    }
    return nullptr;
  }

  [[nodiscard]] double end_of(std::size_t i) const {
    return i + 1 < segments_.size() ? segments_[i + 1].p : gates_.back().p;
  }

  bool pass_backward() {
    double next = gates_.back().most;
    for (std::size_t i = segments_.size(); i-- > 0;) {
      if (const SpeedGate* gate = find_gate(end_of(i))) next = std::min(next, gate->most);
      const double h = 0.25 * segments_[i].h;
      speeds_[i][4] = next;
      for (std::size_t j = 4; j-- > 0;) {
        look(segments_[i], 0.25 * static_cast<double>(j), h);
        const double step = next < kInfinity ? std::max(next, least_) : least_;
        next = find_highest(step > 0.0 ? step : scale_, [&](double x) {
          const Interval u = find_pushes(x);
          const double room = 2.0 * h * (u.high - u.low);
          return next == kInfinity ? room : std::min(room, next - x - 2.0 * h * u.low);
        });
        if (next < 0.0) return false;
        if (next > 0.0 && next < kInfinity) least_ = next;
        speeds_[i][j] = next;
      }
    }
    if (const SpeedGate* gate = find_gate(segments_.front().p)) {
      speeds_.front()[0] = std::min(next, gate->most);
    }
    return true;
  }

  bool pass_forward() {
    double x = speeds_.front()[0];
    if (x == kInfinity) return false;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const double h = 0.25 * segments_[i].h;
      speeds_[i][0] = x = std::min(x, speeds_[i][0]);
      for (std::size_t j = 1; j < 5; ++j) {
        look(segments_[i], 0.25 * static_cast<double>(j), h);
        const double most = speeds_[i][j];
        const double scale = x > 0.0 ? x : most > 0.0 && most < kInfinity ? most : least_;
        const double next = find_highest(scale > 0.0 ? scale : scale_, [&](double value) {
          const Interval u = find_pushes(value);
          return std::min(2.0 * h * (u.high - u.low), x + 2.0 * h * u.high - value);
        });
        x = std::min(next, most);
        if (!(x >= 0.0 && x < kInfinity)) return false;
        speeds_[i][j] = x;
      }
    }
    return true;
  }

  const std::vector<GridSegment>& segments_;
  const std::vector<SpeedGate>& gates_;
  std::vector<RoughLimit> highs_, lows_, flats_;  // at the evaluated place
  double scale_{1.0};                             // rough size of x there, if nothing else is known
  std::vector<RoughSpeeds> speeds_;
  double least_{0.0};  // the last x that was neither 0 nor infinite
};

}  // namespace

std::vector<RoughSpeeds> find_rough_motion(const RowGrid& grid,
                                           const std::vector<SpeedGate>& gates) {
  return RoughMaker(grid, gates).make();
}

}  // namespace plan
}  // namespace globaldyn::inside
