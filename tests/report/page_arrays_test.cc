// Documents of the page, byte by byte.
#include "report/document/page_arrays.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace globaldyn::inside::report {
namespace {

TEST(PageArrays, HeaderThenArraysAtMultiplesOfEight) {
  PageArrays arrays;
  const std::vector<float> odd{1.5f};
  const std::vector<double> numbers{0.1, -0.0, std::numeric_limits<double>::infinity()};
  const std::vector<std::uint8_t> none;
  Json header;
  header["a"] = arrays.add(std::span<const float>(odd));
  header["b"] = arrays.add(std::span<const double>(numbers));
  header["c"] = arrays.add(std::span<const std::uint8_t>(none));
  EXPECT_EQ(header["a"].dump(), R"({"$":"f32","at":0,"n":1})");
  EXPECT_EQ(header["b"].dump(), R"({"$":"f64","at":8,"n":3})");
  EXPECT_EQ(header["c"].dump(), R"({"$":"u8","at":32,"n":0})");
  const std::string document = arrays.write(header), text = header.dump();
  ASSERT_EQ(document.size(), 8 + text.size() + 32);
  EXPECT_EQ(static_cast<unsigned char>(document[0]), text.size());  // of less than 256 letters
  EXPECT_EQ(document.substr(1, 7), std::string(7, '\0'));
  EXPECT_EQ(document.substr(8, text.size()), text);
  std::vector<double> read(3);
  std::memcpy(read.data(), document.data() + 8 + text.size() + 8, 24);
  EXPECT_EQ(read, numbers);
  EXPECT_TRUE(std::signbit(read[1]));
}

// A name in a file may be of any bytes.
TEST(PageArrays, BytesThatAreNoTextAreReplaced) {
  const std::string document = PageArrays().write({{"name", "a\xff"}});
  EXPECT_NE(document.find("a\xef\xbf\xbd"), std::string::npos);
}

}  // namespace
}  // namespace globaldyn::inside::report
