// Machines are put together again from the table as the page does it.
#include "report/document/machine_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace globaldyn::inside::report {
namespace {

// A machine of a length and a turn: a second leg is twice the first and shifted, an angle is
// neither.
Json make_machine(double length, double turn) {
  return {{"name", "m"},
          {"normal", nullptr},
          {"legs", {{{"size", length}, {"at", {0.0, 2.0 * length + 1.0}}}, {{"size", length}}}},
          {"bodies", 2},
          {"pose", {std::cos(turn * turn), 0.25}}};
}

struct Table {
  Json groups;
  std::string bytes;  ///< of the arrays

  explicit Table(const MachineTable& table, std::size_t most = 1'000'000) {
    PageArrays arrays;
    groups = table.write(arrays, most);
    const std::string document = arrays.write(Json());
    bytes = document.substr(8 + std::string("null").size());
  }
  template <class Value>
  [[nodiscard]] Value value(const Json& array, std::size_t i) const {
    Value value;
    std::memcpy(&value, bytes.data() + array.at("at").get<std::size_t>() + i * sizeof(Value),
                sizeof(Value));
    return value;
  }
  // The number that stands in a machine's place.
  [[nodiscard]] double find(const Json& group, const Json& place, std::size_t i,
                            const std::vector<double>& known) const {
    if (place.is_number()) return place.get<double>();
    const auto k = place.at("@").get<std::size_t>();
    double at = 0.0;
    if (k < known.size()) {
      at = known[k];
    } else {
      const Json& column = group.at("columns").at(k - known.size());
      const double low = column.at("min").get<double>(), high = column.at("max").get<double>();
      const auto number = value<std::int16_t>(column.at("values"), i);
      at = low + (number / 32767.0 + 1.0) / 2.0 * (high - low);
    }
    return place.at("a").get<double>() + place.at("b").get<double>() * at;
  }
};

TEST(MachineTable, EveryNumberComesBack) {
  MachineTable machines;
  std::vector<std::vector<double>> known;
  for (int i = 0; i < 40; ++i) known.push_back({0.5 + 0.01 * i, 0.07 * i});
  for (std::size_t i = 0; i < known.size(); ++i) {
    machines.add(static_cast<std::uint32_t>(10 + i), known[i],
                 make_machine(known[i][0], known[i][1]));
  }
  const Table table(machines);
  ASSERT_EQ(table.groups.size(), 1u);
  const Json& group = table.groups[0];
  // All lengths follow from the first known number: only the cosine is a column of its own.
  EXPECT_EQ(group.at("columns").size(), 1u);
  EXPECT_EQ(group.at("known"), 2);
  const Json& like = group.at("like");
  EXPECT_EQ(like.at("name"), "m");
  EXPECT_EQ(like.at("bodies"), 2);
  EXPECT_EQ(like.at("pose")[1], 0.25);
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_EQ(table.value<std::uint32_t>(group.at("ids"), i), 10 + i);
    const Json wanted = make_machine(known[i][0], known[i][1]);
    const auto expect = [&](const char* place, double range) {
      const Json::json_pointer at(place);
      // 16 bits of the range, or what single precision and a line leave of it.
      EXPECT_NEAR(table.find(group, like.at(at), i, known[i]), wanted.at(at).get<double>(),
                  2.5e-5 * range)
          << place;
    };
    expect("/legs/0/size", 0.4);
    expect("/legs/0/at/1", 0.8);
    expect("/legs/1/size", 0.4);
    expect("/pose/0", 2.0);
  }
}

// A drive fewer is another structure.
TEST(MachineTable, MachinesOfOtherStructureAreOtherGroups) {
  MachineTable machines;
  machines.add(1, {0.0}, {{"drives", {1.0, 2.0}}});
  machines.add(2, {1.0}, {{"drives", {1.0}}});
  machines.add(3, {2.0}, {{"drives", {1.0, 2.5}}});
  const Table table(machines);
  ASSERT_EQ(table.groups.size(), 2u);
  EXPECT_EQ(table.value<std::uint32_t>(table.groups[0].at("ids"), 1), 3u);
  EXPECT_NEAR(table.find(table.groups[0], table.groups[0].at("like").at("drives")[1], 1, {2.0}),
              2.5, 1e-5);
}

TEST(MachineTable, TooManyAreThinnedOutEvenly) {
  MachineTable machines;
  for (int i = 0; i < 1000; ++i) {
    machines.add(static_cast<std::uint32_t>(i), {}, {{"a", std::sin(i)}, {"b", std::cos(3 * i)}});
  }
  const Table table(machines, 4000);  // of 8 bytes each
  const Json& group = table.groups[0];
  const auto count = group.at("ids").at("n").get<std::size_t>();
  EXPECT_LE(count, 500u);
  EXPECT_GE(count, 300u);
  for (const Json& column : group.at("columns")) EXPECT_EQ(column.at("values").at("n"), count);
}

TEST(MachineTable, OfNoMachinesIsEmpty) {
  EXPECT_TRUE(Table(MachineTable()).groups.empty());
}

}  // namespace
}  // namespace globaldyn::inside::report
