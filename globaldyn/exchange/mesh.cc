#include "globaldyn/exchange/mesh.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

namespace globaldyn::inside {
inline namespace exchange {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_bytes(const std::string& file) {
  constexpr std::uintmax_t kMost = 100'000'000;
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kMost) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream all;
  all << stream.rdbuf();
  return std::move(all).str();
}

std::optional<Mesh> refuse_empty(Mesh mesh) {
  for (const Vector3d& one : mesh.points) {
    if (!one.allFinite()) return std::nullopt;
  }
  if (mesh.triangles.empty()) return std::nullopt;
  return mesh;
}

void add_triangle(Mesh& mesh, const std::array<Vector3d, 3>& corners) {
  const int first = static_cast<int>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

// A head of 80 bytes, a count, and 50 bytes a triangle: its normal, its corners, two bytes.
std::optional<Mesh> read_binary_stl(const std::string& bytes) {
  constexpr std::size_t kHead = 84, kTriangle = 50;
  if (bytes.size() < kHead) return std::nullopt;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  if (bytes.size() < kHead + kTriangle * count) return std::nullopt;
  Mesh mesh;
  for (std::size_t i = 0; i < count; ++i) {
    std::array<float, 12> numbers{};
    std::memcpy(numbers.data(), bytes.data() + kHead + kTriangle * i, sizeof numbers);
    std::array<Vector3d, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      corners.at(k) = {numbers.at(3 * k + 3), numbers.at(3 * k + 4), numbers.at(3 * k + 5)};
    }
    add_triangle(mesh, corners);
  }
  return refuse_empty(std::move(mesh));
}

std::optional<Mesh> read_text_stl(const std::string& text) {
  std::istringstream words(text);
  Mesh mesh;
  std::array<Vector3d, 3> corners;
  std::size_t count = 0;
  for (std::string word; words >> word;) {
    if (word != "vertex") continue;
    Vector3d& corner = corners.at(count % 3);
    if (!(words >> corner.x() >> corner.y() >> corner.z())) return std::nullopt;
    if (++count % 3 == 0) add_triangle(mesh, corners);
  }
  return refuse_empty(std::move(mesh));
}

// The first of v/vt/vn, from 1, or from the end if it is below 0.
std::optional<int> read_corner(const std::string& word, std::size_t points) {
  int index = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
  const int at = index > 0 ? index - 1 : static_cast<int>(points) + index;
  if (error != std::errc() || index == 0 || at < 0 || at >= static_cast<int>(points)) {
    return std::nullopt;
  }
  return at;
}

std::optional<Mesh> read_obj(const std::string& text) {
  std::istringstream lines(text);
  Mesh mesh;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      Vector3d& point = mesh.points.emplace_back();
      if (!(words >> point.x() >> point.y() >> point.z())) return std::nullopt;
    } else if (kind == "f") {
      std::vector<int> corners;
      for (std::string word; words >> word;) {
        const auto at = read_corner(word, mesh.points.size());
        if (!at) return std::nullopt;
        corners.push_back(*at);
      }
      for (std::size_t k = 2; k < corners.size(); ++k) {
        mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
      }
    }
  }
  return refuse_empty(std::move(mesh));
}

// A text begins with "solid", and so do some binary files, whose length tells.
bool is_binary_stl(const std::string& bytes) {
  if (bytes.size() < 84) return false;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return bytes.size() == 84 + std::size_t{50} * count || bytes.rfind("solid", 0) != 0;
}

// Corners in columns.
std::vector<Matrix3d> list_faces(const Mesh& mesh, const Vector3d& scale) {
  std::vector<Matrix3d> faces;
  for (const auto& triangle : mesh.triangles) {
    Matrix3d& corners = faces.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(triangle.at(static_cast<std::size_t>(k)));
      corners.col(k) = mesh.points.at(at).cwiseProduct(scale);
    }
  }
  return faces;
}

// Of all faces, by their areas.
Vector3d find_middle(const std::vector<Matrix3d>& faces) {
  Vector3d moment = Vector3d::Zero();
  double sum = 0.0;
  for (const Matrix3d& one : faces) {
    const double area = (one.col(1) - one.col(0)).cross(one.col(2) - one.col(0)).norm();
    moment += area / 3.0 * one.rowwise().sum();
    sum += area;
  }
  return sum > 0.0 ? Vector3d(moment / sum) : moment;
}

