#include "optimize/study/read_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "core/description/quantities.h"
#include "optimize/sampling/sample_designs.h"
#include "optimize/sampling/unit_points.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

constexpr int kMostDesigns = 1'000'000'000;
constexpr int kLargestPopulation = 100'000;
constexpr int kMostSeeds = 32;

struct NamedMethod {
  const char* name;
  SearchMethod method;
  EvolutionAlgorithm evolution{EvolutionAlgorithm::automatic};
  SearchAlgorithm minimization{SearchAlgorithm::cobyla};
};

const std::vector<NamedMethod>& list_methods() {
  using M = SearchMethod;
  using E = EvolutionAlgorithm;
  using S = SearchAlgorithm;
  static const std::vector<NamedMethod> methods{
      {"automatic", M::evolution},
      {"nsga2", M::evolution, E::nsga2},
      {"nsga3", M::evolution, E::nsga3},
      {"steady_state", M::steady_state},
      {"cobyla", M::minimize, E::automatic, S::cobyla},
      {"bobyqa", M::minimize, E::automatic, S::bobyqa},
      {"sbplx", M::minimize, E::automatic, S::sbplx},
      {"nelder_mead", M::minimize, E::automatic, S::nelder_mead},
      {"direct_l", M::minimize, E::automatic, S::direct_l},
      {"crs2", M::minimize, E::automatic, S::crs2},
      {"isres", M::minimize, E::automatic, S::isres},
      {"factorial", M::factorial},
      {"latin_hypercube", M::latin_hypercube},
      {"sobol", M::sobol},
      {"random", M::random},
      {"morris", M::morris},
      {"sobol_indices", M::sobol_indices},
  };
  return methods;
}

double read_design_value(const Node& node, const StudyVariable& variable,
                         const Parameters& parameters) {
  if (!variable.choices.empty()) return static_cast<double>(node.read_choice(variable.choices));
  const Parameter& parameter = *parameters.find(variable.search.name);
  const Expression expression =
      Expression::parse(node.text(), node.place(), parameters.make_scope());
  if (parameter.typed) expression.require_dimension(parameter.dimension);
  const double number = expression.evaluate();
  if (!(number >= variable.search.low && number <= variable.search.high)) {
    node.fail("'" + node.text() + "' is outside the variable's range",
              "expected a value from 'from' to 'to'");
  }
  if (variable.search.kind == DesignVariable::Kind::integer && number != std::floor(number)) {
    node.fail("'" + node.text() + "' is not whole", "expected a whole number");
  }
  return number;
}

// A design as the file gives it: every variable and its value. The map is traversed only once,
// since there may be many variables and many designs.
Design read_design(const Node& node, const Study& study) {
  std::vector<std::string> names;
  for (const StudyVariable& one : study.variables) names.push_back(one.search.name);
  std::unordered_map<std::string, Node> values;
  const std::unordered_set<std::string> known(names.begin(), names.end());
  for (const auto& [key, value] : node.entries()) {
    if (known.count(key.text()) == 0) node.allow_only(names);  // which reports the allowed names
    if (!value.is_null()) values.emplace(key.text(), value);
  }
  Design design;
  for (const StudyVariable& one : study.variables) {
    const auto value = values.find(one.search.name);
    design.push_back(
        read_design_value(value == values.end() ? node.require(one.search.name) : value->second,
                          one, study.machine.parameters));
  }
  return design;
}

// How many designs a method lists before the first is evaluated; 0: it makes them along the way.
double count_listed_designs(const Study& study) {
  const StudySearch& search = study.search;
  const auto variables = static_cast<double>(study.variables.size());
  switch (search.method) {
    case SearchMethod::latin_hypercube:
    case SearchMethod::sobol:
    case SearchMethod::random:
      return static_cast<double>(search.budget);
    case SearchMethod::morris:
      return static_cast<double>(search.trajectories) * (variables + 1.0);
    case SearchMethod::sobol_indices:
      return static_cast<double>(search.samples) * (variables + 2.0);
    case SearchMethod::factorial:
      break;
    default:
      return 0.0;
  }
  double count = 1.0;
  for (const StudyVariable& one : study.variables) {
    count *= one.search.kind == DesignVariable::Kind::continuous
                 ? search.levels
                 : static_cast<double>(count_values(one.search));
  }
  return count;
}

