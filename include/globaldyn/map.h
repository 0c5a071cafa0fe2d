#pragma once

#include <globaldyn/criteria.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/machine.h>
#include <globaldyn/method.h>
#include <globaldyn/work.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace globaldyn {

/// A coordinate of a map's grid: `count` equally spaced values, both ends included.
struct MapAxis {
  std::string name;        ///< x, y, z, phi or a joint coordinate
  bool rotational{false};  ///< rad, otherwise m
  double from{0.0};
  double to{0.0};
  int count{1};
};

/// A criterion over a whole map.
struct MapColumn {
  std::string name;
  std::string unit;  ///< SI
  Criterion::Better better{Criterion::Better::larger};
  std::vector<double> values;  ///< per pose; where not ok, the criterion's value for that case
};

/// A single number computed from a map.
struct Reduction {
  std::string name;
  std::string column;
  std::string kind;   ///< min, max, mean, quantile, share, measure, ball, box
  double value{0.0};  ///< NaN if there is no pose to take it from
  std::string unit;
};

struct MapOptions {
  Method method;
  Work run;
};

/// Criteria over a grid of poses, which are numbered: the last axis varies fastest, orientations
/// slowest. A value; copies share what they hold.
class Map {
 public:
  struct Impl;
  explicit Map(std::shared_ptr<const Impl> impl);
  Map(const Map&) = default;
  Map& operator=(const Map&) = default;
  ~Map() = default;

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::vector<MapAxis>& axes() const;
  [[nodiscard]] const std::vector<std::string>& orientations() const;
  /// The number of orientations, then of points per axis.
  [[nodiscard]] const std::vector<std::size_t>& shape() const;
  /// Per pose.
  [[nodiscard]] const std::vector<SampleStatus>& status() const;
  [[nodiscard]] const std::vector<std::string>& reason() const;
  /// How many poses have this status.
  [[nodiscard]] std::size_t count(SampleStatus status) const;
  /// Per pose: the criterion drive_margin, with a sign that changes at parallel singularities.
  [[nodiscard]] const std::vector<double>& signed_drive_margin() const;
  [[nodiscard]] const std::vector<MapColumn>& columns() const;
  /// Min, mean and max of every column, then those of the file.
  [[nodiscard]] const std::vector<Reduction>& reductions() const;

  /// map_NAME.json, map_NAME.csv.
  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::string csv() const;
  /// Writes these and map_NAME.h5 to a folder, which is made if needed, and keeps there what they
  /// were computed from. @throws Error if they cannot be written
  void write(const std::string& folder) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Evaluates a map that the machine file asks for.
/// @throws InputError for an unknown map, or one that prescribes too much or too little;
///   AssemblyError if the machine cannot be assembled at all; Interrupted
[[nodiscard]] Map make_map(const Machine& machine, const std::string& map,
                           const MapOptions& options = {});

}  // namespace globaldyn
