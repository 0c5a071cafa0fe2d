#pragma once

#include <optional>
#include <string_view>

namespace globaldyn::inside::report {

/// The page as built from this folder, without a document; nothing if the program was built without
/// it (GLOBALDYN_PAGE).
[[nodiscard]] std::optional<std::string_view> find_page_text();

}  // namespace globaldyn::inside::report