// Reads settings of one method; keys of other methods are rejected.
class SearchReader {
 public:
  SearchReader(const Node& node, Study& study)
      : node_(node), study_(study), search_(study.search) {}

  void read() {
    read_method();
    read_common();
    if (search_.method == SearchMethod::evolution || search_.method == SearchMethod::steady_state) {
      read_evolution();
    }
    if (search_.method == SearchMethod::minimize) read_minimization();
    if (draws_at_random()) read_count("seeds", 1, kMostSeeds, search_.seeds);
    read_count("levels", {SearchMethod::factorial}, 2, 1000, search_.levels);
    read_count("trajectories", {SearchMethod::morris}, 2, 1'000'000, search_.trajectories);
    read_count("samples", {SearchMethod::sobol_indices}, 2, 10'000'000, search_.samples);
    node_.allow_only(allowed_);
    refuse_too_many();
  }

 private:
  // Whether another seed makes another search that is of the same kind.
  [[nodiscard]] bool draws_at_random() const {
    switch (search_.method) {
      case SearchMethod::evolution:
      case SearchMethod::steady_state:
      case SearchMethod::latin_hypercube:
      case SearchMethod::sobol:
      case SearchMethod::random:
        return true;
      case SearchMethod::minimize:
        return search_.minimization.algorithm == SearchAlgorithm::crs2 ||
               search_.minimization.algorithm == SearchAlgorithm::isres;
      default:
        return false;
    }
  }

  void refuse_too_many() const {
    const std::size_t variables = study_.variables.size();
    const double count = count_listed_designs(study_);
    if (count > count_listable(variables)) {
      node_.fail(fmt::format("'{}' of {:.3g} designs of {} variables", search_.algorithm, count,
                             variables),
                 fmt::format("expected a list of at most {:.0f} designs",
                             std::floor(count_listable(variables))));
    }
    if (search_.method == SearchMethod::sobol_indices && variables > kMostSobolDimensions / 2) {
      node_.fail(fmt::format("'sobol_indices' of {} variables", variables),
                 fmt::format("expected at most {}", kMostSobolDimensions / 2));
    }
  }

  std::optional<Node> find(const char* key) {
    allowed_.push_back(key);
    return node_.find(key);
  }

  template <class Number>
  void read_count(const char* key, int least, int most, Number& number) {
    if (const auto value = find(key)) {
      number =
          static_cast<Number>(inside::read_count(*value, study_.machine.parameters, least, most));
    }
  }

  template <class Number>
  void read_count(const char* key, std::initializer_list<SearchMethod> of, int least, int most,
                  Number& number) {
    if (std::find(of.begin(), of.end(), search_.method) != of.end()) {
      read_count(key, least, most, number);
    }
  }

  void read_number(const char* key, double least, double most, double& number) {
    const auto value = find(key);
    if (!value) return;
    number = inside::read_number(*value, dimension::number, study_.machine.parameters);
    if (!(number >= least && number <= most)) {
      value->fail("'" + value->text() + "' does not fit here",
                  fmt::format("expected a number from {} to {}", least, most));
    }
  }

  void read_method() {
    std::vector<std::string> names;
    for (const NamedMethod& one : list_methods()) names.push_back(one.name);
    const auto algorithm = find("algorithm");
    const std::size_t choice = algorithm ? algorithm->read_choice(names) : 0;
    const NamedMethod& method = list_methods()[choice];
    search_.method = method.method;
    search_.evolution.algorithm = method.evolution;
    search_.minimization.algorithm = method.minimization;
    search_.algorithm = method.name;
    if (choice == 0) search_.algorithm = study_.objectives.size() > 2 ? "nsga3" : "nsga2";
  }

