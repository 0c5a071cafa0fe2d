#pragma once

#include <functional>
#include <string>

#include "optimize/store/study_table.h"
#include "optimize/study/study.h"
#include "report/document/page_header.h"

namespace globaldyn::inside::report {

/// How the page of a study is made.
struct StudyPageOptions {
  PageOptions page;
  /// The study that a design was evaluated by, once for all designs with equal inputs. Without it
  /// designs are shown as rows only.
  /// @throws InputError if it is not known any more
  std::function<Study(const DesignRecord&)> load;
  std::size_t most_designs{100};      ///< of the front, with machine, regions and plans
  std::size_t most_bytes{2'000'000};  ///< before they are packed, of all other designs' machines
  std::string sensitivities;          ///< sensitivity.csv, if there is one
  std::vector<StudyTable> others{};   ///< studies whose fronts are drawn into this one's
};

/// The document (PageArrays::write) that shows a study: all its designs as a table, its front, and
/// machine, regions and plans of the designs on it, as they are in the first scenario.
/// @throws Interrupted
[[nodiscard]] std::string make_study_document(const StudyTable& table, const ShownUnits& units,
                                              const StudyPageOptions& options);

}  // namespace globaldyn::inside::report
