// `globaldyn compare`: one task with all drives, with the preload by a rule, and without some of
// the drives.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/table.h"
#include "core/base/write_file.h"
#include "globaldyn/machine/leave_out_drives.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside::app {
namespace {

struct CompareArguments {
  CommonOptions common;
  std::string path, cycle, reserve;
  PathPlanOptions plan;
};

// What is compared: the machine, as it is called, or why there is none.
struct Variant {
  std::string name;
  std::optional<Machine> machine;
  std::string reason;
};

// What is told of each, by criteria: the first of them is the time.
const std::vector<std::string> kCriteria{"time", "energy", "braking_energy", "peak_share",
                                         "rms_share"};

struct Outcome {
  std::vector<double> values;  // none: there is no motion
  std::string reason;
  bool exceeds_limits{false};
};

// "M1+M3" are two drives that go together.
std::vector<std::string> split_set(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

Variant leave_out(const Machine& machine, const std::string& set) {
  Variant variant{"without " + set, std::nullopt, ""};
  const std::vector<DriveId> drives = find_drives(machine, split_set(set));
  try {
    variant.machine = without(machine, drives);
  } catch (const InputError& error) {
    variant.reason = error.what();
  }
  return variant;
}

// Each drive by itself, unless others are named.
std::vector<Variant> list_variants(const Machine& machine, const CompareArguments& arguments) {
  std::vector<Variant> variants{{"all drives", machine, ""}};
  Machine shared = machine;
  set_preload({.kind = PreloadRule::Kind::least_norm, .forces = {}}, whole_place(machine.file),
              shared);
  variants.push_back({"least norm", std::move(shared), ""});
  std::vector<std::string> sets = arguments.common.without;
  if (sets.empty()) {
    for (const Drive& drive : machine.mechanism.drives) sets.push_back(drive.name);
  }
  for (const std::string& set : sets) variants.push_back(leave_out(machine, set));
  return variants;
}

Outcome look_at(const Variant& variant, const CompareArguments& arguments) {
  if (!variant.machine) return {{}, variant.reason};
  const std::string& course = arguments.cycle.empty() ? arguments.path : arguments.cycle;
  PathCriteriaOptions options;
  options.plan = arguments.plan;
  options.sweep.threads = arguments.common.threads;
  Outcome outcome;
  for (const CriterionValue& one :
       calc_path_criteria(*variant.machine, {course}, kCriteria, options)) {
    if (!std::isfinite(one.value)) return {{}, one.reason};
    outcome.exceeds_limits = outcome.exceeds_limits || one.exceeds_limits;
    outcome.values.push_back(one.value);
    if (outcome.reason.empty()) outcome.reason = one.reason;
  }
  return outcome;
}

Json to_json(const Variant& variant, const Outcome& outcome) {
  Json json{{"name", variant.name}};
  if (!outcome.reason.empty()) json["reason"] = outcome.reason;
  for (std::size_t k = 0; k < outcome.values.size(); ++k) json[kCriteria[k]] = outcome.values[k];
  return json;
}

void print_outcomes(const ShownUnits& units, const std::vector<Variant>& variants,
                    const std::vector<Outcome>& outcomes) {
  const std::string second = units.unit_for("s").name, joule = units.unit_for("J").name;
  std::vector<std::vector<std::string>> rows{
      {"", "time", "", "of the first", "energy", "", "taken back", "", "peak share", "rms share"}};
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const std::vector<double>& values = outcomes[i].values;
    rows.push_back({variants[i].name});
    if (values.empty()) {
      rows.back().emplace_back("-");
      continue;
    }
    const std::vector<double>& first = outcomes.front().values;
    const auto percent = [](double share) { return fmt::format("{:.1f} %", 100.0 * share); };
    rows.back().insert(
        rows.back().end(),
        {tell_number(units, values[0], "s"), second,
         first.empty() ? "" : percent(values[0] / first[0]), tell_number(units, values[1], "J"),
         joule, tell_number(units, values[2], "J"), joule, percent(values[3]), percent(values[4])});
  }
  print_table(rows, "lrlrrlrlrr");
  bool is_near = false;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (outcomes[i].reason.empty()) continue;
    const bool has_motion = !outcomes[i].values.empty();
    const bool is_told = !has_motion || outcomes[i].exceeds_limits;
    is_near = is_near || !is_told;
    if (is_told) fmt::print("{}: {}\n", variants[i].name, outcomes[i].reason);
  }
  if (is_near) {
    fmt::print("(energies and shares are of motions near the fastest; --json says how near)\n");
  }
}

// Of the one path of the file, unless one is named.
void choose_path(const Machine& machine, CompareArguments& arguments) {
  const bool is_named = !arguments.path.empty() || !arguments.cycle.empty();
  require_course(machine, is_named);
  if (!is_named) arguments.path = machine.paths.front().name;
}

void run_compare(CompareArguments arguments, const CommonOptions& common) {
  arguments.common = common;
  arguments.plan.reserve = parse_reserve(arguments.reserve);
  CommonOptions whole = common;
  whole.without.clear();
  const Machine machine = load_machine_of(whole);
  choose_path(machine, arguments);
  make_output_folder(common);
  const std::vector<Variant> variants = list_variants(machine, arguments);
  std::vector<Outcome> outcomes;
  for (const Variant& variant : variants) outcomes.push_back(look_at(variant, arguments));
  Json json;
  json["schema"] = "globaldyn/comparison/1";
  add_origin(make_origin(machine), json);
  json["machine"] = machine.mechanism.name;
  json[arguments.cycle.empty() ? "path" : "cycle"] =
      arguments.cycle.empty() ? arguments.path : arguments.cycle;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    json["variants"].push_back(to_json(variants[i], outcomes[i]));
  }
  if (common.json) {
    fmt::print("{}", to_file_text(json));
  } else if (!common.quiet) {
    print_outcomes(machine.units, variants, outcomes);
  }
  if (!common.out.empty()) write_file(common.out + "/comparison.json", to_file_text(json));
}

}  // namespace

void add_compare_command(CLI::App& app) {
  auto arguments = std::make_shared<CompareArguments>();
  CLI::App* command = app.add_subcommand(
      "compare", "The same task with all drives, preload of least norm, and without drives");
  add_common_options(*command, arguments->common);
  command->get_option("--without")
      ->description(
          "Which drives to leave out instead of each by itself: a variant for each of these, "
          "several at once with +, e.g. --without M3,M1+M2");
  command->add_option("--path", arguments->path, "Which path (needed if there are several)")
      ->type_name("NAME");
  command->add_option("--cycle", arguments->cycle, "A cycle of the file instead")
      ->type_name("NAME")
      ->excludes("--path");
  command
      ->add_option("--tolerance", arguments->plan.tolerance,
                   "How near the times' bounds shall be, relative")
      ->capture_default_str()
      ->check(CLI::Range(1e-10, 0.5));
  command
      ->add_option("--reserve", arguments->reserve, "Share of every limit to keep free, e.g. 10%")
      ->type_name("SHARE");
  command->callback([arguments] {
    run_load_cases(arguments->common,
                   [&](const CommonOptions& options) { run_compare(*arguments, options); });
  });
}

}  // namespace globaldyn::inside::app
