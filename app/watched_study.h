#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optimize/store/study_store.h"
#include "optimize/study/study.h"
#include "report/document/page_header.h"

namespace globaldyn::inside::app {

/// A study that a page looks at, perhaps while it runs.
class WatchedStudy {
 public:
  /// @param folder of the study, or the file in it
  /// @param beside of other studies, whose fronts are drawn into this one's
  /// @throws InputError if there is none
  explicit WatchedStudy(std::string folder, std::vector<std::string> beside = {});

  /// The study that its newest design was evaluated by. @throws InputError as load_study_of() does
  [[nodiscard]] Study load() const;

  /// The document (PageArrays::write) of its designs as a table, unless there still are `known`.
  /// @throws InputError, Error as StudyStore does
  [[nodiscard]] std::optional<std::string> read(std::size_t known,
                                                const report::PageOptions& page) const;

 private:
  std::string folder_;
  std::vector<std::string> beside_;
};

}  // namespace globaldyn::inside::app
