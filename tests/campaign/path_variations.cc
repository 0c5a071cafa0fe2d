#include "tests/campaign/path_variations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "globaldyn/motion/closure.h"
#include "tests/campaign/path_text.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kStop = 0.1;  // s
constexpr std::array kLaps{2, 3, 5, 8, 16, 64};
constexpr int kSides = 5;

// Whether the path prescribes the same at both p, angles up to whole turns.
bool is_same(const Machine& machine, const Path& path, double a, double b) {
  constexpr double kTurn = 2.0 * std::numbers::pi, kSame = 1e-9;
  const Task first = path.task(a), second = path.task(b);
  for (Eigen::Index k = 0; k < first.size(); ++k) {
    double gap = second.target.value(k) - first.target.value(k);
    const TaskCoordinate& coordinate = path.coordinates[static_cast<std::size_t>(k)];
    if (is_rotational(machine.mechanism, coordinate)) gap -= kTurn * std::round(gap / kTurn);
    if (std::abs(gap) > kSame) return false;
  }
  return (first.target.rotation - second.target.rotation).norm() <= kSame;
}

// Whether its formulas continue beyond the end as at the start.
bool is_periodic(const Machine& machine, const Path& path) {
  const auto repeats = [&](double share) {
    return is_same(machine, path, share * path.p_max, (1.0 + share) * path.p_max);
  };
  return repeats(0.0) && repeats(0.1234) && repeats(0.71);
}

// Lengths of blends up to a third of the shortest side.
std::vector<double> list_blends(double shortest) {
  std::vector<double> blends;
  for (double length = 1e-6; length < shortest / 3.0; length *= 10.0) blends.push_back(length);
  blends.push_back(shortest / 3.0);
  return blends;
}

double find_shortest_side(const Path& path, const std::vector<double>& knots) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < knots.size(); ++i) {
    double square = 0.0;
    const Task a = path.task(knots[i - 1]), b = path.task(knots[i]);
    for (std::size_t k = 0; k < path.coordinates.size(); ++k) {
      if (path.coordinates[k].kind != TaskCoordinate::Kind::position) continue;
      const auto at = static_cast<Eigen::Index>(k);
      const double side = b.target.value(at) - a.target.value(at);
      square += side * side;
    }
    shortest = std::min(shortest, std::sqrt(square));
  }
  return shortest;
}

std::vector<double> list_knots(double p_max, int pieces) {
  std::vector<double> knots;
  for (int i = 0; i <= pieces; ++i) knots.push_back(p_max * i / pieces);
  return knots;
}

bool closes(const Machine& machine, const Path& path) {
  PathSurvey survey(machine, path);
  return survey.failure().status == SampleStatus::ok && find_gap(machine, path, survey).empty();
}

class Variations {
 public:
  Variations(const Machine& machine, const Path& path, const std::string& text)
      : machine_(machine),
        path_(path),
        text_(make_path_text(YAML::Load(text)["paths"][path.name], path)),
        closes_(is_same(machine, path, 0.0, path.p_max) && closes(machine, path)) {}

  std::vector<PathVariation> list() {
    add("as_is", text_);
    add_ways("", text_);
    if (closes_) all_.push_back({"round", write(text_), true});
    if (closes_ && is_periodic(machine_, path_)) {
      for (const int laps : kLaps) add(fmt::format("laps{}", laps), repeat(text_, laps));
    }
    list_points(text_).empty() ? add_points() : add_own_blends();
    return std::move(all_);
  }

 private:
  void add(const std::string& name, const std::optional<PathText>& path) {
    if (path) all_.push_back({name, write(*path), false});
  }

  // Back, and there and back.
  void add_ways(const std::string& prefix, const PathText& path) {
    add(prefix + "back", reverse_path(path));
    add(prefix + "there_and_back", make_round_trip(path, 0.0));
    add(prefix + "there_and_back_stop", make_round_trip(path, kStop));
  }

  // A polyline's own corners with blends, at the distances its file has.
  void add_own_blends() {
    if (list_points(text_).size() < 3) return;
    for (const double length : list_blends(find_shortest_own_side())) {
      const PathText blended = blend(text_, length);
      add(fmt::format("blend{:.3g}", length), blended);
      add_ways(fmt::format("blend{:.3g}_", length), blended);
    }
  }

  // The shortest side in p is the shortest one unless knots are given; half a blend is cut off it.
  [[nodiscard]] double find_shortest_own_side() const {
    const YAML::Node knots = text_.node["position"]["polyline"]["knots"];
    std::vector<double> p;
    if (knots) {
      for (const YAML::Node& knot : knots) p.push_back(knot.as<double>());
    } else {
      // Corners are between the breaks of their blends.
      const std::vector<double>& breaks = path_.steps.breaks;
      p = {0.0, path_.p_max};
      for (std::size_t i = 0; i + 1 < breaks.size(); i += 2) {
        p.push_back(0.5 * (breaks[i] + breaks[i + 1]));
      }
      p.insert(p.end(), path_.steps.corners.begin(), path_.steps.corners.end());
      std::sort(p.begin(), p.end());
    }
    return find_shortest_side(path_, p);
  }

  void add_points() {
    for (const int pieces : {8, 32}) {
      add(fmt::format("spline{}", pieces),
          pass_points(text_, path_, list_knots(path_.p_max, pieces), true, closes_));
    }
    const std::vector<double> knots = list_knots(path_.p_max, kSides);
    const auto polygon = pass_points(text_, path_, knots, false, closes_);
    if (!polygon) return;
    const std::string name = fmt::format("polygon{}", kSides);
    add(name, polygon);
    add_ways(name + "_", *polygon);
    const std::vector<double> blends = list_blends(find_shortest_side(path_, knots));
    for (const double length : blends) {
      const PathText blended = blend(*polygon, length);
      const std::string prefix = fmt::format("{}_blend{:.3g}_", name, length);
      add(prefix.substr(0, prefix.size() - 1), blended);
      add_ways(prefix, blended);
    }
    if (!closes_) return;
    const PathText roundest = blend(*polygon, blends.back());
    for (const int laps : kLaps) add(fmt::format("{}_laps{}", name, laps), repeat(roundest, laps));
  }

  const Machine& machine_;
  const Path& path_;
  PathText text_;
  bool closes_;
  std::vector<PathVariation> all_;
};

}  // namespace

std::vector<PathVariation> list_variations(const Machine& machine, const Path& path,
                                           const std::string& text) {
  return Variations(machine, path, text).list();
}

}  // namespace globaldyn::inside::test
