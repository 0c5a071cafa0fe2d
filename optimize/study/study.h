#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"
#include "optimize/sampling/tolerance_samples.h"
#include "optimize/search/design_space.h"
#include "optimize/study/measure.h"
#include "optimize/study/search.h"

namespace globaldyn::inside {
inline namespace study {

/// A design variable and what its values do to the machine's parameters.
struct StudyVariable {
  DesignVariable search;
  QuantityUnit unit;  ///< of numbers
  std::string description;
  /// For values, choices and rows of a catalogue, which are numbered: their names, and what each
  /// sets. Empty: the value is that of the parameter with the variable's name.
  std::vector<std::string> choices;
  std::vector<std::vector<ParameterOverride>> settings;  ///< per choice
  /// Numbers of the choices that formulas may ask for as VARIABLE.COLUMN.
  std::vector<std::string> columns;
  std::vector<std::vector<double>> column_values;  ///< per choice, SI
  std::vector<Symbol> column_types;                ///< per column: dimension
};

/// What a name in a formula of a study stands for.
struct StudySymbol {
  enum class Kind {
    parameter,  ///< of the machine file, with the design's values
    column,     ///< of a variable's current choice
    measure,    ///< of the machine
    quantity,   ///< a formula of the study
  };
  Kind kind{Kind::parameter};
  std::string name;
  std::size_t index{0};   ///< of the variable, measure or quantity
  std::size_t column{0};  ///< of the variable
};

/// A formula of a study; its variables are the study's symbols.
struct StudyFormula {
  std::string name;
  Expression expression;
  std::vector<std::size_t> measures;  ///< those that it uses, also through its quantities
  QuantityUnit unit;
  std::string description;
};

/// How the values in several scenarios, or of samples of tolerances, are combined into one.
enum class Gather {
  nominal,  ///< the sample without tolerances; the first scenario
  mean,     ///< weighted by the scenarios' weights
  worst,
};

/// A number to be minimised or maximised.
struct StudyObjective {
  StudyFormula formula;
  bool is_maximized{false};
  Gather over_scenarios{Gather::worst};
  Gather over_tolerances{Gather::mean};
};

/// A number that must stay within bounds.
struct StudyConstraint {
  StudyFormula formula;
  std::optional<double> at_least;
  std::optional<double> at_most;
  double scale{1.0};  ///< a violation of this size counts as 1
  Gather over_tolerances{Gather::worst};
};

/// A way the machine is used: another load, another tool.
struct StudyScenario {
  std::string name;
  std::vector<ParameterOverride> settings;
  std::string load_case;  ///< of the machine, or empty
  double weight{1.0};
};

/// How far a parameter may deviate.
struct StudyTolerance {
  std::string parameter;
  Tolerance tolerance;  ///< in SI
};

/// The accuracy with which a design is evaluated.
struct StudyPrecision {
  double plan_tolerance{1e-3};           ///< of the minimum time, relative
  double reserve{0.0};                   ///< share of every limit that plans keep free
  double speed{0.0};                     ///< of the tool, m/s, at which accelerations are evaluated
  double time{0.0};                      ///< s, in which `losses_at` are lost
  int places{201};                       ///< along a path
  std::size_t plan_work{0};              ///< of a plan, see PathPlanOptions
  std::size_t plan_memory{200'000'000};  ///< bytes, of a plan
};

/// A question about a space of machines. A value type; nothing in it is changed after reading.
struct Study {
  std::string file;
  std::string name;
  std::string description;
  std::string machine_file;                 ///< its path
  std::string machine_text;                 ///< and its content when the study was read
  Machine machine;                          ///< as in its file, with `settings`
  std::vector<ParameterOverride> settings;  ///< of all designs
  std::vector<StudyVariable> variables;
  std::vector<StudySymbol> symbols;
  std::vector<Measure> measures;
  std::vector<StudyFormula> quantities;
  std::vector<StudyObjective> objectives;
  std::vector<StudyConstraint> constraints;
  std::vector<StudyScenario> scenarios;  ///< at least one
  std::vector<StudyTolerance> tolerances;
  int tolerance_samples{1};  ///< the first is without any
  StudyPrecision precision;
  StudySearch search;
  std::vector<std::string> files;  ///< all files the study was read from, the study file first

  [[nodiscard]] DesignSpace space() const;
};

/// The schema version of study files that this program reads: `globaldyn_study: 1`.
inline constexpr int kStudySchema = 1;

/// Reads a study file and what it names. @throws InputError at the first mistake
[[nodiscard]] Study load_study(const std::string& file);

/// The same from text, called `file` in messages; files it names are searched in `folder`.
[[nodiscard]] Study parse_study(const std::string& text, const std::string& file,
                                const std::string& folder);

}  // namespace study
}  // namespace globaldyn::inside
