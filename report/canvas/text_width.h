#pragma once

#include <string>

namespace globaldyn::inside::report {

/// The width of a line of UTF-8 text in letters of `size` px as the pictures' font (DejaVu Sans,
/// not bold) has it, px.
[[nodiscard]] double calc_text_width(const std::string& text, double size);

}  // namespace globaldyn::inside::report
