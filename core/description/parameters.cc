#include "core/description/parameters.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/base/nth.h"
#include "core/expression/formula_quantity.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct Definition {
  std::string name;
  std::string text;
  SourcePlace place;
  std::optional<Node> details;          // the map form
  std::optional<std::string> replaced;  // the file's own text, if it was overridden
  double factor{1.0};                   // on its value, which is off by so much
  double offset{0.0};                   // and by this

  // Of the file: its own bare numbers do not say what they are.
  [[nodiscard]] const std::string& own_text() const { return replaced ? *replaced : text; }
};

// Evaluates definitions on demand, so that they may stand in any order; a name found again while
// its own value is being evaluated is a cycle.
class Resolution {
 public:
  explicit Resolution(std::vector<Definition> definitions) : definitions_(std::move(definitions)) {
    for (std::size_t i = 0; i < definitions_.size(); ++i) index_[definitions_[i].name] = i;
  }

  std::vector<Parameter> run() {
    std::vector<Parameter> result;
    for (const Definition& definition : definitions_) result.push_back(resolve(definition));
    return result;
  }

 private:
  Parameter resolve(const Definition& definition) {
    if (const auto known = done_.find(definition.name); known != done_.end()) return known->second;
    refuse_cycle(definition);
    constexpr std::size_t kLongestChain = 200;  // each link is a recursion
    if (open_.size() >= kLongestChain) {
      throw InputError(definition.place,
                       "parameters that depend on each other in a chain of more "
                       "than " +
                           std::to_string(kLongestChain),
                       "expected a shorter chain");
    }
    open_.push_back(definition.name);
    const Scope scope = [this](const std::string& name, const SourcePlace& place) {
      return find_symbol(name, place);
    };
    Parameter result = evaluate(definition, scope);
    open_.pop_back();
    done_[definition.name] = result;
    return result;
  }

  void refuse_cycle(const Definition& definition) const {
    const auto start = std::find(open_.begin(), open_.end(), definition.name);
    if (start == open_.end()) return;
    std::string cycle;
    for (auto name = start; name != open_.end(); ++name) cycle += *name + " -> ";
    throw InputError(definition.place,
                     "parameters depend on each other in a cycle: " + cycle + definition.name,
                     "expected a value that can be worked out");
  }

  Symbol find_symbol(const std::string& name, const SourcePlace& place) {
    const auto found = index_.find(name);
    if (found != index_.end()) {
      const Parameter p = resolve(definitions_[found->second]);
      return {Symbol::Kind::constant, p.value, 0, p.typed, p.dimension};
    }
    std::vector<std::string> names;
    for (const Definition& definition : definitions_) names.push_back(definition.name);
    throw InputError(place, "unknown parameter '" + name + "'", suggest_name(name, names));
  }

  static double evaluate_finite(const Expression& expression) {
    const double value = expression.evaluate();
    if (!std::isfinite(value)) {
      throw InputError(expression.place(), "'" + expression.text() + "' is not a finite number",
                       "expected a finite number");
    }
    return value;
  }

  static std::optional<double> read_bound(const Definition& definition, const char* key,
                                          const Parameter& parameter, const Scope& scope) {
    if (!definition.details) return std::nullopt;
    const auto node = definition.details->find(key);
    if (!node) return std::nullopt;
    const Expression bound = Expression::parse(node->text(), node->place(), scope);
    if (parameter.typed) bound.require_dimension(parameter.dimension);
    return evaluate_finite(bound);
  }

  // What a parameter written like this is in, if it has this dimension: a quantity says more than
  // a dimension does. The file knows best what its parameter is.
  [[nodiscard]] QuantityUnit find_unit_of(const Definition& definition,
                                          const Dimension& dimension) const {
    const auto quantity_of = [this](const std::string& name) -> std::optional<UnitKind> {
      const auto found = done_.find(name);
      return found != done_.end() ? kind_of(found->second.unit) : std::nullopt;
    };
    for (const std::string& text : {definition.own_text(), definition.text}) {
      const auto quantity = find_quantity(text, definition.place, quantity_of);
      if (quantity && quantity->dimension == dimension) return name_si_unit(*quantity);
    }
    return format_unit(dimension);
  }

  [[nodiscard]] Parameter evaluate(const Definition& definition, const Scope& scope) const {
    const Expression expression = Expression::parse(definition.text, definition.place, scope);
    Parameter result;
    result.name = definition.name;
    result.value = evaluate_finite(expression);
    result.typed = expression.is_typed();
    result.dimension = expression.dimension();
    if (definition.replaced) {
      // What it is, the file says: a bare number in its place is in SI.
      const Expression own = Expression::parse(*definition.replaced, definition.place, scope);
      if (own.is_typed()) {
        expression.require_dimension(own.dimension());
        result.typed = true;
        result.dimension = own.dimension();
      }
    }
    if (result.typed) result.unit = find_unit_of(definition, result.dimension);
    result.min = read_bound(definition, "min", result, scope);
    result.max = read_bound(definition, "max", result, scope);
    if (definition.details) {
      if (const auto text = definition.details->find("description")) {
        result.description = text->text();
      }
    }
    refuse_out_of_bounds(definition, result);
    result.value = result.value * definition.factor + definition.offset;
    return result;
  }

