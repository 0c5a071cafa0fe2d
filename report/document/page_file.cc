#include "report/document/page_file.h"

#include <zlib.h>

#include "core/base/errors.h"
#include "report/page/page_text.h"

namespace globaldyn::inside::report {
namespace {

// Where the page has its document, in a script element of plain text.
constexpr std::string_view kPlace = ">@DOCUMENT@<";

std::string compress_bytes(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()),
                               static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  if (result != Z_OK) throw Error("the page's data cannot be compressed");
  packed.resize(size);
  return packed;
}

// Of letters, digits, + / and =: nothing that could end the element it stands in.
std::string spell_base64(const std::string& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned int bits = 0;
    for (std::size_t k = i; k < i + 3; ++k) {
      bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    }
    for (unsigned int k = 0; k < 4; ++k) text += kDigits[bits >> (18 - 6 * k) & 63u];
  }
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  text.replace(text.size() - missing, missing, missing, '=');
  return text;
}

}  // namespace

std::string make_page_file(const std::string& document) {
  const std::optional<std::string_view> page = find_page_text();
  if (!page) {
    throw Error(
        "this program was built without the page (GLOBALDYN_PAGE=OFF): build it with "
        "-DGLOBALDYN_PAGE=ON, which needs npm");
  }
  const std::size_t place = page->find(kPlace);
  if (place == std::string_view::npos) throw Error("the page has no place for its data");
  std::string file(page->substr(0, place + 1));
  file += spell_base64(compress_bytes(document));
  return file.append(page->substr(place + kPlace.size() - 1));
}

}  // namespace globaldyn::inside::report