// Between the origin and a face.
double find_tetrahedron(const Matrix3d& corners, bool is_signed) {
  const double volume = corners.determinant() / 6.0;
  return is_signed ? volume : std::abs(volume);
}

// The last of four digits of a size, m; 0 of none.
double find_step(double size) {
  return size > 0.0 ? std::pow(10.0, std::floor(std::log10(size)) - 3.0) : 0.0;
}

// About the smallest circle around points in a plane: its centre goes to the farthest, ever less
// far (Badoiu and Clarkson, 2003); after n steps the radius is at most 1/n too large.
Eigen::Vector2d find_circle(const std::vector<Eigen::Vector2d>& points) {
  constexpr int kSteps = 100;
  Eigen::Vector2d centre = points.front();
  for (int i = 1; i <= kSteps; ++i) {
    const auto farthest = std::max_element(
        points.begin(), points.end(), [&](const Eigen::Vector2d& one, const Eigen::Vector2d& two) {
          return (one - centre).squaredNorm() < (two - centre).squaredNorm();
        });
    centre += (*farthest - centre) / (i + 1.0);
  }
  return centre;
}

// Around all points, along a direction; a sphere if it is not longer than wide.
RobotShape find_capsule_along(const std::vector<Vector3d>& points, const Matrix3d& axes) {
  std::vector<Eigen::Vector2d> across;
  std::vector<double> along;
  for (const Vector3d& one : points) {
    const Vector3d local = axes.transpose() * one;
    across.emplace_back(local.head<2>());
    along.push_back(local.z());
  }
  const Eigen::Vector2d centre = find_circle(across);
  double radius = 0.0;
  for (const Eigen::Vector2d& one : across) radius = std::max(radius, (one - centre).norm());
  if (const double step = find_step(radius); step > 0.0) radius = step * std::ceil(radius / step);
  // Every point is in the ball about a place between these: the lowest end is at most `begin`, the
  // highest at least `end`.
  double begin = std::numeric_limits<double>::infinity(), end = -begin;
  for (std::size_t i = 0; i < along.size(); ++i) {
    const double reach =
        std::sqrt(std::max(0.0, radius * radius - (across[i] - centre).squaredNorm()));
    begin = std::min(begin, along[i] + reach);
    end = std::max(end, along[i] - reach);
  }
  const double middle = 0.5 * (begin + end), length = std::max(0.0, end - begin);
  RobotShape shape;
  // A machine's rod counts as a capsule only if it is longer than wide.
  const bool is_ball = length <= 2.0 * radius;
  shape.kind = is_ball ? RobotShape::Kind::sphere : RobotShape::Kind::capsule;
  shape.radius = radius + (is_ball ? 0.5 * length : 0.0);
  shape.length = is_ball ? 0.0 : length;
  shape.placement = {axes * Vector3d(centre.x(), centre.y(), middle), axes};
  return shape;
}

// The smallest of those along the mesh's axes and its principal axes.
RobotShape find_capsule(const std::vector<Vector3d>& points) {
  Vector3d mean = Vector3d::Zero();
  for (const Vector3d& one : points) mean += one / static_cast<double>(points.size());
  Matrix3d spread = Matrix3d::Zero();
  for (const Vector3d& one : points) spread += (one - mean) * (one - mean).transpose();
  const Matrix3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(spread).eigenvectors();
  const auto volume = [](const RobotShape& one) {
    return one.radius * one.radius * (one.length + 4.0 / 3.0 * one.radius);
  };
  std::optional<RobotShape> best;
  for (const Matrix3d& frame : {Matrix3d(Matrix3d::Identity()), principal}) {
    for (int k = 0; k < 3; ++k) {
      Matrix3d axes;
      axes.col(2) = frame.col(k);
      axes.col(0) = frame.col((k + 1) % 3);
      axes.col(1) = axes.col(2).cross(axes.col(0));
      RobotShape shape = find_capsule_along(points, axes);
      // Principal axes of what is nearly round are any: not without need.
      constexpr double kWorth = 0.98;
      if (!best || volume(shape) < kWorth * volume(*best)) best = std::move(shape);
    }
  }
  return *std::move(best);
}

}  // namespace

