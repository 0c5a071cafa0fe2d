// What list_criteria() says of the criteria, and that docs/criteria.md says the same.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include "globaldyn/criteria/registry/registry.h"
#include "tests/map/small_maps.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

TEST(Registry, NamesAreUniqueAndFound) {
  std::set<std::string> names;
  bool regions = false;
  for (const Criterion& criterion : list_criteria()) {
    EXPECT_TRUE(names.insert(criterion.name).second) << criterion.name;
    EXPECT_EQ(find_criterion(criterion.name), &criterion);
    // Those of poses come first; names become columns, which dots and commas would break.
    regions = regions || criterion.of_pose() == nullptr;
    EXPECT_EQ(criterion.of_pose() != nullptr, !regions) << criterion.name;
    EXPECT_EQ(criterion.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"),
              std::string::npos);
    EXPECT_FALSE(criterion.description.empty()) << criterion.name;
    EXPECT_EQ(criterion.description.find('\n'), std::string::npos);
  }
  EXPECT_GE(names.size(), 19u);
  EXPECT_EQ(find_criterion("dexterty"), nullptr);
  EXPECT_EQ(find_criterion(""), nullptr);
}

// The dimension by which thresholds are read is that of the unit.
TEST(Registry, UnitsHaveTheirDimension) {
  for (const Criterion& criterion : list_criteria()) {
    SCOPED_TRACE(criterion.name);
    ASSERT_FALSE(criterion.unit.empty());
    const std::string unit = criterion.unit == "1" ? "" : " " + criterion.unit;
    const std::string text = "globaldyn: 1\nname: unit\nparameters: {u: {value: 1" + unit +
                             "}}\nbodies: {b: {mass: 1, inertia: {plate: 1}}}\n"
                             "joints: {J: {type: revolute, a: ground, b: b}}\n";
    const Machine machine = parse_machine(text, "unit.yaml", ".");
    EXPECT_EQ(machine.parameters.find("u")->dimension, criterion.dimension);
    EXPECT_EQ(machine.parameters.find("u")->value, 1.0);
  }
}

// No pose that the machine can reach is worse than one it cannot. Where it cannot hold itself d2max
// may be negative and d2min positive.
TEST(Registry, ToBeOutOfReachIsNoAdvantage) {
  int compared = 0;
  for (const char* name : {"sliding_star", "cable_planar"}) {
    Machine machine = load(name);
    for (Drive& drive : machine.mechanism.drives) drive.stiffness = 1e6;
    MapDescription map;
    map.name = "plane";
    map.axes = {make_axis("x", {TaskCoordinate::Kind::position, 0, {}}, -0.3, 0.35, 6),
                make_axis("y", {TaskCoordinate::Kind::position, 1, {}}, -0.3, 0.3, 5)};
    map.orientations = {{"upright", 0.0, std::nullopt}};
    map.criteria = list_pose_requests(machine.mechanism);
    PatternDescription lines;
    lines.name = "lines";
    lines.directions = {Vector3d::UnitX(), Vector3d::UnitY()};
    map.patterns = {lines};
    const WorkspaceMap result = make_map(machine, map);
    for (const MapColumn& column : result.columns) {
      const Criterion& criterion = *column.plan.criterion;
      for (std::size_t i = 0; i < column.values.size(); ++i) {
        const double value = column.values[i], otherwise = criterion.when_unreachable;
        EXPECT_FALSE(std::isnan(value)) << column.plan.name;
        if (result.status[i] != SampleStatus::ok) {
          EXPECT_EQ(value, otherwise) << column.plan.name;
          continue;
        }
        if (values_of(result, "holding_share")[i] > 1.0) continue;
        const bool is_worse =
            criterion.better == Better::larger ? value < otherwise : value > otherwise;
        EXPECT_FALSE(is_worse) << column.plan.name << " = " << value;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

// The cells without backquotes, with powers as in the program's units.
std::vector<std::string> split_row(std::string line) {
  for (const auto& [sign, power] : {std::pair{"²", "^2"}, {"³", "^3"}}) {
    for (std::size_t at; (at = line.find(sign)) != std::string::npos;) {
      line.replace(at, std::string(sign).size(), power);
    }
  }
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '|');) {
    std::erase(cell, '`');
    const std::size_t from = cell.find_first_not_of(' ');
    const std::size_t to = cell.find_last_not_of(' ');
    if (from != std::string::npos) cells.push_back(cell.substr(from, to - from + 1));
  }
  return cells;
}

// One row per criterion: name, unit, better, in this order among its cells.
TEST(Registry, IsInTheDocumentation) {
  std::ifstream file(std::string(GLOBALDYN_SOURCE_DIR) + "/docs/criteria.md");
  ASSERT_TRUE(file) << "docs/criteria.md is missing";
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("|")) rows.push_back(split_row(line));
  }
  for (const Criterion& criterion : list_criteria()) {
    SCOPED_TRACE(criterion.name);
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& cells) {
      return !cells.empty() && cells.front() == criterion.name;
    });
    ASSERT_NE(row, rows.end()) << "no row in docs/criteria.md";
    const auto has = [&](const std::string& cell) {
      return std::find(row->begin(), row->end(), cell) != row->end();
    };
    EXPECT_TRUE(has(criterion.unit)) << "no cell '" << criterion.unit << "'";
    EXPECT_TRUE(has(criterion.better == Better::larger ? "larger" : "smaller"));
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
