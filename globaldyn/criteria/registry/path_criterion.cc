#include "globaldyn/criteria/registry/path_criterion.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/description/formula_unit.h"
#include "core/description/names.h"
#include "globaldyn/criteria/registry/read_formulas.h"
#include "globaldyn/criteria/registry/registry.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

PathCriterion make_one(const Criterion& criterion) {
  PathCriterion one;
  one.name = criterion.name;
  one.criterion = &criterion;
  one.unit = criterion.unit;
  one.has_dimension = true;
  one.dimension = criterion.dimension;
  one.better = criterion.better;
  one.when_unreachable = criterion.when_unreachable;
  return one;
}

// The same for one drive.
PathCriterion make_one(const Criterion& criterion, const Drive& of) {
  PathCriterion one = make_one(criterion);
  one.name += "_" + of.name;
  one.drive = of.name;
  const std::string& rotary_unit = criterion.of_path()->rotary_unit;
  const bool is_rotary = criterion.of_path()->is_of_motor ? of.rotary_motor : of.rotational;
  if (is_rotary && !rotary_unit.empty()) {
    one.unit = rotary_unit;
    // Where a sliding drive has a force a rotary one has a torque, and radians are no metres.
    const bool is_force = criterion.dimension.mass > 0;
    one.dimension =
        is_force ? one.dimension * dimension::length : one.dimension / dimension::length;
  }
  return one;
}

// What a name in a formula stands for: a criterion, noted in `uses`, otherwise a parameter.
Symbol find_symbol(const std::string& name, const SourcePlace& place, const Parameters& parameters,
                   const Mechanism& mechanism, const std::vector<CriterionFormula>& formulas,
                   std::vector<PathCriterion>& uses) {
  if (parameters.find(name) != nullptr) return parameters.make_scope()(name, place);
  std::vector<PathCriterion> found = find_path_criteria(name, mechanism, {}, formulas, place);
  if (found.size() > 1) {
    throw InputError(place, "'" + name + "' has a value for each drive",
                     "expected one of them, such as '" + found.front().name + "'");
  }
  const auto known = std::find_if(uses.begin(), uses.end(), [&](const PathCriterion& one) {
    return one.name == found.front().name;
  });
  const int index = static_cast<int>(known - uses.begin());
  if (known == uses.end()) uses.push_back(found.front());
  return {Symbol::Kind::variable, 0.0, index, found.front().has_dimension, found.front().dimension};
}

CriterionFormula read_formula(const Node& key, const Node& node, const Parameters& parameters,
                              const Mechanism& mechanism,
                              const std::vector<CriterionFormula>& before) {
  node.allow_only({"formula", "better", "description", "unit"});
  CriterionFormula formula;
  formula.name = read_symbol_name(key);
  const auto is_same = [&](const CriterionFormula& other) { return other.name == formula.name; };
  if (find_criterion(formula.name) != nullptr || parameters.find(formula.name) != nullptr ||
      std::any_of(before.begin(), before.end(), is_same)) {
    key.fail("there is '" + formula.name + "' already", "expected another name");
  }
  const Node text = node.require("formula");
  formula.expression = Expression::parse(
      text.text(), text.place(), [&](const std::string& name, const SourcePlace& place) {
        return find_symbol(name, place, parameters, mechanism, before, formula.uses);
      });
  if (formula.uses.empty()) {
    text.fail("a formula without any criterion", "expected one over criteria of paths");
  }
  formula.better = node.require("better").read_choice({"larger", "smaller"}) == 0 ? Better::larger
                                                                                  : Better::smaller;
  if (const auto description = node.find("description")) formula.description = description->text();
  formula.unit = find_formula_unit(
      formula.expression, node.find("unit"),
      [&](const std::string& name) -> std::optional<UnitKind> {
        if (const Parameter* parameter = parameters.find(name)) return kind_of(parameter->unit);
        const auto used = std::find_if(formula.uses.begin(), formula.uses.end(),
                                       [&](const PathCriterion& one) { return one.name == name; });
        return used != formula.uses.end() ? kind_of(used->unit) : std::nullopt;
      });
  return formula;
}

