// Oracle: brute force over all boxes, balls and sorted values, on random small maps.
#include "globaldyn/maps/reductions.h"

#include <cmath>
#include <functional>
#include <random>

#include "core/base/constants.h"
#include "globaldyn/criteria/registry/registry.h"
#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

// Sums and products of at most a thousand numbers of size one.
constexpr double kReductionsTolerance = 1e-12;

using Point = std::vector<std::size_t>;

// A map of random values and statuses, of 1 to 3 axes and one or several orientations.
WorkspaceMap make_random_map(std::mt19937_64& random, std::size_t axes, std::size_t orientations) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  WorkspaceMap map;
  map.description.name = "random";
  map.description.orientations.resize(orientations);
  map.shape = {orientations};
  std::size_t size = orientations;
  for (std::size_t k = 0; k < axes; ++k) {
    const int count = 2 + static_cast<int>(unit(random) * (axes == 1 ? 20 : axes == 2 ? 7 : 4));
    const double from = unit(random);
    map.description.axes.push_back(make_axis("xyz" + std::to_string(k),
                                             {TaskCoordinate::Kind::position, 0, {}}, from,
                                             from + 0.2 + unit(random), count));
    map.shape.push_back(static_cast<std::size_t>(count));
    size *= map.shape.back();
  }
  const double good = 0.6 + 0.39 * unit(random);
  MapColumn column;
  column.plan.name = "c";
  column.plan.criterion = find_criterion("dexterity");
  for (std::size_t i = 0; i < size; ++i) {
    const bool ok = unit(random) < 0.97;
    map.status.push_back(ok ? SampleStatus::ok : SampleStatus::unreachable);
    column.values.push_back(!ok                   ? 0.0
                            : unit(random) < good ? 0.5 + 0.5 * unit(random)
                                                  : 0.5 * unit(random));
  }
  map.columns.push_back(column);
  return map;
}

// Where the condition of the tests holds in all orientations: reached, and 0.5 <= value <= 0.99.
class Field {
 public:
  explicit Field(const WorkspaceMap& map) : map_(map) {
    for (std::size_t k = 1; k < map.shape.size(); ++k) layer_ *= map.shape[k];
  }

