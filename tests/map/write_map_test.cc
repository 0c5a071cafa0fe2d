// Oracle: other programs' readers (nlohmann's JSON, HDF5's own), and a plain CSV reader.
#include "globaldyn/maps/write_map.h"

#include <H5Cpp.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "core/base/constants.h"
#include "core/base/write_file.h"
#include "tests/map/small_maps.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside::test {
namespace {

constexpr const char* kMachine = R"(
globaldyn: 1
name: plotter
bodies:
  cart: {mass: 5, inertia: {plate: 0.1}}
  pen: {mass: 1, inertia: {plate: 0.01}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}, travel: [-1, 0.12]}
  Y: {type: planar, a: cart, b: pen}
drives: {F1: {joint: X, limits: 100}, F2: {joint: Y.y, limits: 80}, F3: {joint: Y.angle, limits: 9}}
springs: {S: {joint: Y.x, stiffness: 1e3}}
tool: pen
maps:
  plane:
    grid: {X: {from: 0, to: 0.2, count: 4}, Y.angle: {from: -0.1, to: 0.3, count: 3}}
    at: {Y.x: 0, y: 0.1}
    criteria: [acceleration, holding_share, travel_reserve]
    patterns: {rays: {lines: 2}}
    reductions: {quick: {of: acceleration, take: measure, above: 1}}
)";

// A map whose values are any doubles at all, orientations with odd names.
WorkspaceMap make_odd_map(std::size_t orientations = 2) {
  const Machine machine = parse_machine(kMachine, "plotter.yaml", ".");
  WorkspaceMap map;
  map.machine = machine.mechanism.name;
  map.description = machine.maps[0];
  map.description.orientations = {{"plain", 0.0, std::nullopt}, {"a, \"b\"", 0.1, std::nullopt}};
  map.description.orientations.resize(orientations);
  map.shape = {orientations, 4, 3};
  const std::size_t size = 12 * orientations;
  std::mt19937_64 random(8);
  for (std::size_t i = 0; i < size; ++i) {
    map.status.push_back(static_cast<SampleStatus>(i % 6));
    map.reason.push_back(i % 6 == 0 ? "" : "why " + std::to_string(i));
    map.signed_margin.push_back(std::ldexp(1.0 / 3.0, static_cast<int>(i)) - 0.4);
  }
  for (MapColumnPlan& plan : list_columns(map.description.criteria, map.description.patterns)) {
    MapColumn column{plan, {}};
    while (column.values.size() < size) {
      const double value = std::bit_cast<double>(random());
      if (!std::isnan(value)) column.values.push_back(value);
    }
    column.values[1] = -0.0;
    column.values[2] = kInfinity;
    column.values[3] = -kInfinity;
    column.values[4] = std::numeric_limits<double>::denorm_min();
    column.values[5] = 0.1;
    map.columns.push_back(column);
  }
  map.reductions = {
      {"quick", "acceleration", ReductionKind::measure, 0.1 + 0.2, "m rad"},
      {"none", "holding_share", ReductionKind::min, std::numeric_limits<double>::quiet_NaN(), "1"}};
  return map;
}

void expect_number(const nlohmann::json& json, double expected) {
  if (std::isfinite(expected)) {
    EXPECT_TRUE(is_same(json.get<double>(), expected)) << json << " and " << expected;
  } else {
    EXPECT_TRUE(json.is_null()) << json;
  }
}

