#include "optimize/store/record_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <limits>

#include "globaldyn/storage/input_hash.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

DesignState read_state(const SqliteStatement& select, int column, const std::string& file) {
  const std::string_view text = select.text(column);
  for (const DesignState state : {DesignState::ok, DesignState::infeasible, DesignState::failed}) {
    if (text == to_string(state)) return state;
  }
  throw Error(
      fmt::format("{}: design {} has the unknown state '{}'", file, select.integer(0), text));
}

}  // namespace

RecordShape shape_of(const StudyHeader& header) {
  using Role = StudyColumn::Role;
  return {header.count(Role::variable), header.count(Role::objective),
          header.count(Role::constraint), header.count(Role::quantity)};
}

RecordShape shape_of(const DesignRecord& record) {
  return {record.design.size(), record.objectives.size(), record.constraints.size(),
          record.quantities.size()};
}

std::uint64_t calc_checksum(const DesignRecord& record) {
  std::string bytes;
  const auto add_bits = [&](std::uint64_t bits) {
    bytes.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  };
  const auto add_number = [&](double number) {
    add_bits(std::isnan(number) ? std::numeric_limits<std::uint64_t>::max()
                                : std::bit_cast<std::uint64_t>(number));
  };
  add_bits(record.id);
  bytes += to_string(record.state);
  add_bits(record.reason.size());
  bytes += record.reason;
  for (const std::vector<double>* numbers :
       {&record.design, &record.objectives, &record.constraints, &record.quantities}) {
    for (const double number : *numbers) add_number(number);
  }
  add_number(record.violation);
  add_number(record.wall_time);
  add_bits(record.inputs);
  return calc_fnv1a(bytes);
}

std::string make_insert(const std::vector<std::string>& sql_names) {
  const std::vector<std::string> places(sql_names.size(), "?");
  return fmt::format("INSERT INTO evaluations VALUES ({})", fmt::join(places, ", "));
}

std::string make_select(const std::vector<std::string>& sql_names, const std::string& rest) {
  return fmt::format("SELECT {} FROM evaluations {}", fmt::join(sql_names, ", "), rest);
}

void bind_record(SqliteStatement& insert, const RecordShape& shape, const DesignRecord& record) {
  int place = 0;
  insert.bind_integer(++place, std::bit_cast<std::int64_t>(record.id));
  insert.bind_text(++place, to_string(record.state));
  if (record.reason.empty()) {
    insert.bind_nothing(++place);
  } else {
    insert.bind_text(++place, record.reason);
  }
  for (const std::vector<double>* numbers :
       {&record.design, &record.objectives, &record.constraints, &record.quantities}) {
    for (const double number : *numbers) insert.bind_number(++place, number);
  }
  insert.bind_number(++place, record.violation);
  insert.bind_number(++place, record.wall_time);
  insert.bind_integer(++place, std::bit_cast<std::int64_t>(record.inputs));
  if (shape.has_checksum) {
    insert.bind_integer(++place, std::bit_cast<std::int64_t>(calc_checksum(record)));
  }
}

void read_record(const SqliteStatement& select, const RecordShape& shape, const std::string& file,
                 DesignRecord& record) {
  int column = 0;
  const auto read_numbers = [&](std::vector<double>& numbers, std::size_t count) {
    numbers.resize(count);
    for (double& number : numbers) number = select.number(column++);
  };
  record.id = std::bit_cast<std::uint64_t>(select.integer(column++));
  record.state = read_state(select, column++, file);
  record.reason = select.text(column++);
  read_numbers(record.design, shape.variables);
  read_numbers(record.objectives, shape.objectives);
  read_numbers(record.constraints, shape.constraints);
  read_numbers(record.quantities, shape.quantities);
  record.violation = select.number(column++);
  record.wall_time = select.number(column++);
  record.inputs = std::bit_cast<std::uint64_t>(select.integer(column++));
  if (!shape.has_checksum) return;
  if (std::bit_cast<std::uint64_t>(select.integer(column++)) == calc_checksum(record)) return;
  throw Error(fmt::format(
      "{}: design {} is damaged: what is stored of it does not fit its checksum; restore the file"
      " from a copy, or start again in another folder",
      file, record.id));
}

}  // namespace store
}  // namespace globaldyn::inside
