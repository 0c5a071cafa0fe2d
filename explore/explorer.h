#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"
#include "report/document/page_header.h"

namespace globaldyn::explore {

/// What a page asks for: the machine with other values of parameters, along one of its paths.
struct Request {
  std::vector<std::pair<std::string, double>> settings;  ///< parameters, SI
  std::string path;                                      ///< empty: the first
  std::vector<std::string> off;                          ///< drives that are left out
  bool regions{true};  ///< poses and regions, which are there sooner than
  bool plan{false};    ///< the plan and criteria
};

/// Reads what a page sends. @throws InputError for what is no request
[[nodiscard]] Request read_request(const std::string& text);

/// A machine whose parameters are moved while one looks. One thread at a time.
class Explorer {
 public:
  /// @throws InputError as load_machine() does, and for a machine without paths
  Explorer(const std::string& file, const std::vector<ParameterOverride>& settings,
           const std::string& load_case, report::PageOptions options);

  /// The document of the page (PageArrays::write). If the machine cannot be what is asked for, its
  /// `explore.failure` says why, names that are not there included, and it has neither paths nor
  /// plans; if only its motion cannot be planned, `explore.plan_failure` does.
  /// @throws Interrupted
  [[nodiscard]] std::string compute(const Request& request) const;

  /// The machine file with the request's values, its paths to other files relative to `folder`, or
  /// as they were if that is none.
  /// @throws InputError as write_settings() does, and if drives are off, which no value says
  [[nodiscard]] std::string write_machine(const Request& request,
                                          const std::optional<std::string>& folder) const;

  [[nodiscard]] const std::string& name() const { return machine_.mechanism.name; }

 private:
  [[nodiscard]] std::vector<ParameterOverride> list_settings(const Request& request) const;
  [[nodiscard]] Machine make_machine(const Request& request) const;
  [[nodiscard]] Json describe_choices(const Machine& machine) const;
  void add_regions(const Machine& machine, const Path& path, report::PageArrays& arrays,
                   Json& header) const;
  void add_plan(const Machine& machine, const Path& path, report::PageArrays& arrays,
                Json& header) const;

  std::vector<ParameterOverride> fixed_;
  std::string load_case_;
  report::PageOptions options_;
  Machine machine_;  ///< as in the file, with the fixed settings
  Node root_;        ///< of its text
};

}  // namespace globaldyn::explore