TEST(WriteMap, JsonReadsBack) {
  const WorkspaceMap map = make_odd_map();
  const auto json = nlohmann::json::parse(to_json(map, {"test 1"}));
  EXPECT_EQ(json["schema"], "globaldyn/map/1");
  EXPECT_EQ(json["program"], "test 1");
  EXPECT_EQ(json["machine"], "plotter");
  EXPECT_EQ(json["name"], "plane");
  EXPECT_EQ(json["shape"], nlohmann::json({2, 4, 3}));
  EXPECT_EQ(json["orientations"], nlohmann::json({"plain", "a, \"b\""}));
  ASSERT_EQ(json["axes"].size(), 2u);
  EXPECT_EQ(json["axes"][0]["name"], "X");
  EXPECT_EQ(json["axes"][0]["unit"], "m");
  EXPECT_EQ(json["axes"][1]["unit"], "rad");
  for (int i = 0; i < 3; ++i) {
    expect_number(json["axes"][1]["values"][static_cast<std::size_t>(i)],
                  map.description.axes[1].value(i));
  }
  ASSERT_EQ(json["status"].size(), 24u);
  std::size_t reasons = 0;
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(json["status"][i], to_string(map.status[i]));
    expect_number(json["signed_drive_margin"][i], map.signed_margin[i]);
    // Why, wherever it is not plainly out of reach.
    if (i % 6 < 2) continue;
    EXPECT_EQ(json["reasons"][reasons]["pose"], i);
    EXPECT_EQ(json["reasons"][reasons++]["reason"], map.reason[i]);
  }
  EXPECT_EQ(json["reasons"].size(), reasons);
  ASSERT_EQ(json["criteria"].size(), map.columns.size());
  ASSERT_EQ(map.columns.size(), 3u + 15u);
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    const auto& column = json["criteria"][c];
    const Criterion& criterion = *map.columns[c].plan.criterion;
    EXPECT_EQ(column["name"], map.columns[c].plan.name);
    EXPECT_EQ(column["criterion"], criterion.name);
    EXPECT_EQ(column["unit"], criterion.unit);
    EXPECT_EQ(column["better"], criterion.better == Better::larger ? "larger" : "smaller");
    expect_number(column["when_unreachable"], criterion.when_unreachable);
    ASSERT_EQ(column["values"].size(), 24u);
    for (std::size_t i = 0; i < 24; ++i) {
      expect_number(column["values"][i], map.columns[c].values[i]);
    }
  }
  ASSERT_EQ(json["reductions"].size(), 2u);
  EXPECT_EQ(json["reductions"][0]["take"], "measure");
  EXPECT_EQ(json["reductions"][0]["of"], "acceleration");
  EXPECT_EQ(json["reductions"][0]["unit"], "m rad");
  expect_number(json["reductions"][0]["value"], map.reductions[0].value);
  EXPECT_TRUE(json["reductions"][1]["value"].is_null());
}

std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = rows.back().back();
    if (text[i] == '"') {
      if (quoted && i + 1 < text.size() && text[i + 1] == '"') {
        cell += text[i++];
      } else {
        quoted = !quoted;
      }
    } else if (text[i] == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (text[i] == '\n' && !quoted) {
      rows.push_back({""});
    } else {
      cell += text[i];
    }
  }
  EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "no end of the last line";
  rows.pop_back();
  return rows;
}

TEST(WriteMap, CsvReadsBackToTheBit) {
  for (const std::size_t orientations : {std::size_t{1}, std::size_t{2}}) {
    const WorkspaceMap map = make_odd_map(orientations);
    const auto rows = read_csv(to_csv(map));
    ASSERT_EQ(rows.size(), 1 + 12 * orientations);
    const std::size_t first = orientations > 1 ? 1 : 0;
    if (first == 1) {
      EXPECT_EQ(rows[0][0], "orientation");
    }
    EXPECT_EQ(rows[0][first], "X");
    EXPECT_EQ(rows[0][first + 1], "Y.angle");
    EXPECT_EQ(rows[0][first + 2], "status");
    for (std::size_t i = 0; i < 12 * orientations; ++i) {
      const auto& row = rows[i + 1];
      ASSERT_EQ(row.size(), first + 3 + map.columns.size());
      if (first == 1) {
        EXPECT_EQ(row[0], map.description.orientations[i / 12].name);
      }
      const auto expect = [&](std::size_t cell, double expected) {
        EXPECT_TRUE(is_same(std::strtod(row[cell].c_str(), nullptr), expected)) << row[cell];
      };
      expect(first, map.description.axes[0].value(static_cast<int>(i / 3 % 4)));
      expect(first + 1, map.description.axes[1].value(static_cast<int>(i % 3)));
      EXPECT_EQ(row[first + 2], to_string(map.status[i]));
      for (std::size_t c = 0; c < map.columns.size(); ++c) {
        EXPECT_EQ(rows[0][first + 3 + c], map.columns[c].plan.name);
        expect(first + 3 + c, map.columns[c].values[i]);
      }
    }
  }
}

