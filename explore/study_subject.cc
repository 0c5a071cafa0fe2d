#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "core/base/errors.h"
#include "explore/requests.h"
#include "explore/subject.h"
#include "optimize/evaluator/design_evaluator.h"
#include "optimize/evaluator/plan_options.h"
#include "optimize/study/asked_paths.h"
#include "optimize/study/design_maker.h"
#include "optimize/study/write_design.h"

namespace globaldyn::inside::explore {
namespace {

namespace fs = std::filesystem;
using Kind = DesignVariable::Kind;

// A study that designs of it are made and rated by.
class Bench {
 public:
  explicit Bench(Study study)
      : study_(std::move(study)),
        maker_(study_),
        evaluator_(study_),
        columns_(make_columns(study_)) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  [[nodiscard]] const Study& study() const { return study_; }

  [[nodiscard]] std::vector<Movable> list_movables() const {
    std::vector<Movable> movables;
    for (const StudyVariable& one : study_.variables) movables.push_back(describe(one));
    return movables;
  }

  [[nodiscard]] Machine make(const Values& values) const { return maker_.make(to_design(values)); }

  [[nodiscard]] Ratings rate(const Values& values) {
    const DesignRecord record = evaluator_.evaluate(to_design(values));
    Ratings ratings;
    ratings.reason = record.reason;
    if (record.state == DesignState::failed) return ratings;
    add(StudyColumn::Role::objective, record.objectives, ratings);
    add(StudyColumn::Role::constraint, record.constraints, ratings);
    add(StudyColumn::Role::quantity, record.quantities, ratings);
    return ratings;
  }

  [[nodiscard]] std::string write(const Values& values,
                                  const std::optional<std::string>& folder) const {
    return make_design_file(study_, study_.scenarios.front(), to_design(values),
                            folder.value_or(fs::path(study_.machine_file).parent_path().string()));
  }

 private:
  [[nodiscard]] Movable describe(const StudyVariable& variable) const {
    const DesignVariable& search = variable.search;
    Movable one{.name = search.name,
                .unit = variable.unit.empty() ? QuantityUnit("1") : variable.unit,
                .description = variable.description,
                .original = search.low,
                .min = search.low,
                .max = search.high,
                .is_integer = search.kind != Kind::continuous,
                .is_log = search.is_log,
                .choices = variable.choices};
    const Parameter* parameter = study_.machine.parameters.find(search.name);
    if (parameter != nullptr && variable.choices.empty()) {
      one.original = std::clamp(parameter->value, search.low, search.high);
      if (one.is_integer) one.original = std::round(one.original);
    }
    return one;
  }

  // Within the bounds that designs have.
  [[nodiscard]] Design to_design(const Values& values) const {
    Design design;
    for (const StudyVariable& variable : study_.variables) {
      design.push_back(describe(variable).original);
    }
    for (const auto& setting : values) {
      const std::string& name = setting.first;
      const auto found =
          std::find_if(study_.variables.begin(), study_.variables.end(),
                       [&](const StudyVariable& one) { return one.search.name == name; });
      if (found == study_.variables.end()) {
        refuse("no variable '" + name + "'", "expected one of the study");
      }
      const double value = find_value(describe(*found), setting.second, study_.machine.units);
      design[static_cast<std::size_t>(found - study_.variables.begin())] = value;
    }
    return design;
  }

  void add(StudyColumn::Role role, const std::vector<double>& values, Ratings& ratings) const {
    std::size_t place = 0;
    for (const StudyColumn& column : columns_) {
      if (column.role != role) continue;
      const double value = values.at(place);
      Rating rating{column.name, column.unit.empty() ? QuantityUnit("1") : column.unit, "", value};
      if (role == StudyColumn::Role::objective) {
        rating.better = column.is_maximized ? "larger" : "smaller";
      } else if (role == StudyColumn::Role::constraint) {
        const StudyConstraint& bounds = study_.constraints.at(place);
        rating.better = "within";
        rating.holds = std::isfinite(value) && value >= bounds.at_least.value_or(value) &&
                       value <= bounds.at_most.value_or(value);
      }
      ratings.list.push_back(std::move(rating));
      ++place;
    }
  }

  Study study_;
  DesignMaker maker_;
  DesignEvaluator evaluator_;
  std::vector<StudyColumn> columns_;
};

}  // namespace

Subject make_study_subject(Study study) {
  const auto bench = std::make_shared<Bench>(std::move(study));
  const Study& kept = bench->study();
  Subject subject;
  add_machine(kept.machine, subject);
  subject.paths.clear();
  for (const Path* path : list_asked_paths(kept, kept.machine)) subject.paths.push_back(path->name);
  for (const Cycle& cycle : kept.machine.cycles) subject.paths.push_back(cycle.name);
  subject.movables = bench->list_movables();
  subject.planning.plan = make_plan_options(kept.precision);
  subject.make = [bench](const Values& values) { return bench->make(values); };
  const Node root = parse_document(kept.machine_text, kept.machine_file);
  subject.read = [root](const Values&) { return root; };
  subject.rate = [bench](const Machine&, bool is_whole, const Path*, const Values& values, bool,
                         const SweepOptions&) {
    return is_whole ? bench->rate(values)
                    : Ratings{{}, "the study rates machines with all of their drives"};
  };
  subject.write = [bench](const Values& values, const std::optional<std::string>& folder) {
    return bench->write(values, folder);
  };
  return subject;
}

}  // namespace globaldyn::inside::explore
