#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/expression/expression.h"
#include "core/expression/shown_units.h"

namespace globaldyn::inside {
inline namespace core {

class Node;

/// A named number of the machine file, in SI.
struct Parameter {
  std::string name;
  double value{0.0};
  bool typed{false};  ///< a unit was given
  Dimension dimension{};
  QuantityUnit unit;          ///< of `value`; of untyped ones not known
  std::optional<double> min;  ///< value >= min
  std::optional<double> max;  ///< value <= max
  std::string description;
};

/// A value given from outside the file: `--set name=text`.
struct ParameterOverride {
  std::string name;
  std::string
      text;  ///< an expression, units allowed; a bare number is in SI, of what the file's is
};

/// Exactly this value for a parameter: a number in SI, with the unit it is in if that is known.
[[nodiscard]] ParameterOverride make_override(const std::string& name, const Quantity& value);

/// By how much a real machine's parameter is off what the file, or an override, says.
struct ParameterError {
  std::string name;
  double share{0.0};   ///< the real value is (1 + share) times that,
  double offset{0.0};  ///< plus this (SI)
};

/// The parameters of a machine with their values.
class Parameters {
 public:
  Parameters() = default;

  /// Reads the map `node` (name: value, or name: {value, min, max, description}); values may
  /// refer to each other in any order.
  /// Values that are off may be beyond their bounds; what is worked out from them follows.
  /// @throws InputError for cycles, values beyond their bounds, names that are units or
  ///   reserved, and overrides or errors of unknown names.
  static Parameters read(const std::optional<Node>& node,
                         const std::vector<ParameterOverride>& overrides,
                         const std::vector<ParameterError>& errors = {});

  /// In the file's order.
  [[nodiscard]] const std::vector<Parameter>& all() const { return all_; }
  [[nodiscard]] const Parameter* find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;

  /// A scope with these parameters and the given variables (untyped, numbered in order).
  /// The scope refers to this object.
  [[nodiscard]] Scope make_scope(std::vector<std::string> variables = {}) const;

 private:
  std::vector<Parameter> all_;
  std::map<std::string, std::size_t> index_;  ///< of each name in all_
};

/// @throws InputError unless `node` is a name: letters, digits and underscores.
[[nodiscard]] std::string read_name(const Node& node);

/// The name of something that formulas may name: one that means nothing else in them.
/// @throws InputError as read_name() does, and as check_symbol_name()
[[nodiscard]] std::string read_symbol_name(const Node& node);

/// @throws InputError at `place` for the name of a unit or a function, which formulas would take it
///   for, or another one with a meaning of its own (list_reserved_names())
void check_symbol_name(const std::string& name, const SourcePlace& place);

}  // namespace core
}  // namespace globaldyn::inside