std::size_t count_files(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

template <class Object>
std::string read_text(const Object& object, const std::string& name) {
  std::string text;
  const H5::Attribute attribute = object.openAttribute(name);
  attribute.read(attribute.getDataType(), text);
  return text;
}

// Texts of fixed length, as Octave can read.
std::vector<std::string> read_cells(const H5::H5File& file, const std::string& name) {
  const H5::DataSet set = file.openDataSet(name);
  const H5::StrType type = set.getStrType();
  EXPECT_FALSE(type.isVariableStr());
  EXPECT_EQ(type.getCset(), H5T_CSET_ASCII);
  std::string cells(set.getInMemDataSize(), ' ');
  set.read(cells.data(), type);
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < cells.size(); at += type.getSize()) {
    const std::string cell = cells.substr(at, type.getSize());
    texts.push_back(cell.substr(0, cell.find('\0')));
  }
  return texts;
}

std::vector<double> read_numbers(const H5::H5File& file, const std::string& name,
                                 const std::vector<hsize_t>& shape) {
  const H5::DataSet set = file.openDataSet(name);
  const H5::DataSpace space = set.getSpace();
  std::vector<hsize_t> found(static_cast<std::size_t>(space.getSimpleExtentNdims()));
  space.getSimpleExtentDims(found.data());
  EXPECT_EQ(found, shape) << name;
  std::vector<double> values(static_cast<std::size_t>(space.getSimpleExtentNpoints()));
  set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
  return values;
}

void expect_same_numbers(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_TRUE(is_same(values[i], expected[i]));
}

TEST(WriteMap, Hdf5ReadsBack) {
  for (const std::size_t orientations : {std::size_t{1}, std::size_t{2}}) {
    const TemporaryFolder folder;
    const WorkspaceMap map = make_odd_map(orientations);
    write_hdf5(map, {"test 1", "carrying"}, folder.file("map.h5"));
    EXPECT_EQ(count_files(folder), 1u);
    const H5::H5File file(folder.file("map.h5"), H5F_ACC_RDONLY);
    EXPECT_EQ(read_text(file, "schema"), "globaldyn/map/1");
    EXPECT_EQ(read_text(file, "machine"), "plotter");
    EXPECT_EQ(read_text(file, "program"), "test 1");
    EXPECT_EQ(read_text(file, "load_case"), "carrying");
    std::vector<hsize_t> shape{4, 3};
    if (orientations > 1) shape.insert(shape.begin(), orientations);
    EXPECT_EQ(read_text(file.openDataSet("axes/X"), "unit"), "m");
    EXPECT_EQ(read_text(file.openDataSet("axes/Y.angle"), "unit"), "rad");
    for (const MapAxis& axis : map.description.axes) {
      std::vector<double> values;
      for (int i = 0; i < axis.count; ++i) values.push_back(axis.value(i));
      expect_same_numbers(
          read_numbers(file, "axes/" + axis.name, {static_cast<hsize_t>(axis.count)}), values);
    }
    expect_same_numbers(read_numbers(file, "signed_drive_margin", shape), map.signed_margin);
    for (const MapColumn& column : map.columns) {
      const std::string name = "criteria/" + column.plan.name;
      const Criterion& criterion = *column.plan.criterion;
      expect_same_numbers(read_numbers(file, name, shape), column.values);
      const H5::DataSet set = file.openDataSet(name);
      EXPECT_EQ(read_text(set, "unit"), criterion.unit);
      EXPECT_EQ(read_text(set, "better"),
                criterion.better == Better::larger ? "larger" : "smaller");
      double otherwise = 0.0;
      set.openAttribute("when_unreachable").read(H5::PredType::NATIVE_DOUBLE, &otherwise);
      EXPECT_TRUE(is_same(otherwise, criterion.when_unreachable));
    }
    // The status has names.
    const H5::DataSet status = file.openDataSet("status");
    const H5::EnumType type = status.getEnumType();
    std::vector<signed char> values(map.status.size());
    status.read(values.data(), type);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(type.nameOf(&values[i], 40), to_string(map.status[i]));
    }
    // Also for readers without enumerations.
    const std::vector<std::string> names = read_cells(file, "status_names");
    const std::vector<double> numbers = read_numbers(file, "status_number", shape);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(names.at(static_cast<std::size_t>(numbers[i])), to_string(map.status[i]));
    }
    EXPECT_EQ(read_cells(file, "axis_order"), (std::vector<std::string>{"X", "Y.angle"}));
    EXPECT_EQ(read_cells(file, "orientations").size(), orientations);
    EXPECT_TRUE(is_same(read_numbers(file, "reductions/quick", {})[0], 0.1 + 0.2));
    EXPECT_EQ(read_text(file.openDataSet("reductions/quick"), "take"), "measure");
    EXPECT_TRUE(std::isnan(read_numbers(file, "reductions/none", {})[0]));
  }
}

