#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "optimize/store/study_table.h"
#include "report/document/page_arrays.h"
#include "report/document/study_page.h"

namespace globaldyn::inside::report {

/// The studies that designs were evaluated by, each read once. Those that are known can be asked
/// for from several threads.
class StudyCache {
 public:
  explicit StudyCache(std::function<Study(const DesignRecord&)> load) : load_(std::move(load)) {}

  /// Null if it cannot be had.
  const Study* find(const DesignRecord& record) {
    const auto found = studies_.find(record.inputs);
    if (found != studies_.end()) return found->second ? &*found->second : nullptr;
    try {
      return &*(studies_[record.inputs] = load_(record));
    } catch (const Error& error) {
      reasons_[record.inputs] = error.what();
      studies_[record.inputs] = std::nullopt;
      return nullptr;
    }
  }
  /// Why it cannot.
  [[nodiscard]] const std::string& why(const DesignRecord& record) const {
    return reasons_.at(record.inputs);
  }

 private:
  std::function<Study(const DesignRecord&)> load_;
  std::map<std::uint64_t, std::optional<Study>> studies_;
  std::map<std::uint64_t, std::string> reasons_;
};

/// Designs of the front with machine, regions and plans, as they are in the first scenario: at most
/// as many as the options say, those with names among them. What cannot be shown is told in the
/// notes. @throws Interrupted
[[nodiscard]] Json describe_designs(const StudyTable& table, const StudyPageOptions& options,
                                    StudyCache& studies, PageArrays& arrays, Json& notes);

/// Designs whose machine can be at the beginning of its first path, there, without regions and
/// plans: all, or some 20 000, evenly chosen (MachineTable::write). @throws Interrupted
[[nodiscard]] Json describe_machines(const StudyTable& table, const StudyPageOptions& options,
                                     StudyCache& studies, PageArrays& arrays);

}  // namespace globaldyn::inside::report