[[noreturn]] void refuse_missing(const std::string& who, const Criterion& criterion,
                                 const SourcePlace& place) {
  const std::string& key = criterion.of_path()->key;
  throw InputError(place, "criterion '" + criterion.name + "' without '" + key + "': " + who,
                   "expected '" + key + "' of the drive");
}

}  // namespace

std::vector<PathCriterion> find_path_criteria(const std::string& name, const Mechanism& mechanism,
                                              const Drives& off,
                                              const std::vector<CriterionFormula>& formulas,
                                              const SourcePlace& place) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    names.push_back(formulas[i].name);
    if (formulas[i].name != name) continue;
    PathCriterion one;
    one.name = name;
    one.unit = formulas[i].unit;
    one.has_dimension = formulas[i].expression.is_typed();
    one.dimension = formulas[i].expression.dimension();
    one.better = formulas[i].better;
    one.when_unreachable = one.better == Better::larger ? -kInfinity : kInfinity;
    one.formula = i;
    return {one};
  }
  for (const Criterion& criterion : list_criteria()) {
    const OfPath* of = criterion.of_path();
    if (of == nullptr) continue;
    names.push_back(criterion.name);
    if (criterion.name == name && of->needs_tool && !mechanism.tool) {
      throw InputError(place, "criterion '" + name + "' without a tool", "expected 'tool'");
    }
    if (criterion.name == name && !of->takes_drive) {
      return {make_one(criterion)};
    }
    if (!of->takes_drive) continue;
    std::vector<PathCriterion> all;
    const auto has_value = [&](const Drive& drive) {
      return of->has_value == nullptr || of->has_value(drive);
    };
    for (const Drives* drives : {&mechanism.drives, &off}) {
      for (const Drive& drive : *drives) {
        const PathCriterion one = make_one(criterion, drive);
        if (one.name == name && has_value(drive)) return {one};
        if (one.name == name) {
          refuse_missing("drive '" + drive.name + "' has none", criterion, place);
        }
        if (drives != &off && has_value(drive)) all.push_back(one);
      }
    }
    if (criterion.name != name) continue;
    if (all.empty()) refuse_missing("no drive has one", criterion, place);
    return all;
  }
  throw InputError(place, "there is no criterion '" + name + "' of paths",
                   suggest_name(name, names));
}

void PathNeeds::add(const PathCriterion& criterion, const std::vector<CriterionFormula>& formulas) {
  if (criterion.criterion == nullptr) {
    for (const PathCriterion& used : formulas[criterion.formula].uses) add(used, formulas);
    return;
  }
  const PathNeed need = criterion.criterion->of_path()->need;
  regions = regions || need == PathNeed::regions;
  plan = plan || (need != PathNeed::regions && need != PathNeed::inertias);
  forces = forces || need == PathNeed::forces;
  tracking = tracking || need == PathNeed::tracking;
  inertias = inertias || need == PathNeed::inertias;
  law = law || need == PathNeed::law;
  rated = rated || need == PathNeed::rated;
  losses = losses || need == PathNeed::losses;
  prices = prices || need == PathNeed::prices;
  motion = motion || need == PathNeed::motion;
}

bool is_of_cycles(const PathNeeds& needs) {
  return !needs.regions && !needs.tracking && !needs.law && !needs.prices;
}

PathNeeds find_needs(const PathCriterion& criterion,
                     const std::vector<CriterionFormula>& formulas) {
  PathNeeds needs;
  needs.add(criterion, formulas);
  return needs;
}

std::vector<CriterionFormula> read_formulas(const Node& root, const Parameters& parameters,
                                            const Mechanism& mechanism) {
  std::vector<CriterionFormula> formulas;
  const auto node = root.find("criteria");
  if (!node) return formulas;
  for (const auto& [key, value] : node->entries()) {
    formulas.push_back(read_formula(key, value, parameters, mechanism, formulas));
  }
  return formulas;
}

}  // namespace criteria
}  // namespace globaldyn::inside
