#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "globaldyn/storage/json.h"

namespace globaldyn::inside::report {

/// The arrays of a document for the page. What add() returns stands for the array in the document's
/// header: where it is among the bytes of all, and what it consists of.
class PageArrays {
 public:
  /// In single precision where that was asked for.
  [[nodiscard]] Json add(std::span<const double> values);
  [[nodiscard]] Json add(std::span<const float> values) { return append("f32", values); }
  [[nodiscard]] Json add(std::span<const std::uint32_t> values) { return append("u32", values); }
  [[nodiscard]] Json add(std::span<const std::int16_t> values) { return append("i16", values); }
  [[nodiscard]] Json add(std::span<const std::uint8_t> values) { return append("u8", values); }

  /// Doubles that are added from now on are written in single precision, or no longer.
  void use_single_precision(bool is_single) { is_single_ = is_single; }

  /// The document: the length of the header (8 bytes, lowest first), the header as JSON, then all
  /// arrays, lowest byte first, each at a multiple of 8 bytes behind the header.
  [[nodiscard]] std::string write(const Json& header) const;

 private:
  template <class Value>
  Json append(const char* kind, std::span<const Value> values);

  std::string bytes_;
  bool is_single_{false};
};

/// Doubles are written in single precision as long as it lives.
class SinglePrecision {
 public:
  explicit SinglePrecision(PageArrays& arrays) : arrays_(arrays) {
    arrays_.use_single_precision(true);
  }
  ~SinglePrecision() { arrays_.use_single_precision(false); }
  SinglePrecision(const SinglePrecision&) = delete;
  SinglePrecision& operator=(const SinglePrecision&) = delete;

 private:
  PageArrays& arrays_;
};

}  // namespace globaldyn::inside::report
