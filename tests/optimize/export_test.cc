// Exports read back as what was stored. Oracles: independent readers for CSV (RFC 4180, below),
// JSON (nlohmann) and HDF5 (its C++ library).
#include "optimize/store/export.h"

#include <H5Cpp.h>

#include <charconv>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/optimize/store_cases.h"

namespace globaldyn::inside::test {
namespace {

using Json = nlohmann::ordered_json;
using TextRow = std::vector<std::string>;

const TextRow kNames{"id",     "state",     "m",         "M",         "arms, \"all\"",
                     "motor",  "time",      "reserve",   "clearance", "pareto",
                     "energy", "violation", "wall_time", "reason"};

/// Fields according to RFC 4180: in quotes anything, "" for a quote; otherwise up to a comma or the
/// end of the line.
std::vector<TextRow> parse_csv(const std::string& text) {
  std::vector<TextRow> rows(1, TextRow(1));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (text[i] == '"') {
      for (++i; text.at(i) != '"' || text[i + 1] == '"'; ++i) {
        if (text[i] == '"') ++i;
        field += text[i];
      }
    } else if (text[i] == ',') {
      rows.back().emplace_back();
    } else if (text[i] == '\n') {
      rows.emplace_back(1);
    } else {
      field += text[i];
    }
  }
  EXPECT_EQ(rows.back(), TextRow(1)) << "no line's end at the end";
  rows.pop_back();
  return rows;
}

double to_double(const std::string& field) {
  if (field.empty()) return kNaN;
  double value = 0.0;
  const auto result = std::from_chars(field.data(), field.data() + field.size(), value);
  EXPECT_EQ(result.ptr, field.data() + field.size()) << field;
  return value;
}

double to_double(const Json& json) {
  return json.is_null() ? kNaN : json.get<double>();
}

double finite(double number) {
  return std::isinf(number) ? kNaN : number;
}

class Export : public StoreFolder {
 protected:
  Export() {
    // Out of order, with gaps; numbers of all kinds in every place.
    using Limits = std::numeric_limits<double>;
    const std::vector<double> numbers{-0.0,
                                      0.1,
                                      kNaN,
                                      kInfinity,
                                      -kInfinity,
                                      Limits::max(),
                                      Limits::denorm_min(),
                                      1e22,
                                      9007199254740994.0,
                                      -7.0};
    for (const std::uint64_t id : {40u, 3u, 5u, 1u, 17u, 2u, 8u, 12u, 9u, 31u, 11u}) {
      DesignRecord record = make_record(id);
      std::size_t next = id;
      for (double* number :
           {&record.design[0], &record.design[1], &record.objectives[0], &record.objectives[1],
            &record.constraints[0], &record.quantities[0], &record.violation}) {
        *number = numbers[next++ % numbers.size()];
      }
      records_[id] = record;
      store_.append(record);
    }
    store_.commit();
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  StudyStore store_{StudyStore::create(file_, make_header())};
  std::map<std::uint64_t, DesignRecord> records_;
  const std::vector<std::uint64_t> pareto_{31, 1, 8, 777};  // in any order; one that does not exist
};

bool is_pareto(std::uint64_t id) {
  return id == 31 || id == 1 || id == 8;
}

TEST_F(Export, CsvReadsBackExactly) {
  write_csv(store_, pareto_, path("study.csv"));
  const std::vector<TextRow> rows = parse_csv(read_file(path("study.csv")));
  ASSERT_EQ(rows.size(), records_.size() + 1);
  EXPECT_EQ(rows[0], kNames);
  std::size_t next = 1;
  for (const auto& [id, record] : records_) {
    const TextRow& row = rows[next++];
    SCOPED_TRACE(id);
    ASSERT_EQ(row.size(), kNames.size());
    EXPECT_EQ(row[0], std::to_string(id));
    EXPECT_EQ(row[1], to_string(record.state));
    EXPECT_TRUE(is_same(to_double(row[2]), record.design[0])) << row[2];
    EXPECT_TRUE(is_same(to_double(row[3]), record.design[1])) << row[3];
    EXPECT_EQ(row[4], std::to_string(id % 7));
    EXPECT_EQ(row[5], make_header().columns[3].choices[id % 3]);
    EXPECT_TRUE(is_same(to_double(row[6]), record.objectives[0])) << row[6];
    EXPECT_TRUE(is_same(to_double(row[7]), record.objectives[1])) << row[7];
    EXPECT_TRUE(is_same(to_double(row[8]), record.constraints[0])) << row[8];
    EXPECT_EQ(row[9], is_pareto(id) ? "1" : "0");
    EXPECT_TRUE(is_same(to_double(row[10]), record.quantities[0])) << row[10];
    EXPECT_TRUE(is_same(to_double(row[11]), record.violation)) << row[11];
    EXPECT_TRUE(is_same(to_double(row[12]), record.wall_time)) << row[12];
    EXPECT_EQ(row[13], record.reason);
  }
}

TEST_F(Export, CsvIsWrittenPlainly) {
  StudyHeader header = make_header();
  header.columns = {{"x", StudyColumn::Role::variable}, {"f", StudyColumn::Role::objective}};
  StudyStore store = StudyStore::create(path("plain"), header);
  store.append({2, {0.1}, DesignState::ok, "", {kInfinity}, {}, {}, 0.0, 1.5, 1});
  store.append({1, {-0.0}, DesignState::failed, "a \"b\"", {kNaN}, {}, {}, -kInfinity, 0.0, 1});
  store.append({3, {2.0}, DesignState::infeasible, "lone\rreturn", {1e-7}, {}, {}, 1.0, 0.0, 1});
  store.append({4, {2.0}, DesignState::infeasible, "no need of 'quotes';", {1.0}, {}, {}, 1, 0, 1});
  write_csv(store, {2}, path("plain.csv"));
  EXPECT_EQ(read_file(path("plain.csv")),
            "id,state,x,f,pareto,violation,wall_time,reason\n"
            "1,failed,-0,,0,-inf,0,\"a \"\"b\"\"\"\n"
            "2,ok,0.1,inf,1,0,1.5,\n"
            "3,infeasible,2,1e-07,0,1,0,\"lone\rreturn\"\n"
            "4,infeasible,2,1,0,1,0,no need of 'quotes';\n");
}

TEST_F(Export, JsonReadsBackExactly) {
  write_json(store_, pareto_, path("study.json"));
  const std::string text = read_file(path("study.json"));
  const Json json = Json::parse(text);
  EXPECT_EQ(json["schema"], "globaldyn/study/1");
  EXPECT_EQ(json["program"], "globaldyn 1.2.3");
  EXPECT_EQ(json["study"], "a \"fast\" star");
  ASSERT_EQ(json["designs"].size(), records_.size());
  std::size_t next = 0;
  for (const auto& [id, record] : records_) {
    const Json& design = json["designs"][next++];
    SCOPED_TRACE(id);
    TextRow names;
    for (const auto& [name, value] : design.items()) names.push_back(name);
    EXPECT_EQ(names, kNames);
    EXPECT_EQ(design["id"], id);
    EXPECT_EQ(design["state"], to_string(record.state));
    EXPECT_EQ(design["motor"], make_header().columns[3].choices[id % 3]);
    EXPECT_EQ(design["pareto"], is_pareto(id) ? 1 : 0);
    EXPECT_EQ(design["reason"], record.reason);
    const std::map<std::string, double> numbers{
        {"m", record.design[0]},           {"M", record.design[1]},
        {kNames[4], record.design[2]},     {"time", record.objectives[0]},
        {"reserve", record.objectives[1]}, {"clearance", record.constraints[0]},
        {"energy", record.quantities[0]},  {"violation", record.violation},
        {"wall_time", record.wall_time}};
    for (const auto& [name, number] : numbers) {
      EXPECT_TRUE(is_same(to_double(design[name]), finite(number))) << name << " " << design[name];
    }
  }
}

TEST_F(Export, JsonDescribesItsColumns) {
  write_json(store_, pareto_, path("study.json"));
  const Json columns = Json::parse(read_file(path("study.json")))["columns"];
  ASSERT_EQ(columns.size(), kNames.size());
  const TextRow roles{"record",   "record",    "variable",  "variable",   "variable",
                      "variable", "objective", "objective", "constraint", "record",
                      "quantity", "record",    "record",    "record"};
  const TextRow units{"1", "", "kg", "", "1", "", "s", "N", "m", "1", "J", "1", "s", ""};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    SCOPED_TRACE(kNames[i]);
    EXPECT_EQ(columns[i]["name"], kNames[i]);
    EXPECT_EQ(columns[i]["role"], roles[i]);
    EXPECT_EQ(columns[i]["unit"], units[i]);
    EXPECT_EQ(columns[i].contains("description"), i == 2 || i == 5 || i == 6 || i == 8);
    EXPECT_EQ(columns[i].contains("choices"), i == 5);
    EXPECT_EQ(columns[i].contains("integer"), i == 4);
    EXPECT_EQ(columns[i].contains("maximized"), i == 7);
  }
  EXPECT_EQ(columns[2]["description"], "a mass");
  EXPECT_EQ(columns[5]["choices"], make_header().columns[3].choices);
  EXPECT_EQ(columns[4]["integer"], true);
  EXPECT_EQ(columns[7]["maximized"], true);
}

template <class T>
std::vector<T> read_numbers(const H5::H5File& file, const std::string& name,
                            const H5::PredType& type) {
  const H5::DataSet set = file.openDataSet(name);
  EXPECT_EQ(set.getSpace().getSimpleExtentNdims(), 1) << name;
  EXPECT_TRUE(set.getDataType() == type) << name;
  std::vector<T> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
  set.read(values.data(), type);
  return values;
}

TextRow read_texts(const H5::Attribute& attribute) {
  TextRow texts;
  const H5::StrType type = attribute.getStrType();
  EXPECT_EQ(type.getCset(), H5T_CSET_UTF8);
  std::vector<char*> pointers(
      static_cast<std::size_t>(attribute.getSpace().getSimpleExtentNpoints()));
  attribute.read(type, pointers.data());
  for (char* text : pointers) {
    texts.emplace_back(text);
    H5free_memory(text);
  }
  return texts;
}

// The texts of a dataset that has them at fixed length, as Octave can read.
TextRow read_cells(const H5::DataSet& set) {
  TextRow texts;
  const H5::StrType type = set.getStrType();
  EXPECT_FALSE(type.isVariableStr());
  EXPECT_EQ(type.getCset(), H5T_CSET_ASCII);
  std::string cells(set.getInMemDataSize(), ' ');
  set.read(cells.data(), type);
  for (std::size_t at = 0; at < cells.size(); at += type.getSize()) {
    const std::string cell = cells.substr(at, type.getSize());
    texts.push_back(cell.substr(0, cell.find('\0')));
  }
  return texts;
}

std::string read_text(const H5::H5Object& object, const std::string& name) {
  std::string text;
  const H5::Attribute attribute = object.openAttribute(name);
  attribute.read(attribute.getStrType(), text);
  return text;
}

TEST_F(Export, Hdf5ReadsBackExactly) {
  write_hdf5(store_, pareto_, path("study.h5"));
  const H5::H5File file(path("study.h5"), H5F_ACC_RDONLY);
  EXPECT_EQ(read_text(file, "schema"), "globaldyn/study/1");
  EXPECT_EQ(read_text(file, "program"), "globaldyn 1.2.3");
  EXPECT_EQ(read_text(file, "study"), "a \"fast\" star");
  EXPECT_EQ(read_texts(file.openAttribute("columns")), kNames);
  EXPECT_EQ(file.getNumObjs(), kNames.size());
  const auto ids = read_numbers<std::uint64_t>(file, "id", H5::PredType::NATIVE_UINT64);
  const auto states = read_numbers<std::int8_t>(file, "state", H5::PredType::NATIVE_INT8);
  const auto pareto = read_numbers<std::uint8_t>(file, "pareto", H5::PredType::NATIVE_UINT8);
  const auto motors = read_numbers<std::int32_t>(file, "motor", H5::PredType::NATIVE_INT32);
  const TextRow reasons = read_cells(file.openDataSet("reason"));
  std::map<std::string, std::vector<double>> numbers;
  for (const std::string name : {"m", "M", "arms, \"all\"", "time", "reserve", "clearance",
                                 "energy", "violation", "wall_time"}) {
    numbers[name] = read_numbers<double>(file, name, H5::PredType::NATIVE_DOUBLE);
    ASSERT_EQ(numbers[name].size(), records_.size());
  }
  ASSERT_EQ(ids.size(), records_.size());
  ASSERT_EQ(reasons.size(), records_.size());
  std::size_t i = 0;
  for (const auto& [id, record] : records_) {
    SCOPED_TRACE(id);
    EXPECT_EQ(ids[i], id);
    EXPECT_EQ(states.at(i), static_cast<int>(record.state));
    EXPECT_EQ(pareto.at(i), is_pareto(id) ? 1 : 0);
    EXPECT_EQ(motors.at(i), static_cast<int>(id % 3));
    EXPECT_EQ(reasons[i], record.reason);
    EXPECT_TRUE(is_same(numbers["m"][i], record.design[0]));
    EXPECT_TRUE(is_same(numbers["M"][i], record.design[1]));
    EXPECT_TRUE(is_same(numbers[kNames[4]][i], record.design[2]));
    EXPECT_TRUE(is_same(numbers["time"][i], record.objectives[0]));
    EXPECT_TRUE(is_same(numbers["reserve"][i], record.objectives[1]));
    EXPECT_TRUE(is_same(numbers["clearance"][i], record.constraints[0]));
    EXPECT_TRUE(is_same(numbers["energy"][i], record.quantities[0]));
    EXPECT_TRUE(is_same(numbers["violation"][i], record.violation));
    EXPECT_TRUE(is_same(numbers["wall_time"][i], record.wall_time));
    ++i;
  }
}

TEST_F(Export, Hdf5DescribesItsColumns) {
  write_hdf5(store_, pareto_, path("study.h5"));
  const H5::H5File file(path("study.h5"), H5F_ACC_RDONLY);
  const std::map<std::string, TextRow> unit_and_role{{"id", {"1", "record"}},
                                                     {"state", {"", "record"}},
                                                     {"m", {"kg", "variable"}},
                                                     {"M", {"", "variable"}},
                                                     {"arms, \"all\"", {"1", "variable"}},
                                                     {"motor", {"", "variable"}},
                                                     {"time", {"s", "objective"}},
                                                     {"reserve", {"N", "objective"}},
                                                     {"clearance", {"m", "constraint"}},
                                                     {"pareto", {"1", "record"}},
                                                     {"energy", {"J", "quantity"}},
                                                     {"violation", {"1", "record"}},
                                                     {"wall_time", {"s", "record"}},
                                                     {"reason", {"", "record"}}};
  for (const auto& [name, expected] : unit_and_role) {
    SCOPED_TRACE(name);
    const H5::DataSet set = file.openDataSet(name);
    EXPECT_EQ(read_text(set, "unit"), expected[0]);
    EXPECT_EQ(read_text(set, "role"), expected[1]);
    EXPECT_EQ(set.attrExists("maximized"), name == "reserve");
    EXPECT_EQ(set.attrExists("choices"), name == "motor");
  }
  EXPECT_EQ(read_texts(file.openDataSet("state").openAttribute("names")),
            (TextRow{"ok", "infeasible", "failed"}));
  EXPECT_EQ(read_texts(file.openDataSet("motor").openAttribute("choices")),
            make_header().columns[3].choices);
  EXPECT_EQ(read_text(file.openDataSet("m"), "description"), "a mass");
}

// One long reason among many makes all cells long: packed they take no room to speak of.
TEST_F(Export, Hdf5HasLongReasons) {
  StudyStore store = StudyStore::create(path("long"), make_header());
  const std::string reason = std::string(20000, 'x') + "\xC3\xA4";
  for (std::uint64_t id = 1; id <= 300; ++id) {
    DesignRecord record = make_record(id);
    record.reason = id == 123 ? reason : "short";
    store.append(record);
  }
  write_hdf5(store, {}, path("long.h5"));
  const TextRow reasons =
      read_cells(H5::H5File(path("long.h5"), H5F_ACC_RDONLY).openDataSet("reason"));
  ASSERT_EQ(reasons.size(), 300u);
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(reasons[i], i == 122 ? reason : "short") << i;
  EXPECT_LT(fs::file_size(path("long.h5")), 300u * 20000u / 10u);
}

// As it may occur in an edited store.
TEST_F(Export, AChoiceThatIsNoneIsNothing) {
  for (const double value : {3.0, -1.0, 0.5, kNaN, kInfinity}) {
    SCOPED_TRACE(value);
    StudyStore store = StudyStore::create(path("odd" + std::to_string(value)), make_header());
    DesignRecord record = make_record(3);
    record.design[3] = value;
    store.append(record);
    write_csv(store, {}, path("odd.csv"));
    EXPECT_EQ(parse_csv(read_file(path("odd.csv"))).at(1).at(5), "");
    write_json(store, {}, path("odd.json"));
    EXPECT_TRUE(Json::parse(read_file(path("odd.json")))["designs"][0]["motor"].is_null());
    write_hdf5(store, {}, path("odd.h5"));
    const H5::H5File file(path("odd.h5"), H5F_ACC_RDONLY);
    EXPECT_EQ(read_numbers<std::int32_t>(file, "motor", H5::PredType::NATIVE_INT32).at(0), -1);
  }
}

TEST_F(Export, AStudyWithoutDesignsHasItsColumns) {
  const StudyStore store = StudyStore::create(path("empty"), make_header());
  write_csv(store, {}, path("empty.csv"));
  EXPECT_EQ(parse_csv(read_file(path("empty.csv"))), std::vector<TextRow>{kNames});
  write_json(store, {}, path("empty.json"));
  const Json json = Json::parse(read_file(path("empty.json")));
  EXPECT_EQ(json["designs"], Json::array());
  EXPECT_EQ(json["columns"].size(), kNames.size());
  write_hdf5(store, {}, path("empty.h5"));
  const H5::H5File file(path("empty.h5"), H5F_ACC_RDONLY);
  for (const std::string& name : kNames) {
    EXPECT_EQ(file.openDataSet(name).getSpace().getSimpleExtentNpoints(), 0) << name;
  }
}

// A reason may be invalid UTF-8; JSON text must not be.
TEST_F(Export, JsonIsUtf8WhateverTheReason) {
  DesignRecord record = make_record(100);
  record.reason = "\xFF \xC3\xA4 \x01";
  store_.append(record);
  write_json(store_, {}, path("study.json"));
  const Json json = Json::parse(read_file(path("study.json")));
  EXPECT_EQ(json["designs"].back()["reason"], "\xEF\xBF\xBD \xC3\xA4 \x01");
}

TEST_F(Export, FailsWithTheFilesNameAndKeepsTheOldFile) {
  const std::string nowhere = (folder_ / "nowhere" / "study").string();
  // A folder cannot be overwritten.
  const std::string taken = path("taken");
  fs::create_directories(taken + "/full");
  for (const std::string& file : {nowhere, taken}) {
    expect_error<Error>([&] { write_csv(store_, {}, file); }, {file});
    expect_error<Error>([&] { write_json(store_, {}, file); }, {file});
    expect_error<Error>([&] { write_hdf5(store_, {}, file); }, {file});
  }
  EXPECT_TRUE(fs::exists(taken + "/full"));
  EXPECT_FALSE(fs::exists(taken + ".part"));
}

// An export reads one state of the store, and needs no write permission.
TEST_F(Export, WorksOnAStoreThatIsWritten) {
  const StudyStore reader = StudyStore::open_readonly(file_);
  store_.append(make_record(50));
  write_csv(reader, pareto_, path("study.csv"));
  EXPECT_EQ(parse_csv(read_file(path("study.csv"))).size(), records_.size() + 1);
  store_.commit();
  write_csv(reader, pareto_, path("study.csv"));
  EXPECT_EQ(parse_csv(read_file(path("study.csv"))).size(), records_.size() + 2);
}

}  // namespace
}  // namespace globaldyn::inside::test
