#pragma once

#include <string>

namespace globaldyn::inside::report {

/// The page with a document in it, compressed: one HTML file that needs nothing else.
/// @throws Error if the program was built without the page
[[nodiscard]] std::string make_page_file(const std::string& document);

}  // namespace globaldyn::inside::report
