#include "report/document/result_page.h"
#include "globaldyn/cycle/cycle_legs.h"
#include "report/document/cycle_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "core/base/errors.h"
#include "core/description/document.h"
#include "globaldyn/machine/keep_files.h"
#include "globaldyn/maps/axis_regions.h"
#include "report/document/machine_section.h"
#include "report/document/path_section.h"
#include "report/document/result_files.h"
#include "report/document/result_sections.h"

namespace globaldyn::inside::report {
namespace {

constexpr int kPoses = 241;                  // of a path, for the machine to be seen moving
constexpr std::size_t kMostPlaces = 3000;    // of a map, with regions
constexpr std::size_t kMostEvaluated = 601;  // of those that were evaluated

// The p at which a path was evaluated, by the path's name.
using ShownPlaces = std::map<std::string, std::vector<double>>;

// What the document is made from, as far as it can be.
struct Results {
  std::vector<ResultFile> files;
  std::optional<Machine> machine;
  std::vector<std::string> notes;
};

bool has_same_machine(const ResultFile& a, const ResultFile& b) {
  return a.inputs.hash == b.inputs.hash && a.inputs.settings == b.inputs.settings &&
         a.inputs.without == b.inputs.without && a.inputs.preload == b.inputs.preload &&
         a.inputs.preload_forces == b.inputs.preload_forces &&
         a.inputs.preload_places == b.inputs.preload_places && a.load_case == b.load_case;
}

// Of several plans along one path the page shows the newest.
void drop_older_plans(Results& results) {
  std::map<std::string, const ResultFile*> newest;
  const auto path_of = [](const ResultFile& file) { return find_course(file.json); };
  for (const ResultFile& file : results.files) {
    if (file.kind != ResultKind::plan) continue;
    const ResultFile*& kept = newest[path_of(file)];
    if (kept == nullptr || file.written > kept->written) kept = &file;
  }
  std::vector<ResultFile> files;
  for (const ResultFile& file : results.files) {
    const bool is_kept = file.kind != ResultKind::plan || newest[path_of(file)] == &file;
    if (is_kept) files.push_back(file);
    if (is_kept) continue;
    results.notes.push_back(fmt::format("{} is not shown: {} is a newer plan of the same path.",
                                        file.name, newest[path_of(file)]->name));
  }
  results.files = std::move(files);
}

// One page shows one machine: that of the newest result which tells its own.
Results choose_results(const std::string& folder) {
  Results results{.files = read_result_files(folder), .machine = std::nullopt, .notes = {}};
  const ResultFile* newest = nullptr;
  for (const ResultFile& file : results.files) {
    const bool is_newer = newest == nullptr || file.written > newest->written;
    if (!file.inputs.file.empty() && is_newer) newest = &file;
  }
  if (newest == nullptr) {
    drop_older_plans(results);
    results.notes.emplace_back(
        "The results do not tell what machine they are of, as those of older programs: the machine "
        "and its regions cannot be shown. Compute them again.");
    return results;
  }
  const ResultFile chosen = *newest;
  std::erase_if(results.files, [&](const ResultFile& file) {
    if (has_same_machine(file, chosen)) return false;
    results.notes.push_back(fmt::format(
        "{} is not shown: it is of another machine, other settings or another load case than {}.",
        file.name, chosen.name));
    return true;
  });
  drop_older_plans(results);
  const auto kept = std::filesystem::path(chosen.folder) / chosen.inputs.file;
  if (!std::filesystem::exists(kept)) {
    results.notes.push_back(
        fmt::format("{}, which {} was computed from, is not there any more: the machine and its "
                    "regions cannot be "
                    "shown. Compute it again.",
                    kept.string(), chosen.name));
    return results;
  }
  results.machine = load_kept_machine(chosen.inputs, chosen.load_case, chosen.folder);
  return results;
}

// At most so many of them, evenly, both ends included.
std::vector<double> thin(const std::vector<double>& values, std::size_t most) {
  if (values.size() <= most) return values;
  std::vector<double> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(values[i * (values.size() - 1) / (most - 1)]);
  return kept;
}

void add_evaluated(const Json& evaluation, ShownPlaces& places, std::vector<std::string>& notes) {
  for (const Json& path : evaluation.at("paths")) {
    std::vector<double> p;
    for (const Json& sample : path.at("samples")) p.push_back(sample.at("p").get<double>());
    const auto name = path.at("name").get<std::string>();
    if (p.size() > kMostEvaluated) {
      notes.push_back(fmt::format("Of path {} the regions at {} of {} p are shown.", name,
                                  kMostEvaluated, p.size()));
    }
    places[name] = thin(p, kMostEvaluated);
  }
}

// Those that plans are of.
std::vector<std::string> list_cycles(const Results& results) {
  std::vector<std::string> cycles;
  for (const ResultFile& file : results.files) {
    if (file.kind != ResultKind::plan || !file.json.contains("cycle")) continue;
    cycles.push_back(find_course(file.json));
  }
  return cycles;
}

// Those of results about paths; all of the machine if there are none.
ShownPlaces list_places(const Machine& machine, Results& results) {
  ShownPlaces places;
  for (const ResultFile& file : results.files) {
    if (file.kind == ResultKind::evaluation) add_evaluated(file.json, places, results.notes);
  }
  const auto add = [&](const std::string& name) {
    (void)find_path(machine, name);
    places.try_emplace(name);
  };
  for (const ResultFile& file : results.files) {
    if (file.kind == ResultKind::plan && !file.json.contains("cycle")) add(find_course(file.json));
  }
  if (places.empty() && list_cycles(results).empty()) {
    for (const Path& path : machine.paths) add(path.name);
  }
  return places;
}

void add_course(const Machine& machine, const PathEvaluation& seen, PageArrays& arrays,
                Json& header) {
  header["paths"].push_back(describe_path(machine, seen, arrays));
  if (!header["machine"].is_null()) return;
  if (const Pose* pose = find_pose(seen)) header["machine"] = describe_machine(machine, *pose);
}

void add_machine(const Machine& machine, Results& results, const SweepOptions& sweep,
                 PageArrays& arrays, Json& header) {
  const ShownPlaces places = list_places(machine, results);
  for (const Path& path : machine.paths) {
    const auto found = places.find(path.name);
    if (found == places.end()) continue;
    add_course(machine, look_along(machine, path, kPoses, found->second, sweep), arrays, header);
  }
  for (const std::string& name : list_cycles(results)) {
    const Cycle& cycle = find_cycle(machine, name);
    try {
      add_course(machine, look_along_cycle(machine, cycle, kPoses, sweep), arrays, header);
    } catch (const CycleLegError& error) {
      results.notes.push_back(fmt::format("Cycle {} is not drawn: {}", name, error.what()));
    }
  }
  if (header["machine"].is_null()) {
    results.notes.emplace_back("The machine is not drawn: it cannot be anywhere on what is shown.");
  }
}

// The first one, with the numbers beside it.
void add_simulation(const ResultFile& file, PageArrays& arrays, Json& header,
                    std::vector<std::string>& notes) {
  constexpr std::size_t kLargestTable = std::size_t{1} << 30;
  const auto table = std::filesystem::path(file.folder) / "simulation.csv";
  if (!header["simulation"].is_null()) {
    notes.push_back(fmt::format("{} is not shown: another simulation is.", file.name));
  } else if (!std::filesystem::exists(table)) {
    notes.push_back(fmt::format("{} is not shown: simulation.csv is not beside it.", file.name));
  } else {
    header["simulation"] =
        describe_simulation(file.json, read_text_file(table.string(), kLargestTable), arrays);
  }
}

// The machine at the map's poses, and its regions there.
void add_places(const Machine& machine, const SweepOptions& sweep, const Json& source, Json& map,
                PageArrays& arrays, Json& header, std::vector<std::string>& notes) {
  const auto name = map.at("name").get<std::string>();
  try {
    const MapDescription& grid = find_map(machine, name);
    const std::vector<PathEvaluation> regions =
        find_axis_regions(machine, grid, kMostPlaces, sweep);
    const SinglePrecision single(arrays);
    for (std::size_t k = 0; k < regions.size(); ++k) {
      Json place = describe_path(machine, regions[k], arrays);
      place["along"] = {{"name", grid.axes[k].name},
                        {"unit", grid.axes[k].rotational ? "rad" : "m"}};
      map["places"].push_back(std::move(place));
    }
    const std::size_t count = regions.empty() ? 0 : regions.front().samples.size();
    const Json& statuses = source.at("status");
    const auto reached = static_cast<std::size_t>(
        std::count(statuses.begin(), statuses.end(), Json(to_string(SampleStatus::ok))));
    if (count < reached) {
      notes.push_back(
          fmt::format("Of map {} the machine and its regions are shown at {} of {} poses.", name,
                      count, reached));
    }
    const Pose* pose = regions.empty() ? nullptr : find_pose(regions.front());
    if (pose != nullptr) header["machine"] = describe_machine(machine, *pose);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {  // as the map would, had a file been changed since
    notes.push_back(fmt::format("Map {}: no regions at its poses: {}", name, error.what()));
  }
}

void add_result(const ResultFile& file, PageArrays& arrays, Json& header,
                std::vector<std::string>& notes) {
  switch (file.kind) {
    case ResultKind::plan:
      header["plans"].push_back(describe_plan(file.json, arrays));
      return;
    case ResultKind::map:
      header["maps"].push_back(describe_map(file.json, arrays));
      return;
    case ResultKind::simulation:
      add_simulation(file, arrays, header, notes);
      return;
    case ResultKind::evaluation:
      return;
  }
}

// All that a folder has; its arrays go into those of the page.
Json describe_results(const std::string& folder, const PageOptions& options, PageArrays& arrays) {
  Results results = choose_results(folder);
  Json header =
      make_page_header(options, results.machine ? results.machine->mechanism.name : folder);
  std::string file_read;
  try {
    for (const ResultFile& file : results.files) {
      file_read = file.name;
      add_result(file, arrays, header, results.notes);
    }
    file_read = "evaluation.json";
    if (results.machine) {
      auto map = header["maps"].begin();
      for (const ResultFile& file : results.files) {
        if (file.kind != ResultKind::map) continue;
        add_places(*results.machine, options.sweep, file.json, *map++, arrays, header,
                   results.notes);
      }
      add_machine(*results.machine, results, options.sweep, arrays, header);
    }
  } catch (const Json::exception&) {
    throw InputError(whole_place(folder + "/" + file_read), "something is missing in it",
                     "expected it as it was written");
  }
  std::set<QuantityUnit> units;
  for (const Json& map : header.at("maps")) {
    for (const char* list : {"axes", "columns", "reductions"}) {
      for (const Json& one : map.at(list)) units.insert(one.at("unit").get<std::string>());
    }
  }
  add_units(results.machine ? results.machine->units : ShownUnits(), units, header);
  header["notes"] = results.notes;
  return header;
}

}  // namespace

std::string make_result_document(const std::string& folder, const PageOptions& options,
                                 const std::vector<std::string>& others) {
  PageArrays arrays;
  Json header = describe_results(folder, options, arrays);
  header["folder"] = folder;
  header["others"] = Json::array();
  for (const std::string& other : others) {
    Json described = describe_results(other, options, arrays);
    described["folder"] = other;
    header["others"].push_back(std::move(described));
  }
  return arrays.write(header);
}

}  // namespace globaldyn::inside::report
