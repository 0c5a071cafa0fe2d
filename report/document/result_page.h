#pragma once

#include <string>
#include <vector>

#include "report/document/page_header.h"

namespace globaldyn::inside::report {

/// The document (PageArrays::write) that shows all results in a folder: what `evaluate`, `plan` and
/// `map` wrote there, and the machine that they kept beside them, whose poses and regions are
/// computed again. What cannot be shown is told in the document. Results of other machines, by
/// their folders, are put into its `others`, each as a document of its own, to be drawn upon this
/// one's.
/// @throws InputError if there are no results, or a file is none or has been changed; Interrupted
[[nodiscard]] std::string make_result_document(const std::string& folder,
                                               const PageOptions& options,
                                               const std::vector<std::string>& others = {});

}  // namespace globaldyn::inside::report