  [[nodiscard]] bool holds(const Point& point) const {
    std::size_t cell = 0;
    for (std::size_t k = 0; k < point.size(); ++k) cell = cell * map_.shape[k + 1] + point[k];
    for (std::size_t o = 0; o < map_.shape[0]; ++o) {
      const std::size_t at = o * layer_ + cell;
      const double value = map_.columns[0].values[at];
      if (map_.status[at] != SampleStatus::ok || value < 0.5 || value > 0.99) return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<Point> list_points() const {
    std::vector<Point> points{{}};
    for (std::size_t k = 1; k < map_.shape.size(); ++k) {
      std::vector<Point> longer;
      for (const Point& point : points) {
        for (std::size_t i = 0; i < map_.shape[k]; ++i) {
          longer.push_back(point);
          longer.back().push_back(i);
        }
      }
      points = longer;
    }
    return points;
  }
  [[nodiscard]] std::size_t layer() const { return layer_; }
  [[nodiscard]] double step(std::size_t k) const {
    const MapAxis& axis = map_.description.axes[k];
    return (axis.to - axis.from) / (axis.count - 1);
  }

 private:
  const WorkspaceMap& map_;
  std::size_t layer_{1};
};

double calc_share(const Field& field) {
  double count = 0.0;
  for (const Point& point : field.list_points()) count += field.holds(point) ? 1.0 : 0.0;
  return count / static_cast<double>(field.layer());
}

// Each pair of neighbours owns half of the step between them.
double calc_measure(const WorkspaceMap& map, const Field& field) {
  double sum = 0.0;
  for (const Point& point : field.list_points()) {
    if (!field.holds(point)) continue;
    double cell = 1.0;
    for (std::size_t k = 0; k < point.size(); ++k) {
      double width = 0.0;
      if (point[k] > 0) width += 0.5 * field.step(k);
      if (point[k] + 1 < map.shape[k + 1]) width += 0.5 * field.step(k);
      cell *= width;
    }
    sum += cell;
  }
  return sum;
}

double calc_ball(const WorkspaceMap& map, const Field& field) {
  double best = 0.0;
  for (const Point& center : field.list_points()) {
    if (!field.holds(center)) continue;
    double radius = 1e300;
    for (std::size_t k = 0; k < center.size(); ++k) {
      const auto last = static_cast<double>(map.shape[k + 1] - 1);
      const auto at = static_cast<double>(center[k]);
      radius = std::min({radius, at * field.step(k), (last - at) * field.step(k)});
    }
    for (const Point& other : field.list_points()) {
      if (field.holds(other)) continue;
      double square = 0.0;
      for (std::size_t k = 0; k < center.size(); ++k) {
        const double apart = static_cast<double>(other[k]) - static_cast<double>(center[k]);
        square += std::pow(apart * field.step(k), 2);
      }
      radius = std::min(radius, std::sqrt(square));
    }
    best = std::max(best, radius);
  }
  return best;
}

// Between all pairs of opposite corners, all points in between.
double calc_box(const Field& field) {
  double best = 0.0;
  const std::vector<Point> points = field.list_points();
  for (const Point& low : points) {
    for (const Point& high : points) {
      double size = 1.0;
      for (std::size_t k = 0; k < low.size(); ++k) {
        size *= high[k] > low[k] ? static_cast<double>(high[k] - low[k]) * field.step(k) : 0.0;
      }
      if (size <= best) continue;
      const bool all = std::all_of(points.begin(), points.end(), [&](const Point& point) {
        for (std::size_t k = 0; k < point.size(); ++k) {
          if (point[k] < low[k] || point[k] > high[k]) return true;
        }
        return field.holds(point);
      });
      if (all) best = size;
    }
  }
  return best;
}

ReductionRequest make_request(ReductionKind kind) {
  ReductionRequest request{"r", "c", kind, 0.5, {}, {}, false};
  if (kind >= ReductionKind::share) {
    request.above = 0.5;
    request.below = 0.99;
  }
  return request;
}

struct MapKind {
  std::size_t axes;
  std::size_t orientations;

  friend std::ostream& operator<<(std::ostream& out, const MapKind& kind) {
    return out << kind.axes << " axes, " << kind.orientations << " orientations";
  }
};

class RandomMaps : public ::testing::TestWithParam<MapKind> {
 protected:
  template <class Check>
  void for_each_map(const Check& check) {
    std::mt19937_64 random(77);
    for (int i = 0; i < 25; ++i) {
      SCOPED_TRACE(i);
      check(make_random_map(random, GetParam().axes, GetParam().orientations), random);
    }
  }
  static double reduce(const WorkspaceMap& map, ReductionKind kind) {
    return calc_reduction(map, make_request(kind)).value;
  }
};

TEST_P(RandomMaps, WhereAConditionHolds) {
  int balls = 0, boxes = 0;
  for_each_map([&](const WorkspaceMap& map, std::mt19937_64&) {
    const Field field(map);
    EXPECT_NEAR(reduce(map, ReductionKind::share), calc_share(field), kReductionsTolerance);
    EXPECT_NEAR(reduce(map, ReductionKind::measure), calc_measure(map, field),
                kReductionsTolerance);
    const double ball = calc_ball(map, field), box = calc_box(field);
    EXPECT_NEAR(reduce(map, ReductionKind::ball), ball, kReductionsTolerance);
    EXPECT_NEAR(reduce(map, ReductionKind::box), box, kReductionsTolerance);
    balls += ball > 0.0 ? 1 : 0;
    boxes += box > 0.0 ? 1 : 0;
  });
  EXPECT_GT(balls, 5);
  EXPECT_GT(boxes, 5);
}

// The share q of the way through the sorted values, between two of them in proportion.
TEST_P(RandomMaps, OfAllValues) {
  for_each_map([](const WorkspaceMap& map, std::mt19937_64& random) {
    for (const bool over_grid : {false, true}) {
      std::vector<double> values;
      double sum = 0.0;
      for (std::size_t i = 0; i < map.status.size(); ++i) {
        if (!over_grid && map.status[i] != SampleStatus::ok) continue;
        values.push_back(map.columns[0].values[i]);
        sum += values.back();
      }
      ASSERT_FALSE(values.empty());
      std::sort(values.begin(), values.end());
      const auto value = [&](ReductionKind kind, double q = 0.5) {
        ReductionRequest request = make_request(kind);
        request.over_grid = over_grid;
        request.quantile = q;
        return calc_reduction(map, request).value;
      };
      EXPECT_EQ(value(ReductionKind::min), values.front());
      EXPECT_EQ(value(ReductionKind::max), values.back());
      EXPECT_NEAR(value(ReductionKind::mean), sum / static_cast<double>(values.size()),
                  kReductionsTolerance);
      EXPECT_EQ(value(ReductionKind::quantile, 0.0), values.front());
      EXPECT_EQ(value(ReductionKind::quantile, 1.0), values.back());
      const double q = std::uniform_real_distribution<double>(0.0, 1.0)(random);
      double expected = 0.0, weights = 0.0;  // tent functions about the place
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double off = static_cast<double>(i) - q * static_cast<double>(values.size() - 1);
        const double weight = std::max(0.0, 1.0 - std::abs(off));
        expected += weight * values[i];
        weights += weight;
      }
      EXPECT_NEAR(weights, 1.0, kReductionsTolerance);
      EXPECT_NEAR(value(ReductionKind::quantile, q), expected, kReductionsTolerance);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomMaps,
                         ::testing::Values(MapKind{1, 1}, MapKind{1, 3}, MapKind{2, 1},
                                           MapKind{2, 2}, MapKind{3, 1}, MapKind{3, 2}),
                         [](const auto& test) {
                           return std::to_string(test.param.axes) + "_axes_" +
                                  std::to_string(test.param.orientations);
                         });

TEST(Reductions, OfNothing) {
  std::mt19937_64 random(3);
  WorkspaceMap map = make_random_map(random, 2, 1);
  std::fill(map.status.begin(), map.status.end(), SampleStatus::colliding);
  for (const ReductionKind kind :
       {ReductionKind::min, ReductionKind::max, ReductionKind::mean, ReductionKind::quantile}) {
    EXPECT_TRUE(std::isnan(calc_reduction(map, make_request(kind)).value)) << to_string(kind);
  }
  for (const ReductionKind kind :
       {ReductionKind::share, ReductionKind::measure, ReductionKind::ball, ReductionKind::box}) {
    EXPECT_EQ(calc_reduction(map, make_request(kind)).value, 0.0) << to_string(kind);
  }
}

// A quantile between a value and infinity is infinite, and between two infinite values not NaN.
TEST(Reductions, OfInfiniteValues) {
  std::mt19937_64 random(3);
  WorkspaceMap map = make_random_map(random, 1, 1);
  std::fill(map.status.begin(), map.status.end(), SampleStatus::ok);
  const std::size_t count = map.status.size();
  for (std::size_t i = 0; i < count; ++i) {
    map.columns[0].values[i] = i < count / 2 ? static_cast<double>(i) : kInfinity;
  }
  for (const double q : {0.0, 0.1, 0.45, 0.5, 0.55, 0.83, 0.9, 1.0}) {
    ReductionRequest request = make_request(ReductionKind::quantile);
    request.quantile = q;
    const double value = calc_reduction(map, request).value;
    const double place = q * static_cast<double>(count - 1);
    const double last = static_cast<double>(count / 2) - 1.0;
    if (place <= last) {
      EXPECT_NEAR(value, place, kReductionsTolerance * 10.0) << q;
    } else {
      EXPECT_EQ(value, kInfinity) << q;
    }
  }
}

TEST(Reductions, HaveTheUnitsOfTheirAxes) {
  std::mt19937_64 random(5);
  WorkspaceMap map = make_random_map(random, 3, 1);
  const auto unit = [&](ReductionKind kind) {
    return calc_reduction(map, make_request(kind)).unit;
  };
  EXPECT_EQ(unit(ReductionKind::mean), "1");
  EXPECT_EQ(unit(ReductionKind::share), "1");
  EXPECT_EQ(unit(ReductionKind::measure), "m^3");
  EXPECT_EQ(unit(ReductionKind::ball), "m");
  map.description.axes[1].rotational = true;
  EXPECT_EQ(unit(ReductionKind::box), "m^2 rad");
  map.columns[0].plan.criterion = find_criterion("force");
  EXPECT_EQ(unit(ReductionKind::max), "N");
  EXPECT_EQ(unit(ReductionKind::share), "1");
}

}  // namespace
}  // namespace globaldyn::inside::test
