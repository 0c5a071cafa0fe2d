#pragma once

#include <cstdint>
#include <span>
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

  /// Objectives, to be minimised, of designs that must exist and have objectives: those to be
  /// maximised have their sign changed.
  [[nodiscard]] Points points_of(std::span<const std::uint64_t> ids) const;

  /// Those of the front.
  [[nodiscard]] Points front_points() const { return points_of(front); }

  /// The columns of a role, in order.
  [[nodiscard]] std::vector<StudyColumn> columns(StudyColumn::Role role) const;
};

/// Reads all designs of a study, also while it runs.
[[nodiscard]] StudyTable load_table(const StudyStore& store);

}  // namespace globaldyn
