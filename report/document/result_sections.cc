#include "report/document/result_sections.h"

#include <Eigen/Core>
#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

namespace globaldyn::inside::report {
namespace {

double read_number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

// The numbers of a list, or of lists in a list, one after the other.
void append_numbers(const Json& list, std::vector<double>& numbers) {
  for (const Json& item : list) {
    if (item.is_array()) {
      append_numbers(item, numbers);
    } else {
      numbers.push_back(read_number(item));
    }
  }
}

Json add_numbers(const std::vector<double>& numbers, PageArrays& arrays) {
  return arrays.add(std::span<const double>(numbers));
}

// One key of all samples.
Json add_column(const Json& samples, const char* key, PageArrays& arrays) {
  std::vector<double> numbers;
  for (const Json& sample : samples) {
    const Json& value = sample.at(key);
    append_numbers(value.is_array() ? value : Json::array({value}), numbers);
  }
  return add_numbers(numbers, arrays);
}

// How large the tool's linear velocity or acceleration is; nothing without a tool.
Json add_tool_size(const Json& samples, const char* key, PageArrays& arrays) {
  std::vector<double> numbers;
  for (const Json& sample : samples) {
    if (!sample.contains("tool")) continue;
    const auto vector = sample.at("tool").at(key).at("linear").get<std::array<double, 3>>();
    numbers.push_back(Eigen::Vector3d(vector.data()).norm());
  }
  return add_numbers(numbers, arrays);
}

// A table of numbers with a line of heads; what is no number is NaN.
struct NumberTable {
  std::vector<std::string> heads;
  std::vector<std::vector<double>> columns;
};

// Calls `take` with every cell of a line, in order.
template <class Take>
void visit_cells(std::string_view line, const Take& take) {
  while (true) {
    const std::size_t comma = std::min(line.find(','), line.size());
    take(line.substr(0, comma));
    if (comma == line.size()) return;
    line.remove_prefix(comma + 1);
  }
}

double to_number_of(std::string_view cell) {
  double value = std::numeric_limits<double>::quiet_NaN();
  (void)std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

// At most some of its rows, evenly, the first among them.
NumberTable read_numbers(std::string_view csv, std::size_t most) {
  const auto rows = static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n'));
  const std::size_t every = 1 + rows / most;
  NumberTable table;
  for (std::size_t row = 0; !csv.empty(); ++row) {
    const std::size_t end = std::min(csv.find('\n'), csv.size());
    const std::string_view line = csv.substr(0, end);
    csv.remove_prefix(std::min(end + 1, csv.size()));
    if (row == 0) {
      visit_cells(line, [&](std::string_view cell) { table.heads.emplace_back(cell); });
      table.columns.resize(table.heads.size());
    } else if ((row - 1) % every == 0) {
      std::size_t k = 0;
      visit_cells(line, [&](std::string_view cell) {
        if (k < table.columns.size()) table.columns[k++].push_back(to_number_of(cell));
      });
    }
  }
  return table;
}

// A key that is there only where there is a motion.
Json take(const Json& json, const char* key, const Json& otherwise) {
  return json.contains(key) ? json.at(key) : otherwise;
}

// Of a plan that was not checked the names alone.
Json list_drives(const Json& plan) {
  Json drives = Json::array();
  for (const Json& name : plan.at("machine").at("drives")) drives.push_back({{"name", name}});
  return drives;
}

}  // namespace

std::string find_course(const Json& plan) {
  return plan.value("cycle", plan.value(Json::json_pointer("/path/name"), std::string()));
}

Json describe_wished(const Json& plan) {
  if (!plan.contains("wished")) return nullptr;
  const Json& wished = plan["wished"];
  Json json = Json::object();
  for (const char* key : {"within_rated", "least_losses", "least_energy", "fastest"})
    json[key] = wished.at(key);
  json["losses"] = wished.at("losses").at("value");
  json["losses_unit"] = wished.at("losses").at("unit");
  json["is_even"] = wished.contains("variation_worth");
  return json;
}

Json describe_plan(const Json& plan, PageArrays& arrays) {
  const Json& samples = plan.at("samples");
  const Json use = take(plan, "use", Json::object());
  const Json failure = take(plan, "failure", Json::object());
  Json json = {{"path", find_course(plan)},
               {"steps", take(plan, "steps", Json::array())},
               {"status", plan.at("status")},
               {"reason", take(plan, "reason", take(failure, "reason", ""))},
               {"time", take(plan, "time", nullptr)},
               {"time_lower", take(plan, "time_lower", nullptr)},
               {"wished", describe_wished(plan)},
               {"stretches", take(plan, "stretches", Json::array())},
               {"stops", plan.at("stops")},
               {"drives", take(use, "drives", list_drives(plan))},
               {"energy", take(use, "energy", nullptr)},
               {"braking_energy", take(use, "braking_energy", nullptr)}};
  for (const char* key : {"t", "p", "d1", "d2", "forces", "speeds", "positions"}) {
    json[key] = add_column(samples, key, arrays);
  }
  json["tool_speed"] = add_tool_size(samples, "velocity", arrays);
  json["tool_acceleration"] = add_tool_size(samples, "acceleration", arrays);
  return json;
}

Json describe_simulation(const Json& simulation, const std::string& csv, PageArrays& arrays) {
  constexpr std::size_t kMostInstants = 2000;
  const NumberTable table = read_numbers(csv, kMostInstants);
  Json columns = Json::object();
  for (std::size_t k = 0; k < table.heads.size(); ++k) {
    columns[table.heads[k]] = add_numbers(table.columns[k], arrays);
  }
  Json json = {{"path", take(simulation, "cycle", take(simulation, "path", ""))},
               {"reason", take(simulation, "reason", "")},
               {"columns", std::move(columns)}};
  for (const char* key : {"status", "time", "constraint_drift", "energy_error",
                          "largest_kinetic_energy", "tracking_error", "orientation_error"}) {
    json[key] = take(simulation, key, nullptr);
  }
  json["drives"] = simulation.at("machine").at("drives");
  // Older files have none.
  json["poses"] = nullptr;
  if (const auto poses = simulation.find("poses"); poses != simulation.end()) {
    const auto values = poses->at("values").get<std::vector<float>>();
    const auto t = poses->at("t").get<std::vector<double>>();
    json["poses"] = {{"t", add_numbers(t, arrays)},
                     {"values", arrays.add(std::span<const float>(values))}};
  }
  return json;
}

Json describe_map(const Json& map, PageArrays& arrays) {
  std::vector<std::string> names;
  std::vector<std::uint8_t> status;
  for (const Json& one : map.at("status")) {
    const auto& name = one.get_ref<const std::string&>();
    // The page takes the first for poses with values.
    if (names.empty() && name != "ok") names.emplace_back("ok");
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) found = names.insert(names.end(), name);
    status.push_back(static_cast<std::uint8_t>(found - names.begin()));
  }
  Json json = {{"name", map.at("name")},
               {"axes", map.at("axes")},
               {"orientations", map.at("orientations")},
               {"statuses", names},
               {"status", arrays.add(std::span<const std::uint8_t>(status))},
               {"columns", Json::array()},
               {"places", Json::array()},
               {"reductions", map.at("reductions")}};
  for (const Json& column : map.at("criteria")) {
    std::vector<double> values;
    append_numbers(column.at("values"), values);
    json["columns"].push_back({{"name", column.at("name")},
                               {"criterion", column.at("criterion")},
                               {"unit", column.at("unit")},
                               {"better", column.at("better")},
                               {"values", add_numbers(values, arrays)}});
  }
  return json;
}

}  // namespace globaldyn::inside::report
