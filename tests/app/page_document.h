// The document in a page, taken apart again.
#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace globaldyn::inside {

/// What stands in base64 in the element of the page that is for the document.
inline std::string find_packed(const std::string& html) {
  const std::string begin = "<script type=\"text/plain\" id=\"document\">";
  const std::size_t from = html.find(begin) + begin.size();
  return html.substr(from, html.find("</script>", from) - from);
}

inline std::string decode_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned int bits = 0, count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    const std::size_t digit = digits.find(letter);
    EXPECT_NE(digit, std::string::npos) << letter;
    bits = (bits << 6 | static_cast<unsigned int>(digit)) & 0xffffffu;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xffu);
  }
  return bytes;
}

/// What zlib has compressed, if it is at most so many bytes.
inline std::string inflate_bytes(const std::string& packed, std::size_t most = 50'000'000) {
  std::string bytes(most, '\0');
  uLongf size = most;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  bytes.resize(size);
  return bytes;
}

/// A document's header and arrays.
struct PageDocument {
  nlohmann::json header;
  std::string bytes;  ///< of all arrays

  explicit PageDocument(const std::string& document) {
    std::uint64_t length = 0;
    std::memcpy(&length, document.data(), 8);
    header = nlohmann::json::parse(document.substr(8, length));
    bytes = document.substr(8 + length);
  }
  static PageDocument of_page(const std::string& html) {
    return PageDocument(inflate_bytes(decode_base64(find_packed(html))));
  }

  template <class Value>
  [[nodiscard]] std::vector<Value> array(const nlohmann::json& place) const {
    std::vector<Value> values(place.at("n").get<std::size_t>());
    const auto at = place.at("at").get<std::size_t>();
    EXPECT_EQ(at % 8, 0u);
    EXPECT_LE(at + values.size() * sizeof(Value), bytes.size());
    std::memcpy(values.data(), bytes.data() + at, values.size() * sizeof(Value));
    return values;
  }
  [[nodiscard]] std::vector<double> numbers(const nlohmann::json& place) const {
    EXPECT_EQ(place.at("$"), "f64");
    return array<double>(place);
  }
};

}  // namespace globaldyn::inside