  static void refuse_out_of_bounds(const Definition& definition, const Parameter& parameter) {
    if (parameter.min && parameter.max && *parameter.min > *parameter.max) {
      definition.details->require("min").fail(
          "lower bound of '" + parameter.name + "' above its upper bound", "expected min <= max");
    }
    const bool low = parameter.min && parameter.value < *parameter.min;
    const bool high = parameter.max && parameter.value > *parameter.max;
    if (!low && !high) return;
    throw InputError(definition.place,
                     "parameter '" + parameter.name + "' = " + definition.text +
                         (low ? " is below its min" : " is above its max"),
                     "expected " + std::string(low ? "at least " : "at most ") +
                         definition.details->require(low ? "min" : "max").text());
  }

  std::vector<Definition> definitions_;
  std::map<std::string, std::size_t> index_;
  std::map<std::string, Parameter> done_;
  std::vector<std::string> open_;
};

Definition read_definition(const Node& key, const Node& value) {
  const std::string name = read_symbol_name(key);
  if (!value.is_map()) return {name, value.text(), value.place(), std::nullopt, std::nullopt};
  value.allow_only({"value", "min", "max", "description"});
  const Node number = value.require("value");
  return {name, number.text(), number.place(), value, std::nullopt};
}

Definition& find_definition(std::vector<Definition>& definitions, const std::string& name,
                            const SourcePlace& place) {
  const auto found = std::find_if(definitions.begin(), definitions.end(),
                                  [&](const Definition& one) { return one.name == name; });
  if (found != definitions.end()) return *found;
  std::vector<std::string> names;
  for (const Definition& one : definitions) names.push_back(one.name);
  throw InputError(place, "unknown parameter '" + name + "'", suggest_name(name, names));
}

}  // namespace

Parameters Parameters::read(const std::optional<Node>& node,
                            const std::vector<ParameterOverride>& overrides,
                            const std::vector<ParameterError>& errors) {
  std::vector<Definition> definitions;
  if (node) {
    for (const auto& [key, value] : node->entries()) {
      definitions.push_back(read_definition(key, value));
    }
  }
  for (const ParameterOverride& given : overrides) {
    Definition& definition =
        find_definition(definitions, given.name, option_place("--set", given.name));
    definition.replaced = definition.text;
    definition.text = given.text;
    definition.place = option_place("--set", given.name + "=" + given.text);
  }
  for (const ParameterError& error : errors) {
    Definition& definition =
        find_definition(definitions, error.name, whole_place("error of " + error.name));
    definition.factor *= 1.0 + error.share;
    definition.offset = definition.offset * (1.0 + error.share) + error.offset;
  }
  Parameters result;
  result.all_ = Resolution(std::move(definitions)).run();
  for (std::size_t i = 0; i < result.all_.size(); ++i) result.index_[result.all_[i].name] = i;
  return result;
}

const Parameter* Parameters::find(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &all_[found->second];
}

std::vector<std::string> Parameters::names() const {
  std::vector<std::string> result;
  for (const Parameter& parameter : all_) result.push_back(parameter.name);
  return result;
}

Scope Parameters::make_scope(std::vector<std::string> variables) const {
  return [this, variables = std::move(variables)](const std::string& name,
                                                  const SourcePlace& place) -> Symbol {
    const auto variable = std::find(variables.begin(), variables.end(), name);
    if (variable != variables.end()) {
      return {
          Symbol::Kind::variable, 0.0, static_cast<int>(variable - variables.begin()), false, {}};
    }
    if (const Parameter* p = find(name)) {
      return {Symbol::Kind::constant, p->value, 0, p->typed, p->dimension};
    }
    std::vector<std::string> candidates = names();
    candidates.insert(candidates.end(), variables.begin(), variables.end());
    throw InputError(place, "unknown name '" + name + "'", suggest_name(name, candidates));
  };
}

std::string read_name(const Node& node) {
  const std::string name = node.text();
  const bool valid = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                     std::all_of(name.begin(), name.end(), [](char c) {
                       return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                     });
  if (!valid) {
    node.fail("'" + name + "' is no name",
              "expected letters, digits and underscores, no digit first");
  }
  return name;
}

std::string read_symbol_name(const Node& node) {
  const std::string name = read_name(node);
  check_symbol_name(name, node.place());
  return name;
}

void check_symbol_name(const std::string& name, const SourcePlace& place) {
  if (find_unit(name)) throw InputError(place, "'" + name + "' is a unit", "expected another name");
  const std::vector<std::string> reserved = list_reserved_names();
  if (std::find(reserved.begin(), reserved.end(), name) != reserved.end()) {
    throw InputError(place, "'" + name + "' has a meaning of its own", "expected another name");
  }
}

ParameterOverride make_override(const std::string& name, const Quantity& value) {
  const std::string& unit = value.unit.si;
  const bool is_bare = unit.empty() || unit == "1";
  return {name, fmt::format("{}{}{}", value.value, is_bare ? "" : " ", is_bare ? "" : unit)};
}

}  // namespace core
}  // namespace globaldyn::inside
