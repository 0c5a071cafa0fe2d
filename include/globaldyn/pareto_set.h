#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// A column of a study's table.
struct StudyColumn {
  enum class Role { variable, objective, constraint, quantity };

  std::string name;
  Role role{Role::quantity};
  std::string unit;  ///< SI; "1": a plain number
  std::string description;
  std::vector<std::string> choices;  ///< of a categorical variable, whose value is a number of them
  bool is_integer{false};
  bool is_maximized{false};  ///< an objective that shall be large
};

enum class DesignState {
  ok,          ///< evaluated; all constraints hold
  infeasible,  ///< a constraint does not hold, or the machine cannot do what is asked of it
  failed,      ///< a computation failed
};

/// ok, infeasible, failed.
[[nodiscard]] const char* to_string(DesignState state);

/// A design with its numbers, SI; NaN: there is none.
struct Design {
  std::uint64_t id{0};  ///< 1, 2, 3 ... in the order the search asked
  std::vector<double> variables;
  DesignState state{DesignState::failed};
  std::string reason;  ///< one line, if not ok
  std::vector<double> objectives;
  std::vector<double> constraints;
  std::vector<double> quantities;
  double violation{0.0};  ///< 0 if ok
};

/// The designs of a study that none dominates.
struct ParetoSet {
  std::vector<StudyColumn> objectives;
  std::vector<Design> designs;  ///< by id, ascending
  /// Places in `designs` of those from which a little more of one objective costs much of another,
  /// the sharpest first.
  std::vector<std::size_t> knees;

  /// The place of the design that is best in an objective; none in an empty set.
  [[nodiscard]] std::optional<std::size_t> best(std::size_t objective) const;
};

}  // namespace globaldyn
