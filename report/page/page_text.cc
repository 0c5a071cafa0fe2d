#include "report/page/page_text.h"

#ifdef GLOBALDYN_PAGE_FILE

// The assembler takes the file as it is: as an array it would take the compiler minutes. Its ends
// are names that the linker sees, for no other library: on ARM, of names that only the assembler
// knows, it forgets how far they are from where their section begins.
asm(".pushsection .rodata\n"
    ".globl globaldyn_page_begin, globaldyn_page_end\n"
    ".hidden globaldyn_page_begin, globaldyn_page_end\n"
    "globaldyn_page_begin: .incbin \"" GLOBALDYN_PAGE_FILE
    "\"\n"
    "globaldyn_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
[[gnu::visibility("hidden")]] extern const char
    globaldyn_page_begin[];  // NOLINT(modernize-avoid-c-arrays): a label
[[gnu::visibility(
    "hidden")]] extern const char globaldyn_page_end[];  // NOLINT(modernize-avoid-c-arrays)
}

namespace globaldyn::inside::report {

std::optional<std::string_view> find_page_text() {
  return std::string_view(globaldyn_page_begin,
                          static_cast<std::size_t>(globaldyn_page_end - globaldyn_page_begin));
}

}  // namespace globaldyn::inside::report

#else

namespace globaldyn::inside::report {

std::optional<std::string_view> find_page_text() {
  return std::nullopt;
}

}  // namespace globaldyn::inside::report

#endif
