#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "optimize/pareto/front_growth.h"
#include "optimize/pareto/points.h"
#include "optimize/store/study_store.h"

namespace globaldyn::inside {
inline namespace store {

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

/// What every seed's search has found by itself, in order: its designs with their ids, its front,
/// and its seed; no events. The table itself, if the study has one seed.
[[nodiscard]] std::vector<StudyTable> split_by_seed(const StudyTable& table);

/// What measures all fronts of a study, known from its first feasible designs by id.
[[nodiscard]] FrontGrowth make_growth(const StudyTable& table);

/// The measure of the front of a study, or of one of its seeds.
[[nodiscard]] double measure_front(const StudyTable& table, const FrontGrowth& growth);

/// Reads all designs of a study, also while it runs.
[[nodiscard]] StudyTable load_table(const StudyStore& store);

}  // namespace store
}  // namespace globaldyn::inside
