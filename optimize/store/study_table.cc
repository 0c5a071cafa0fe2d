#include "optimize/store/study_table.h"

#include <algorithm>

#include "optimize/pareto/archive.h"

namespace globaldyn {

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

StudyTable load_table(const StudyStore& store) {
  StudyTable table;
  table.header = store.header();
  table.records = store.read_all();
  table.events = store.events();
  const std::vector<bool> maximized = list_maximized(table.header.columns);
  ParetoArchive archive;
  for (const DesignRecord& record : table.records) {
    archive.insert(record.id, make_outcome(record, maximized));
  }
  for (const ParetoArchive::Member& member : archive.members()) {
    table.front.push_back(member.number);
  }
  return table;
}

}  // namespace globaldyn
