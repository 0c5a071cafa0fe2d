#pragma once

#include <cstdint>
#include <vector>

#include "optimize/pareto/points.h"
#include "optimize/store/study_store.h"

namespace globaldyn {

/// A study as its store knows it.
struct StudyTable {
  StudyHeader header;
  std::vector<DesignRecord> records;  ///< by id, ascending
  std::vector<std::uint64_t> front;   ///< ids of the designs that none dominates, ascending
  std::vector<StudyEvent> events;

  [[nodiscard]] std::size_t count(DesignState state) const;

  /// The record of an evaluation, or null.
  [[nodiscard]] const DesignRecord* find(std::uint64_t id) const;

  /// Objectives of the front, to be made small: those to be made large have their sign changed.
  [[nodiscard]] Points front_points() const;

  /// The columns of a role, in order.
  [[nodiscard]] std::vector<StudyColumn> columns(StudyColumn::Role role) const;
};

/// Reads all designs of a study, also while it runs.
[[nodiscard]] StudyTable load_table(const StudyStore& store);

}  // namespace globaldyn