std::optional<Mesh> read_mesh(const std::string& file) {
  std::string kind = fs::path(file).extension().string();
  for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (kind != ".stl" && kind != ".obj") return std::nullopt;
  const auto bytes = read_bytes(file);
  if (!bytes) return std::nullopt;
  if (kind == ".obj") return read_obj(*bytes);
  return is_binary_stl(*bytes) ? read_binary_stl(*bytes) : read_text_stl(*bytes);
}

std::string find_mesh(const std::string& uri, const std::string& robot_file) {
  std::error_code error;
  const auto is_there = [&](const fs::path& file) { return fs::is_regular_file(file, error); };
  const std::size_t scheme = uri.find("://");
  const fs::path folder = fs::absolute(robot_file, error).parent_path();
  if (scheme == std::string::npos || uri.rfind("file://", 0) == 0) {
    const std::string path = scheme == std::string::npos ? uri : uri.substr(scheme + 3);
    const fs::path file = folder / path;  // or `path` if it is absolute
    return is_there(file) ? file.string() : "";
  }
  const std::string path = uri.substr(scheme + 3);
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) return "";
  const std::string inside = path.substr(slash + 1);
  for (fs::path at = folder;; at = at.parent_path()) {
    if (is_there(at / path)) return (at / path).string();
    if (at.filename() == path.substr(0, slash) && is_there(at / inside)) {
      return (at / inside).string();
    }
    if (at == at.parent_path()) break;
  }
  const char* roots = std::getenv("ROS_PACKAGE_PATH");
  std::istringstream all(roots != nullptr ? roots : "");
  for (std::string root; std::getline(all, root, ':');) {
    if (is_there(fs::path(root) / path)) return (fs::path(root) / path).string();
  }
  return "";
}

RobotShape make_box(const Mesh& mesh, const Vector3d& scale, const Placement& placement) {
  std::vector<Vector3d> points;
  for (const Vector3d& one : mesh.points) points.push_back(one.cwiseProduct(scale));
  Vector3d low = points.front(), high = low;
  for (const Vector3d& one : points) {
    low = low.cwiseMin(one);
    high = high.cwiseMax(one);
  }
  RobotShape capsule = find_capsule(points);
  Vector3d size = high - low, middle = 0.5 * (low + high);
  if (const double step = find_step(size.maxCoeff()); step > 0.0) {
    // Outwards, in twice the step so that their middle has its digits; rounding errors of points
    // are none.
    constexpr double kNone = 1e-9;
    const Eigen::Array3d from = (low.array() / (2.0 * step) + kNone).floor();
    const Eigen::Array3d to = (high.array() / (2.0 * step) - kNone).ceil();
    size = 2.0 * step * (to - from);
    middle = step * (from + to);
  }
  capsule.placement = placement * capsule.placement;
  RobotShape box;
  box.size = size;
  box.placement = placement * Placement{middle, Matrix3d::Identity()};
  box.capsule = std::make_shared<const RobotShape>(std::move(capsule));
  return box;
}

SolidVolume find_solid(const Mesh& mesh, const Vector3d& scale, VolumeRule rule) {
  const std::vector<Matrix3d> faces = list_faces(mesh, scale);
  const bool is_closed = rule == VolumeRule::closed;
  SolidVolume sum;
  const Vector3d from = is_closed ? Vector3d(Vector3d::Zero()) : find_middle(faces);
  Vector3d moment = Vector3d::Zero();
  for (const Matrix3d& one : faces) {
    const Matrix3d corners = one.colwise() - from;
    const double volume = find_tetrahedron(corners, is_closed);
    sum.volume += volume;
    moment += volume * (from + 0.25 * corners.rowwise().sum());
  }
  if (sum.volume == 0.0) return {};
  sum.centre = moment / sum.volume;
  Matrix3d second = Matrix3d::Zero();  // integral of r rᵀ about the centre
  for (const Matrix3d& one : faces) {
    const Matrix3d corners = one.colwise() - sum.centre;
    const Vector3d total = corners.rowwise().sum();
    second += find_tetrahedron(corners, is_closed) / 20.0 *
              (corners * corners.transpose() + total * total.transpose());
  }
  // Inwards counter-clockwise, or mirrored by its scale.
  if (sum.volume < 0.0) {
    sum.volume = -sum.volume;
    second = -second;
  }
  sum.inertia = second.trace() * Matrix3d::Identity() - second;
  return sum;
}

}  // namespace exchange
}  // namespace globaldyn::inside
