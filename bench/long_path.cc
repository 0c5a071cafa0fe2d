#include "bench/long_path.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <sstream>
#include <vector>

namespace globaldyn::inside::bench {
namespace {

struct Point {
  double x, y;
};

// Always the same, independent of the library's distributions.
class Source {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }

 private:
  std::mt19937 engine_{7};
};

// A random walk back and forth between the guideways.
std::vector<Point> walk_about(int pieces) {
  constexpr double kFar = 0.4, kWide = 0.12, kTurn = 1.2;
  Source source;
  std::vector<Point> points{{0.0, 0.0}};
  double heading = 0.3;
  while (static_cast<int>(points.size()) <= pieces) {
    const double next = heading + source.between(-kTurn, kTurn);
    const double length = source.between(0.005, 0.02);
    const Point to{points.back().x + length * std::cos(next),
                   points.back().y + length * std::sin(next)};
    const bool is_inside = std::abs(to.x) < kFar && std::abs(to.y) < kWide;
    heading = is_inside ? next : heading + 0.7;
    if (is_inside) points.push_back(to);
  }
  return points;
}

// Three rounds of a figure of eight, as an instrument would measure them.
std::vector<Point> measure(int pieces) {
  constexpr double kNoise = 1e-6, kRounds = 3.0;
  Source source;
  std::vector<Point> points;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = 2.0 * std::numbers::pi * kRounds * i / pieces;
    points.push_back({0.3 * std::sin(angle) + source.between(-kNoise, kNoise),
                      0.1 * std::sin(2.0 * angle) + source.between(-kNoise, kNoise)});
  }
  return points;
}

void write_points(const std::vector<Point>& points, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << "p,x,y\n";
  double p = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto [x, y] = points[i];
    if (i > 0) p += std::hypot(x - points[i - 1].x, y - points[i - 1].y);
    out << fmt::format("{},{},{}\n", p, x, y);
  }
}

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

}  // namespace

Machine make_long_path(const LongPathOptions& options) {
  std::ifstream in(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/planar_2dof/planar_2dof.yaml");
  std::stringstream read;
  read << in.rdbuf();
  std::string text = read.str();
  text.resize(text.find("\npaths:"));
  if (options.has_motors) {
    text = replace_all(text, "limits: force",
                       "limits: force, max_speed: 3 m/s, speed_line: {stall: 1200 N, "
                       "no_load_speed: 5 m/s}, coulomb: 20 N, viscous: 15 N*s/m");
  }
  // Tests run in parallel.
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("globaldyn_long_path_{}", ::getpid());
  std::filesystem::create_directories(folder);
  const bool is_measured = options.kind == LongPathKind::measured;
  write_points(is_measured ? measure(options.pieces) : walk_about(options.pieces),
               folder / "points.csv");
  const bool is_polyline = options.kind == LongPathKind::polyline;
  text += fmt::format("\npaths:\n  long: {{position: {{csv: {{file: points.csv, {}}}}}}}\n",
                      is_polyline ? "interpolation: polyline, blend: 1 mm, shape: parabola"
                                  : "interpolation: spline");
  Machine machine = parse_machine(text, "long_path.yaml", folder.string());
  std::filesystem::remove_all(folder);
  return machine;
}

}  // namespace globaldyn::inside::bench
