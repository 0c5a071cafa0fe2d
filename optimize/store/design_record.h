#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace store {

/// The result of evaluating a design.
enum class DesignState {
  ok,          ///< evaluated; all constraints hold
  infeasible,  ///< a constraint does not hold, or the machine cannot do what is asked of it
  failed,      ///< a computation failed
};

[[nodiscard]] const char* to_string(DesignState state);

/// An evaluation of a design as stored. Numbers that do not exist are NaN.
struct DesignRecord {
  std::uint64_t id{0};  ///< 1, 2, 3 … in the order the search asked
  Design design;
  DesignState state{DesignState::failed};
  std::string reason;               ///< one line, if not ok
  std::vector<double> objectives;   ///< as the study defines them, also those to be maximised
  std::vector<double> constraints;  ///< the bounded values
  std::vector<double> quantities;   ///< everything else the study computes
  double violation{0.0};            ///< 0 if ok
  double wall_time{0.0};            ///< s; 0 if the design had been evaluated before
  std::uint64_t inputs{0};          ///< hash of all that determines the numbers except the design
};

/// A column of a study's table.
struct StudyColumn {
  enum class Role { variable, objective, constraint, quantity };
  std::string name;
  Role role{Role::quantity};
  QuantityUnit unit;                 ///< of numbers, which are in SI
  std::string description;           ///< may be empty
  std::vector<std::string> choices;  ///< of a categorical variable, in order; otherwise empty
  bool is_integer{false};            ///< an integer variable
  bool is_maximized{false};          ///< an objective to be maximised
};

/// For every objective among the columns, in their order, whether it is to be maximised.
[[nodiscard]] std::vector<bool> list_maximized(const std::vector<StudyColumn>& columns);

/// What the record of a design tells a search: objectives to be minimised, if all of them exist,
/// and the violation.
/// @param maximized for every objective whether it is to be maximised: its sign changes
[[nodiscard]] Outcome make_outcome(const DesignRecord& record, const std::vector<bool>& maximized);

}  // namespace store
}  // namespace globaldyn::inside
