#include "optimize/store/study_table.h"

#include <algorithm>
#include <iterator>

#include "optimize/pareto/archive.h"
#include "optimize/store/seed_order.h"

namespace globaldyn::inside {
inline namespace store {

std::size_t StudyTable::count(DesignState state) const {
  return static_cast<std::size_t>(
      std::count_if(records.begin(), records.end(),
                    [state](const DesignRecord& record) { return record.state == state; }));
}

const DesignRecord* StudyTable::find(std::uint64_t id) const {
  const auto found =
      std::lower_bound(records.begin(), records.end(), id,
                       [](const DesignRecord& record, std::uint64_t x) { return record.id < x; });
  return found == records.end() || found->id != id ? nullptr : &*found;
}

Points StudyTable::points_of(std::span<const std::uint64_t> ids) const {
  const std::vector<bool> maximized = list_maximized(header.columns);
  Points points(maximized.size());
  for (const std::uint64_t id : ids) points.add(make_outcome(*find(id), maximized).objectives);
  return points;
}

std::vector<StudyColumn> StudyTable::columns(StudyColumn::Role role) const {
  std::vector<StudyColumn> result;
  std::copy_if(header.columns.begin(), header.columns.end(), std::back_inserter(result),
               [role](const StudyColumn& column) { return column.role == role; });
  return result;
}

namespace {

std::vector<std::uint64_t> find_front(const StudyTable& table) {
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  ParetoArchive archive;
  for (const DesignRecord& record : table.records) {
    archive.insert(record.id, make_outcome(record, maximized));
  }
  std::vector<std::uint64_t> front;
  for (const ParetoArchive::Member& member : archive.members()) front.push_back(member.number);
  return front;
}

StudyTable take_seed(const StudyTable& table, const SeedOrder& order) {
  StudyTable part;
  part.header = table.header;
  part.header.seed += order.index;
  part.header.seeds = 1;
  std::copy_if(table.records.begin(), table.records.end(), std::back_inserter(part.records),
               [&](const DesignRecord& record) { return order.owns(record.id); });
  part.front = find_front(part);
  return part;
}

}  // namespace

std::vector<StudyTable> split_by_seed(const StudyTable& table) {
  const std::size_t seeds = table.header.seeds;
  if (seeds == 1) return {table};
  std::vector<StudyTable> parts;
  for (std::size_t i = 0; i < seeds; ++i) parts.push_back(take_seed(table, {seeds, i}));
  return parts;
}

FrontGrowth make_growth(const StudyTable& table) {
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  FrontGrowth growth;
  for (const DesignRecord& record : table.records) growth.take(make_outcome(record, maximized));
  return growth;
}

double measure_front(const StudyTable& table, const FrontGrowth& growth) {
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  ParetoArchive front;
  for (const std::uint64_t id : table.front) {
    front.insert(id, make_outcome(*table.find(id), maximized));
  }
  return growth.measure(front);
}

StudyTable load_table(const StudyStore& store) {
  StudyTable table;
  table.header = store.header();
  table.records = store.read_all();
  table.events = store.events();
  table.front = find_front(table);
  return table;
}

}  // namespace store
}  // namespace globaldyn::inside
