#pragma once

#include <future>
#include <optional>
#include <string>
#include <vector>

#include "explore/handles.h"
#include "explore/requests.h"
#include "explore/subject.h"
#include "globaldyn/evaluation/evaluation.h"
#include "report/document/page_header.h"

namespace globaldyn::inside::explore {

/// A machine that is changed while one looks. One thread at a time.
class Explorer {
 public:
  /// @param has_study there are designs of a study besides, which the page may ask for
  /// @param others names of machines that the page may ask for, to draw them upon this one
  Explorer(Subject subject, bool has_study, report::PageOptions options,
           std::vector<std::string> others = {});

  /// The document of the page (PageArrays::write). If the machine cannot be what is asked for, its
  /// `explore.failure` says why, names that are not there included, and it has neither paths nor
  /// plans; if only its plan or its ratings cannot be had, `explore.plan_failure` or
  /// `explore.rating_failure` do.
  /// @throws Interrupted
  [[nodiscard]] std::string compute(const Request& request) const;

  /// The machine file with the request's values, its paths to other files relative to `folder`, or
  /// as they were if that is none.
  /// @throws InputError as write_settings() does, and if drives are off, which no value says
  [[nodiscard]] std::string write_machine(const Request& request,
                                          const std::optional<std::string>& folder) const;

  /// What somebody typed for something movable, {"name", "text"} as JSON: {"value", "is_plain"}, in
  /// SI, or plain where it has no unit and is one of the unit that people are shown; or {"wrong"}:
  /// why it is no value of that.
  /// @throws InputError for what no page sends
  [[nodiscard]] std::string read_value(const std::string& typed) const;

  [[nodiscard]] const std::string& name() const { return subject_.name; }

 private:
  /// With the request's one path, or its one cycle and the paths of that, and without the drives
  /// that are off.
  [[nodiscard]] Machine make(const Request& request) const;
  /// Those of the request that mean something for its course.
  [[nodiscard]] Values list_values(const Request& request) const;
  [[nodiscard]] std::vector<Handle> find_handles_at(const Machine& machine, const Request& request,
                                                    const PathEvaluation& seen) const;
  [[nodiscard]] Json describe_choices(const Request& request) const;
  void add_regions(const Machine& machine, const Request& request, report::PageArrays& arrays,
                   Json& header) const;
  void add_numbers(const Machine& machine, const Request& request, std::future<Json>& planned,
                   report::PageArrays& arrays, Json& header) const;
  [[nodiscard]] Json plan(const Machine& machine, const Request& request) const;

  Subject subject_;
  bool has_study_;
  std::vector<std::string> others_;
  report::PageOptions options_;
};

}  // namespace globaldyn::inside::explore
