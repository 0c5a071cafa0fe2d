#include "app/watched_study.h"

#include <filesystem>

#include "app/study_tables.h"
#include "core/description/document.h"
#include "report/document/study_page.h"

namespace globaldyn::inside::app {

WatchedStudy::WatchedStudy(std::string folder) : folder_(std::move(folder)) {
  (void)open_study(folder_);
}

Study WatchedStudy::load() const {
  const StudyStore store = open_study(folder_);
  DesignRecord newest;
  newest.inputs = store.header().inputs;
  if (store.largest_id() > 0) newest = read_design(store, store.largest_id());
  return load_study_of(store, newest);
}

std::optional<std::string> WatchedStudy::read(std::size_t known,
                                              const report::PageOptions& page) const {
  // Anew each time, so that the run that writes it need never wait.
  const StudyStore store = open_study(folder_);
  if (known > 0 && store.count() == known) return std::nullopt;
  report::StudyPageOptions options{.page = page, .load = {}};
  options.sensitivities = read_sensitivities(store);
  return report::make_study_document(load_table(store), find_shown_units(store.header()), options);
}

std::string read_sensitivities(const StudyStore& store) {
  constexpr std::size_t kLargest = 16u << 20;
  const std::filesystem::path file =
      std::filesystem::path(store.file()).parent_path() / "sensitivity.csv";
  return std::filesystem::exists(file) ? read_text_file(file.string(), kLargest) : "";
}

}  // namespace globaldyn::inside::app
