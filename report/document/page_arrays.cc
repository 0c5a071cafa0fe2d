#include "report/document/page_arrays.h"

#include <bit>

namespace globaldyn::inside::report {

static_assert(std::endian::native == std::endian::little, "arrays are written as they are kept");

template <class Value>
Json PageArrays::append(const char* kind, std::span<const Value> values) {
  Json place = {{"$", kind}, {"at", bytes_.size()}, {"n", values.size()}};
  bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  bytes_.append((8 - bytes_.size() % 8) % 8, '\0');
  return place;
}

template Json PageArrays::append(const char*, std::span<const double>);
template Json PageArrays::append(const char*, std::span<const float>);
template Json PageArrays::append(const char*, std::span<const std::uint32_t>);
template Json PageArrays::append(const char*, std::span<const std::int16_t>);
template Json PageArrays::append(const char*, std::span<const std::uint8_t>);

Json PageArrays::add(std::span<const double> values) {
  if (!is_single_) return append("f64", values);
  std::vector<float> rounded;
  rounded.reserve(values.size());
  for (const double value : values) rounded.push_back(static_cast<float>(value));
  return append("f32", std::span<const float>(rounded));
}

std::string PageArrays::write(const Json& header) const {
  // Names in files may be of bytes that are no text.
  const std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string document;
  document.reserve(8 + text.size() + bytes_.size());
  for (int shift = 0; shift < 64; shift += 8) {
    document += static_cast<char>(static_cast<std::uint64_t>(text.size()) >> shift & 0xFFu);
  }
  return document + text + bytes_;
}

}  // namespace globaldyn::inside::report
