#include "optimize/run/stored_study.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/description/document.h"
#include "core/description/read_shown_units.h"
#include "optimize/study/study_inputs.h"

namespace globaldyn::inside {
inline namespace run {

Study load_study_of(const StudyStore& store, const DesignRecord& record) {
  const std::optional<StudyInputs> inputs = store.find_inputs(record.inputs);
  if (!inputs) {
    throw InputError(
        whole_place(store.file()),
        fmt::format("design {} was evaluated from changed files, which an older program "
                    "did not keep",
                    record.id),
        fmt::format("expected inputs {:016x}", record.inputs));
  }
  return load_study(
      keep_inputs(*inputs, std::filesystem::path(store.file()).parent_path().string()));
}

DesignRecord read_design(const StudyStore& store, std::uint64_t id) {
  std::optional<DesignRecord> record = store.read(id);
  if (!record) {
    throw InputError(whole_place(store.file()), fmt::format("there is no evaluation {}", id),
                     fmt::format("expected one of 1 … {}", store.largest_id()));
  }
  return std::move(*record);
}

ShownUnits find_shown_units(const StudyHeader& header) {
  if (header.machine_files.empty()) return {};
  const SourceFile& machine = header.machine_files.front();
  const auto list = parse_document(machine.text, machine.name).find("units");
  return list ? read_shown_units(*list) : ShownUnits();
}

std::string read_sensitivities(const StudyStore& store) {
  constexpr std::size_t kLargest = 16u << 20;
  const std::filesystem::path file =
      std::filesystem::path(store.file()).parent_path() / "sensitivity.csv";
  return std::filesystem::exists(file) ? read_text_file(file.string(), kLargest) : "";
}

}  // namespace run
}  // namespace globaldyn::inside
