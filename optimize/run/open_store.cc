#include "optimize/run/open_store.h"

#include <fmt/format.h>

#include <filesystem>

#include "optimize/evaluator/design_evaluator.h"
#include "optimize/run/create_store.h"
#include "optimize/store/folder_lock.h"

namespace globaldyn::inside {
inline namespace run {
namespace {

void refuse_changed(const Study& study, const StudyInputs& inputs, const StudyStore& store,
                    const std::string& program) {
  const StudyHeader& header = store.header();
  if (store.find_inputs(inputs.hash)) return;
  std::string changed;
  const auto compare = [&](const SourceFile& before) {
    for (const SourceFile& now : inputs.sources) {
      if (std::filesystem::path(now.name).filename() ==
              std::filesystem::path(before.name).filename() &&
          now.text != before.text) {
        changed += (changed.empty() ? "" : ", ") + now.name;
      }
    }
  };
  compare(header.study_file);
  for (const SourceFile& source : header.machine_files) compare(source);
  if (changed.empty()) {
    changed = header.program == program ? study.file : program;
  }
  throw InputError(
      whole_place(store.file()),
      fmt::format("its designs were evaluated by other inputs; changed since: {}", changed),
      "expected the same; --accept-changed keeps what is there and evaluates the "
      "rest by what is now");
}

}  // namespace

StudyStore open_store(const Study& study, const StudyInputs& inputs, const StoreRequest& request) {
  const FolderLock alone(request.folder);
  const bool is_there = StudyStore::is_there(request.folder);
  if (is_there && !request.resume) {
    throw InputError(whole_place(request.folder), "a study stands there already",
                     "expected --resume to go on with it, or another folder by --out");
  }
  if (!is_there) {
    (void)keep_inputs(inputs, request.folder);
    return create_store(study, inputs, request.folder, request.program);
  }
  StudyStore store = StudyStore::open(request.folder);
  if (store.header().columns.size() != make_columns(study).size()) {
    throw InputError(whole_place(store.file()), "it has other columns than the study asks for now",
                     "expected the same study; start again in another folder");
  }
  if (!request.accept_changed) refuse_changed(study, inputs, store, request.program);
  if (store.header().inputs != inputs.hash) {
    store.add_inputs(inputs);
    (void)keep_inputs(inputs, request.folder);
    const auto now = static_cast<std::uint64_t>(store.count());
    store.add_event(
        {"inputs changed", now, fmt::format("{:016x}, {}", inputs.hash, tell_store_time())});
  }
  return store;
}

}  // namespace run
}  // namespace globaldyn::inside
