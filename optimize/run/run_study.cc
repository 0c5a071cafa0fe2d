#include "optimize/run/run_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/nth.h"
#include "globaldyn/sweep/sweep.h"
#include "optimize/evolution/nsga.h"
#include "optimize/evolution/steady_state.h"
#include "optimize/pareto/crowding.h"
#include "optimize/run/sensitivity.h"
#include "optimize/sampling/run_sampling.h"
#include "optimize/sampling/sample_designs.h"
#include "optimize/store/study_table.h"

namespace globaldyn::inside {
inline namespace run {
namespace {

const char* to_string(EvolutionEnd end) {
  switch (end) {
    case EvolutionEnd::budget:
      return "budget";
    case EvolutionEnd::generations:
      return "generations";
    case EvolutionEnd::stagnation:
      return "stagnation";
    case EvolutionEnd::exhausted:
      return "exhausted";
  }
  return "";
}

// The designs of a study that evaluates a list.
std::vector<Design> list_designs(const Study& study, std::size_t budget) {
  const DesignSpace space = study.space();
  const StudySearch& search = study.search;
  const std::uint64_t seed = search.evolution.seed;
  switch (search.method) {
    case SearchMethod::factorial:
      return make_factorial_designs(space, list_levels(study));
    case SearchMethod::latin_hypercube:
      return make_hypercube_designs(space, budget, seed);
    case SearchMethod::sobol:
      return make_sobol_designs(space, budget, seed);
    case SearchMethod::random:
      return make_random_designs(space, budget, seed);
    default:
      return list_sensitivity_designs(study);
  }
}

std::string minimize_from_starts(const Study& study, StudyRun& run) {
  std::vector<Design> starts = study.search.evolution.initial_designs;
  if (starts.empty()) starts.push_back(make_nominal_design(study));
  MinimizationOptions options = study.search.minimization;
  options.budget = std::max<std::size_t>(1, run.left() / starts.size());
  for (const Minimum& minimum : minimize(study.space(), starts, options, run)) {
    if (minimum.end == SearchEnd::stopped) return "budget";
  }
  return "done";
}

std::string search(const Study& study, int width, StudyRun& run) {
  const StudySearch& search = study.search;
  switch (search.method) {
    case SearchMethod::evolution:
      return to_string(run_generational(study.space(), search.evolution, run).end);
    case SearchMethod::steady_state:
      return to_string(run_steady_state(study.space(), search.evolution, run).end);
    case SearchMethod::minimize:
      return minimize_from_starts(study, run);
    default: {
      const std::vector<Design> designs = list_designs(study, run.left());
      // Enough that no thread waits for the slowest.
      const std::size_t under_way = 64 * static_cast<std::size_t>(width);
      return run_sampling(designs, under_way, run).size() < designs.size() ? "budget" : "done";
    }
  }
}

// Records the end only once: a study that is run again ends where it did.
void note(StudyStore& store, const StudyEvent& event) {
  const std::vector<StudyEvent> events = store.events();
  if (std::find(events.begin(), events.end(), event) == events.end()) store.add_event(event);
}

constexpr const char* kTimeLimit = "time limit";
constexpr const char* kRefinementTimeLimit = "refinement time limit";

// How long a study may run, and what its events say of that.
struct RunTime {
  std::optional<double> seconds;
  std::string limit;
};

// Where the same time limit ended the search, or the refinement, previously.
std::optional<std::size_t> find_time_end(const StudyStore& store, const char* kind,
                                         const std::string& limit) {
  for (const StudyEvent& event : store.events()) {
    if (event.kind == kind && event.text == limit) return event.evaluation;
  }
  return std::nullopt;
}

// Points of the front that are spread over all of it.
std::vector<ProbedDesign> choose_points(const StudyRun& run, std::size_t count) {
  const std::vector<ParetoArchive::Member> members = run.archive().members();
  if (members.empty()) return {};
  Points points(members.front().objectives.size());
  for (const ParetoArchive::Member& member : members) points.add(member.objectives);
  std::vector<ProbedDesign> chosen;
  for (const int i : keep_least_crowded(points, count)) {
    const std::size_t number = nth(members, i).number;
    chosen.push_back({number, run.design(number), run.outcome(number)});
  }
  return chosen;
}

std::string describe_gains(const Study& study, const Refined& refined) {
  std::string text = fmt::format("from {}:", refined.from);
  for (std::size_t k = 0; k < refined.gains.size(); ++k) {
    const StudyObjective& objective = study.objectives[k];
    const Shown gain = study.machine.units.show(refined.gains[k], objective.formula.unit);
    text +=
        fmt::format(" {} {}{:.4g}{}{}", objective.formula.name, objective.is_maximized ? '+' : '-',
                    gain.value, gain.unit.empty() ? "" : " ", gain.unit);
  }
  return text;
}

// How many designs the refinement may ask for.
std::size_t count_refined(const StudySearch& search) {
  return search.refinement ? search.refined_points * search.refinement->budget : 0;
}

void refine(const Study& study, StudyStore& store, StudyRun& run, const SeedOrder& order,
            std::size_t most, const RunTime& time, StudyResult& result) {
  const FrontRefinementOptions& options = *study.search.refinement;
  const std::vector<ProbedDesign> front = choose_points(run, study.search.refined_points);
  run.set_limits(std::min(run.submitted() + front.size() * options.budget, most), time.seconds);
  run.stop_at(find_time_end(store, kRefinementTimeLimit, time.limit));
  const FrontRefinement refinement = refine_front(study.space(), front, options, run);
  if (run.is_out_of_time()) {
    note(store, {kRefinementTimeLimit, run.submitted(), time.limit});
    if (result.end != kTimeLimit) result.end += std::string(", ") + kRefinementTimeLimit;
  }
  run.stop_at({});
  result.hypervolume_before = refinement.hypervolume_before;
  result.hypervolume_after = refinement.hypervolume_after;
  for (std::size_t i = 0; i < front.size(); ++i) {
    const RefinedPoint& point = refinement.points[i];
    const std::uint64_t from = order.id(front[i].number), to = order.id(point.point.number);
    result.refined.push_back({from, to, point.gains});
    if (from != to) note(store, {"refined", to, describe_gains(study, result.refined.back())});
  }
}

// The search of one of the seeds.
StudyResult run_seed(const Study& study, StudyStore& store, Executor& executor,
                     std::uint64_t inputs, const StudyRunOptions& options, const SeedOrder& order) {
  StudyRun run(study, store, executor, inputs, options, order);
  const std::string seed =
      order.count == 1 ? "" : fmt::format("seed {}", study.search.evolution.seed);
  StudyResult result;
  try {
    const std::optional<double> seconds =
        options.time_limit ? options.time_limit : study.search.time_limit;
    const RunTime time{
        seconds,
        seconds ? fmt::format("{} s{}{}", *seconds, seed.empty() ? "" : ", ", seed) : seed};
    const std::size_t all = count_designs(study, options);
    check_budget(study, all);
    // The search leaves the refinement what it may ask for, half at the most, and as much of the
    // time.
    const std::size_t own = all - std::min(count_refined(study.search), all / 2);
    const double share =
        static_cast<double>(own) / static_cast<double>(std::max<std::size_t>(1, all));
    run.set_limits(own, seconds ? std::optional(share * *seconds) : std::nullopt);
    run.stop_at(find_time_end(store, kTimeLimit, time.limit));
    result.end = search(study, executor.width(), run);
    if (run.is_out_of_time()) {
      result.end = kTimeLimit;
      note(store, {kTimeLimit, run.submitted(), time.limit});
    } else {
      note(store, {result.end, run.submitted(), seed});
    }
    run.stop_at({});
    if (study.search.refinement) refine(study, store, run, order, all, time, result);
    run.finish();
  } catch (const Interrupted&) {
    // First, as evaluations under way may take longer than the time left.
    note(store, {"interrupted", run.progress().done, seed});
    run.finish();
    throw;
  }
  result.progress = run.progress();
  for (const ParetoArchive::Member& member : run.archive().members()) {
    result.front.push_back(order.id(member.number));
  }
  return result;
}

Study with_seed(Study study, std::size_t index) {
  study.search.evolution.seed += index;
  study.search.minimization.seed += index;
  return study;
}

// Of all seeds, while one of them runs and `left` others are to come.
StudyProgress add_progress(const StudyProgress& before, StudyProgress now, std::size_t left) {
  now.limit = before.done + (left + 1) * now.limit;
  now.done += before.done;
  now.replayed += before.replayed;
  now.repeated += before.repeated;
  now.feasible += before.feasible;
  now.failed += before.failed;
  now.elapsed += before.elapsed;
  now.busy += before.busy;
  return now;
}

void append(StudyResult& all, const StudyResult& one) {
  if (all.end.find(one.end) == std::string::npos) {
    all.end += (all.end.empty() ? "" : ", ") + one.end;
  }
  all.progress = add_progress(all.progress, one.progress, 0);
  all.refined.insert(all.refined.end(), one.refined.begin(), one.refined.end());
}

// The front over all seeds, as the store has it.
void gather_front(const StudyStore& store, StudyResult& result) {
  const StudyTable table = load_table(store);
  result.front.assign(table.front.begin(), table.front.end());
  result.progress.front = table.front.size();
  result.progress.hypervolume = measure_front(table, make_growth(table));
  result.hypervolume_before = result.hypervolume_after = std::numeric_limits<double>::quiet_NaN();
}

void refuse_other_seeds(const Study& study, const StudyStore& store) {
  const std::size_t before = store.header().seeds, now = study.search.seeds;
  if (before == now) return;
  throw InputError(
      whole_place(store.file()),
      fmt::format("it was begun with seeds: {}, the study asks for {} now", before, now),
      "expected the same number; start again in another folder");
}

}  // namespace

Design make_nominal_design(const Study& study) {
  Design design;
  for (const StudyVariable& variable : study.variables) {
    const DesignVariable& search = variable.search;
    double value = search.low;
    if (variable.settings.empty()) {
      value = study.machine.parameters.find(search.name)->value;
      if (search.kind == DesignVariable::Kind::integer) value = std::round(value);
      value = std::clamp(value, search.low, search.high);
    }
    design.push_back(value);
  }
  return design;
}

void check_budget(const Study& study, std::size_t budget) {
  const SearchMethod method = study.search.method;
  const bool is_listed = method == SearchMethod::latin_hypercube || method == SearchMethod::sobol ||
                         method == SearchMethod::random;
  const double most = count_listable(study.variables.size());
  if (!is_listed || static_cast<double>(budget) <= most) return;
  throw InputError(whole_place(study.file), fmt::format("a list of {} designs", budget),
                   fmt::format("expected a budget of at most {:.0f}", std::floor(most)));
}

std::size_t count_designs(const Study& study, const StudyRunOptions& options) {
  if (options.budget > 0) return options.budget;
  switch (study.search.method) {
    case SearchMethod::factorial:
      return count_factorial_designs(study.space(), list_levels(study)) +
             count_refined(study.search);
    case SearchMethod::morris:
    case SearchMethod::sobol_indices:
      return list_sensitivity_designs(study).size() + count_refined(study.search);
    default:
      return study.search.budget;
  }
}

StudyResult run_study(const Study& study, StudyStore& store, Executor& executor,
                      std::uint64_t inputs, const StudyRunOptions& options) {
  refuse_other_seeds(study, store);
  const std::size_t seeds = study.search.seeds;
  if (seeds == 1) return run_seed(study, store, executor, inputs, options, {});
  StudyResult all;
  for (std::size_t i = 0; i < seeds; ++i) {
    StudyRunOptions own = options;
    if (options.progress) {
      own.progress = [&](const StudyProgress& now) {
        options.progress(add_progress(all.progress, now, seeds - 1 - i));
      };
    }
    append(all, run_seed(with_seed(study, i), store, executor, inputs, own, {seeds, i}));
  }
  gather_front(store, all);
  return all;
}

}  // namespace run
}  // namespace globaldyn::inside