// A superuser needs no permissions: instead, a folder takes the place of the temporary file.
TEST(WriteMap, FailuresLeaveTheOldFile) {
  const TemporaryFolder folder;
  const std::string file = folder.file("map.h5");
  write_file(file, "old");
  std::filesystem::create_directory(file + ".part");
  std::ofstream(file + ".part/taken") << "x";
  EXPECT_THROW(write_hdf5(make_odd_map(), {"test"}, file), Error);
  EXPECT_THROW(write_file(file, "new"), Error);
  std::ifstream stream(file);
  std::string content;
  std::getline(stream, content);
  EXPECT_EQ(content, "old");
  EXPECT_THROW(write_hdf5(make_odd_map(), {"test"}, folder.file("nowhere/map.h5")), Error);
}

std::string read_back(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Links and pipes stay what they are.
TEST(WriteFile, GoesWhereNamesLead) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file"), link = folder.file("link");
  std::filesystem::create_directory(folder.file("below"));
  std::filesystem::create_symlink("below/../file", folder.file("other"));
  std::filesystem::create_symlink("other", link);
  for (const std::string text : {"new", "old file replaced"}) {
    write_file(link, text);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_FALSE(std::filesystem::is_symlink(file));
    EXPECT_EQ(read_back(file), text);
  }
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read_back(pipe); });
  write_file(pipe, "through");
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

// What stands where the file is written before it replaces the old one is no way to elsewhere.
TEST(WriteFile, DoesNotGoThroughALinkThatIsInItsWay) {
  const TemporaryFolder folder;
  const std::string file = folder.file("file"), elsewhere = folder.file("elsewhere");
  for (const bool is_there : {false, true}) {
    if (is_there) std::ofstream(elsewhere) << "kept";
    std::filesystem::create_symlink(elsewhere, file + ".part");
    write_file(file, "new");
    EXPECT_EQ(read_back(file), "new");
    EXPECT_FALSE(std::filesystem::is_symlink(file));
    EXPECT_EQ(std::filesystem::exists(elsewhere), is_there);
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::symlink_status(file + ".part")));
  }
  EXPECT_EQ(read_back(elsewhere), "kept");
}

// A device without room, the test's own where it may make one: a write_file() that replaces
// devices, run by the superuser, would replace that of the system.
std::string find_full_device(const TemporaryFolder& folder) {
  const std::string own = folder.file("full");
  const dev_t full = makedev(1, 7);
  const bool is_made = mknod(own.c_str(), S_IFCHR | 0600, full) == 0;
  return is_made && std::ofstream(own).is_open() ? own : "/dev/full";
}

TEST(WriteFile, SaysWhyItCannot) {
  const TemporaryFolder folder;
  const auto why = [](const std::string& file) {
    try {
      write_file(file, std::string(100'000, 'x'));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(why(folder.file("none/file")).find("No such file"), std::string::npos);
  EXPECT_NE(why(folder.file(".")).find("folder"), std::string::npos);
  std::filesystem::create_symlink("round", folder.file("round"));
  EXPECT_NE(why(folder.file("round")), "");
  const std::string device = find_full_device(folder);
  EXPECT_NE(why(device).find("No space left"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file(device));
}

// What make_map() gives can be written: infinite values, poses out of travel.
TEST(WriteMap, OfAMachine) {
  const WorkspaceMap map = map_text(kMachine);
  EXPECT_GT(map.count(SampleStatus::ok), 5u);
  EXPECT_GT(map.count(SampleStatus::out_of_travel), 2u);
  const auto json = nlohmann::json::parse(to_json(map, {"test"}));
  EXPECT_EQ(json["status"].size(), 12u);
  EXPECT_EQ(read_csv(to_csv(map)).size(), 13u);
  const TemporaryFolder folder;
  write_hdf5(map, {"test"}, folder.file("map.h5"));
  const H5::H5File file(folder.file("map.h5"), H5F_ACC_RDONLY);
  expect_same_numbers(read_numbers(file, "criteria/acceleration", {4, 3}),
                      values_of(map, "acceleration"));
}

}  // namespace
}  // namespace globaldyn::inside::test
