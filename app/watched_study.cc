#include "app/watched_study.h"

#include "app/study_tables.h"
#include "report/document/study_page.h"

namespace globaldyn::inside::app {

WatchedStudy::WatchedStudy(std::string folder, std::vector<std::string> beside)
    : folder_(std::move(folder)), beside_(std::move(beside)) {
  (void)open_study(folder_);
  for (const std::string& other : beside_) (void)open_study(other);
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
  options.others = load_tables(beside_);
  return report::make_study_document(load_table(store), find_shown_units(store.header()), options);
}

}  // namespace globaldyn::inside::app
