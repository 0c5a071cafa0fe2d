#include "tests/fuzz/check_study.h"

#include <cmath>
#include <stdexcept>

#include "optimize/study/design_settings.h"

namespace globaldyn::inside {
namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

void check_variable(const StudyVariable& variable, const Parameters& parameters) {
  const DesignVariable& search = variable.search;
  require(search.low <= search.high, "the range of " + search.name);
  for (const double share : {0.0, 0.25, 0.5, 1.0}) {
    const double value = value_at(search, share);
    require(value >= search.low && value <= search.high, "a value of " + search.name);
    require(std::isfinite(share_of(search, value)), "a share of " + search.name);
  }
  require(!variable.choices.empty() || parameters.find(search.name) != nullptr,
          "what " + search.name + " sets");
  require(variable.settings.size() == variable.choices.size(), "choices of " + search.name);
  for (const std::vector<double>& row : variable.column_values) {
    for (const double value : row) require(std::isfinite(value), "a catalogue's number");
  }
}

}  // namespace

void check_study(const Study& study) {
  require(!study.variables.empty() && !study.objectives.empty() && !study.scenarios.empty(),
          "something to search");
  Design low, high;
  for (const StudyVariable& variable : study.variables) {
    check_variable(variable, study.machine.parameters);
    low.push_back(variable.search.low);
    high.push_back(variable.search.high);
  }
  for (const Design& design : {low, high}) {
    for (std::size_t i = 0; i < design.size(); ++i) {
      require(!format_value(study.variables[i], design[i]).empty() ||
                  !study.variables[i].choices.empty(),
              "a value's name");
    }
    (void)list_settings(study, study.scenarios.front(), design);
  }
  for (const Design& design : study.search.evolution.initial_designs) {
    require(design.size() == study.variables.size(), "a design to begin with");
  }
}

void check_refusal(const InputError& error) {
  const std::string what = error.what();
  const SourcePlace& place = error.place();
  require(!what.empty() && what.find('\n') == std::string::npos, "one line: " + what);
  require(place.line >= 0 && place.column >= 0, "a place: " + what);
  // Parameters that a study sets are in its file, not on a command line.
  require(!place.file.empty() && place.file.find("--set") != 0, "a file: " + what);
}

}  // namespace globaldyn::inside