  void read_common() {
    int seed = 1;
    read_count("seed", 0, 2'000'000'000, seed);
    search_.evolution.seed = search_.minimization.seed = static_cast<std::uint64_t>(seed);
    read_count("budget", 1, kMostDesigns, search_.budget);
    if (const auto time = find("time")) {
      search_.time_limit =
          read_positive(*time, dimension::time, study_.machine.parameters, "time limit");
    }
    const auto start = find("start");
    if (!start) return;
    for (const Node& item : start->items()) {
      search_.evolution.initial_designs.push_back(read_design(item, study_));
    }
  }

  void read_evolution() {
    EvolutionOptions& options = search_.evolution;
    read_count("population", 4, kLargestPopulation, options.population);
    read_count("generations", 1, kMostDesigns, options.generations);
    read_number("difference_probability", 0.0, 1.0, options.variation.difference_probability);
    read_number("crossover_probability", 0.0, 1.0, options.variation.crossover_probability);
    read_number("crossover_index", 0.0, 1000.0, options.variation.crossover_index);
    read_number("mutation_probability", 0.0, 1.0, options.variation.mutation_probability);
    read_number("mutation_index", 0.0, 1000.0, options.variation.mutation_index);
    read_number("reset_probability", 0.0, 1.0, options.variation.reset_probability);
    if (const auto stagnation = find("stagnation")) {
      stagnation->allow_only({"generations", "gain"});
      const Parameters& parameters = study_.machine.parameters;
      options.stagnation.generations = static_cast<std::size_t>(
          inside::read_count(stagnation->require("generations"), parameters, 1, kMostDesigns));
      if (const auto gain = stagnation->find("gain")) {
        options.stagnation.min_gain =
            read_positive(*gain, dimension::number, parameters, "gain", true);
      }
    }
    if (search_.method != SearchMethod::steady_state) return;
    options.lag = 64;
    read_count("lag", 1, kLargestPopulation, options.lag);
  }

  void read_minimization() {
    MinimizationOptions& options = search_.minimization;
    if (study_.objectives.size() > 1) {
      node_.require("algorithm")
          .fail("'" + search_.algorithm + "' with " + std::to_string(study_.objectives.size()) +
                    " objectives",
                "expected one; nsga2 and nsga3 take several");
    }
    read_number("first_step", 1e-6, 1.0, options.first_step);
    read_number("last_step", 1e-12, 1.0, options.last_step);
    read_count("width", 1, 1024, options.width);
    options.budget = search_.budget;
  }

  const Node& node_;
  Study& study_;
  StudySearch& search_;
  std::vector<std::string> allowed_;
};

void read_refinement(const Node& node, Study& study) {
  node.allow_only({"points", "budget", "first_step", "last_step", "width"});
  const Parameters& parameters = study.machine.parameters;
  FrontRefinementOptions options;
  const auto count = [&](const char* key, int least, int most, std::size_t& number) {
    const auto value = node.find(key);
    if (value) number = static_cast<std::size_t>(read_count(*value, parameters, least, most));
  };
  const auto share = [&](const char* key, double& number) {
    const auto value = node.find(key);
    if (!value) return;
    number = read_positive(*value, dimension::number, parameters, "step");
    if (number > 1.0) value->fail("'" + value->text() + "'", "expected a share of the range");
  };
  count("points", 1, 100'000, study.search.refined_points);
  count("budget", 1, kMostDesigns, options.budget);
  count("width", 1, 1024, options.width);
  share("first_step", options.first_step);
  share("last_step", options.last_step);
  study.search.refinement = options;
}

}  // namespace

void read_search(const Node& root, Study& study) {
  if (const auto node = root.find("search")) {
    SearchReader(*node, study).read();
  } else {
    study.search.algorithm = study.objectives.size() > 2 ? "nsga3" : "nsga2";
  }
  if (const auto node = root.find("refine")) {
    if (study.search.method == SearchMethod::minimize) {
      root.require("refine").fail("'refine' of a search for one objective",
                                  "expected it with a front");
    }
    read_refinement(*node, study);
  }
}

}  // namespace study
}  // namespace globaldyn::inside
