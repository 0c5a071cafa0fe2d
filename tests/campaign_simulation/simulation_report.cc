#include "tests/campaign_simulation/simulation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "core/base/errors.h"

namespace globaldyn::inside::test {
namespace {

constexpr Verdict kVerdicts[] = {Verdict::agrees, Verdict::flagged, Verdict::ended,
                                 Verdict::refused, Verdict::disagrees};

double find_quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

std::string cut_time(const std::string& reason) {
  return reason.substr(0, reason.find(" at t ="));
}

std::string write_options(const RandomAssembly& assembly) {
  std::string options;
  for (const std::string& one : assembly.forces) options += fmt::format(" --force \"{}\"", one);
  for (const std::string& one : assembly.rates) options += fmt::format(" --rate \"{}\"", one);
  return options + fmt::format(" --time {:.17g}", assembly.duration);
}

}  // namespace

bool JudgedCase::disagrees() const {
  return std::any_of(runs.begin(), runs.end(),
                     [](const JudgedRun& one) { return one.verdict == Verdict::disagrees; });
}

JudgedCase judge_case(std::uint64_t seed, long work) {
  static constexpr double kTolerances[] = {1e-4, 1e-6, 1e-8, 1e-10};
  JudgedCase judged{.seed = seed, .assembly = make_random_assembly(seed)};
  judged.tolerance = kTolerances[seed % std::size(kTolerances)];
  try {
    const SimulatedCase c = start_case(judged.assembly);
    judged.reference = find_reference(c, 20 * work);  // finer steps are more of them
    for (const RunChoice& choice : list_choices(judged.tolerance)) {
      judged.runs.push_back(judge(c, judged.reference, choice, work));
    }
  } catch (const Error& error) {
    judged.error = error.what();
  }
  return judged;
}

std::string write_disagreement(const JudgedCase& judged) {
  std::string text = fmt::format(
      "# Seed {}; disturbances grow {:.3g} times; started by:\n# globaldyn simulate FILE{}\n",
      judged.seed, judged.reference.magnification, write_options(judged.assembly));
  for (const JudgedRun& one : judged.runs) {
    if (one.verdict != Verdict::disagrees) continue;
    text += fmt::format("# disagrees: --formulation {} --integrator {} --tolerance {:g}\n",
                        one.choice.formulation, to_string(one.choice.method), one.choice.tolerance);
  }
  return text + judged.assembly.text;
}

void SimulationReport::add(const JudgedCase& judged) {
  const std::string name = fmt::format("seed {} ({})", judged.seed, judged.assembly.kind);
  if (!judged.error.empty()) {
    ++unassembled_;
    fmt::print("not simulated: {}: {}\n", name, judged.error);
    return;
  }
  const CaseRun& exact = judged.reference.run;
  ++references_[!exact.error.empty()                     ? cut_time(exact.error)
                : exact.status == SimulationStatus::done ? "done"
                                                         : cut_time(exact.reason)];
  for (const JudgedRun& one : judged.runs) {
    for (Line* line : {&by_choice_[one.choice.name()], &by_kind_[judged.assembly.kind],
                       &by_tolerance_[fmt::format("{:g}", judged.tolerance)]}) {
      ++line->verdicts[one.verdict];
      if (one.verdict == Verdict::agrees) line->errors.push_back(one.errors);
    }
    if (one.verdict == Verdict::ended) ++endings_[cut_time(one.run.reason)];
    const bool is_told =
        is_detailed_ ? one.verdict != Verdict::agrees : one.verdict == Verdict::disagrees;
    if (!is_told) continue;
    fmt::print(
        "{} {}: {} {:g}: {:.3g} tolerances; magnification {:.3g}, reference to {:.2g} {} {}{}{}\n",
        to_string(one.verdict), name, one.choice.name(), judged.tolerance, one.errors,
        judged.reference.magnification, judged.reference.disagreement, to_string(exact.status),
        one.run.error, one.run.reason, one.run.is_repeatable ? "" : "not repeatable");
  }
  std::fflush(stdout);
}

void SimulationReport::print_line(const std::string& name, const Line& line) const {
  fmt::print("{:<24}", name);
  for (const Verdict verdict : kVerdicts) {
    const auto found = line.verdicts.find(verdict);
    fmt::print(" {:>9}", found == line.verdicts.end() ? 0 : found->second);
  }
  fmt::print("   {:>9.2g} {:>9.2g} {:>9.2g} {:>9.2g}\n", find_quantile(line.errors, 0.5),
             find_quantile(line.errors, 0.9), find_quantile(line.errors, 0.99),
             find_quantile(line.errors, 1.0));
}

void SimulationReport::print() const {
  fmt::print("{:<24}", "runs");
  for (const Verdict verdict : kVerdicts) fmt::print(" {:>9}", to_string(verdict));
  fmt::print("   errors in magnified tolerances: half, 90 %, 99 %, all that agree\n");
  for (const auto* lines : {&by_choice_, &by_kind_, &by_tolerance_}) {
    for (const auto& [name, line] : *lines) print_line(name, line);
  }
  fmt::print("machines that were not simulated: {}\nreferences:\n", unassembled_);
  for (const auto& [reason, count] : references_) fmt::print("  {:>6} {}\n", count, reason);
  fmt::print("runs ended:\n");
  for (const auto& [reason, count] : endings_) fmt::print("  {:>6} {}\n", count, reason);
}

int SimulationReport::count(Verdict verdict) const {
  int count = 0;
  for (const auto& [name, line] : by_choice_) {
    const auto found = line.verdicts.find(verdict);
    if (found != line.verdicts.end()) count += found->second;
  }
  return count;
}

}  // namespace globaldyn::inside::test
