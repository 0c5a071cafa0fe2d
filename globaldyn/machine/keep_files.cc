#include "globaldyn/machine/keep_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/base/write_file.h"
#include "core/description/document.h"
#include "globaldyn/machine/leave_out_drives.h"
#include "globaldyn/machine/point_files.h"
#include "globaldyn/storage/input_hash.h"

namespace globaldyn::inside {
inline namespace machine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestSource = 16u << 20;

// Where the sources are or were. Relative names may be relative to a folder that is not known any
// more: one far below the root stands for it.
std::vector<fs::path> locate(const std::vector<SourceFile>& sources) {
  const bool is_known = std::any_of(sources.begin(), sources.end(), [](const SourceFile& one) {
    return fs::path(one.name).is_absolute();
  });
  const fs::path base = is_known ? fs::current_path() : fs::path("/1/2/3/4/5/6/7/8/9");
  std::vector<fs::path> files;
  for (const SourceFile& source : sources) {
    files.push_back((base / source.name).lexically_normal());
  }
  return files;
}

// The folder that all files are in or below.
fs::path find_common_folder(const std::vector<fs::path>& files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files) {
    const fs::path folder = file.parent_path();
    const auto end =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first;
    fs::path shared;
    for (auto part = common.begin(); part != end; ++part) shared /= *part;
    common = shared;
  }
  return common;
}

// With names relative to the folder that all are in or below.
std::vector<SourceFile> make_relative(std::vector<SourceFile> sources) {
  const std::vector<fs::path> files = locate(sources);
  const fs::path common = find_common_folder(files);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sources[i].name = files[i].lexically_relative(common).string();
  }
  return sources;
}

// A file in the folder that has the name of a source but is not it.
std::optional<fs::path> find_changed(const std::vector<SourceFile>& sources,
                                     const fs::path& folder) {
  for (const SourceFile& source : sources) {
    const fs::path file = folder / source.name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) != source.text.size() ||
        read_text_file(file.string(), kLargestSource) != source.text) {
      return file;
    }
  }
  return std::nullopt;
}

void write_missing(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (fs::exists(file, error)) return;
  fs::create_directories(file.parent_path(), error);
  if (error) throw Error(file.parent_path().string() + ": cannot be made");
  write_file(file.string(), text);
}

std::uint64_t hash_sources(const std::vector<SourceFile>& sources) {
  std::vector<std::string_view> texts;
  for (const SourceFile& source : sources) texts.push_back(source.text);
  return hash_inputs(texts);
}

std::string spell_hash(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::string keep_files(const std::vector<SourceFile>& all, std::uint64_t hash,
                       const std::string& folder) {
  const std::vector<SourceFile> sources = make_relative(all);
  const std::array<std::string, 2> names{"inputs", "inputs_" + spell_hash(hash)};
  for (const std::string& name : names) {
    const fs::path place = fs::path(folder) / name;
    if (find_changed(sources, place)) continue;
    for (const SourceFile& source : sources) write_missing(place / source.name, source.text);
    return (fs::path(name) / sources.front().name).string();
  }
  throw InputError(whole_place(find_changed(sources, fs::path(folder) / names[1])->string()),
                   "it is not what the results beside it were computed from",
                   "expected it unchanged, or not there: it would be written again");
}

std::vector<SourceFile> list_source_files(const Machine& machine) {
  std::vector<SourceFile> sources{{machine.file, machine.text}};
  const fs::path folder = fs::path(machine.file).parent_path();
  visit_point_files(parse_document(machine.text, machine.file), [&](const Node& node) {
    const std::string file = (folder / node.text()).string();
    const auto is_same = [&](const SourceFile& one) { return one.name == file; };
    if (std::any_of(sources.begin(), sources.end(), is_same)) return;
    sources.push_back({file, read_text_file(file, kLargestSource)});
  });
  return sources;
}

KeptInputs keep_machine(const Machine& machine, const std::vector<ParameterOverride>& settings,
                        const std::string& folder) {
  const std::vector<SourceFile> sources = list_source_files(machine);
  const std::uint64_t hash = hash_sources(sources);
  KeptInputs inputs{.file = keep_files(sources, hash, folder), .hash = spell_hash(hash)};
  for (const ParameterOverride& one : settings) inputs.settings.emplace_back(one.name, one.text);
  for (const Drive& drive : machine.off) inputs.without.push_back(drive.name);
  inputs.preload = to_string(machine.preload.kind);
  const PreloadRule& rule = machine.preload;
  inputs.preload_forces.assign(rule.forces.begin(), rule.forces.end());
  if (rule.kind != PreloadRule::Kind::table) return inputs;
  inputs.preload_places = rule.table.p;
  const auto all = rule.table.forces.reshaped();
  inputs.preload_forces.assign(all.begin(), all.end());
  return inputs;
}

namespace {

// As the options of the command had it.
Machine change_as_kept(const KeptInputs& inputs, const std::string& file, Machine machine) {
  if (!inputs.without.empty()) {
    const std::vector<DriveId> drives = find_drives(machine, inputs.without);
    machine = without(std::move(machine), drives);
  }
  PreloadRule rule{.kind = read_preload_kind(inputs.preload), .forces = {}};
  const auto count = static_cast<Eigen::Index>(inputs.preload_forces.size());
  if (rule.kind == PreloadRule::Kind::table && inputs.preload_places.size() >= 2) {
    const auto places = static_cast<Eigen::Index>(inputs.preload_places.size());
    rule.table = {inputs.preload_places,
                  Eigen::Map<const MatrixXd>(inputs.preload_forces.data(), count / places, places),
                  file};
  } else {
    rule.forces = Eigen::Map<const VectorXd>(inputs.preload_forces.data(), count);
  }
  set_preload(rule, whole_place(file), machine);
  return machine;
}

}  // namespace

Machine load_kept_machine(const KeptInputs& inputs, const std::string& load_case,
                          const std::string& folder) {
  std::vector<ParameterOverride> settings;
  for (const auto& [name, text] : inputs.settings) settings.push_back({name, text});
  const std::string file = (fs::path(folder) / inputs.file).string();
  Machine machine = load_machine(file, settings, load_case);
  if (spell_hash(hash_sources(list_source_files(machine))) == inputs.hash) {
    return change_as_kept(inputs, file, std::move(machine));
  }
  throw InputError(whole_place(file), "it is not what the results beside it were computed from",
                   "expected it unchanged");
}

}  // namespace machine
}  // namespace globaldyn::inside
