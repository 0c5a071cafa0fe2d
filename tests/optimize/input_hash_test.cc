// Oracle: the vectors of the FNV reference (Fowler, Noll, Vo, test_fnv.c).
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "globaldyn/storage/input_hash.h"

namespace globaldyn::inside::test {
namespace {

TEST(InputHash, Fnv1aIsThatOfTheReference) {
  EXPECT_EQ(calc_fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(calc_fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(calc_fnv1a("b"), 0xaf63df4c8601f1a5u);
  EXPECT_EQ(calc_fnv1a("foobar"), 0x85944171f73967e8u);
  // Bytes above 127 count as unsigned.
  EXPECT_EQ(calc_fnv1a("\xff\x00\x00\x01"), calc_fnv1a("\xff"));
  EXPECT_EQ(calc_fnv1a(std::string_view("\xff\x00\x00\x01", 4)), 0x6961196491cc682du);
  EXPECT_EQ(calc_fnv1a("chongo was here!\n"), 0x46810940eff5f915u);
}

TEST(InputHash, GoesOnFromWhatCameBefore) {
  EXPECT_EQ(calc_fnv1a("bar", calc_fnv1a("foo")), calc_fnv1a("foobar"));
}

// The lengths written out: the hashed bytes are known one by one.
TEST(InputHash, TextsCountWithTheirLengths) {
  std::string bytes = std::string("\x03\0\0\0\0\0\0\0", 8) + "foo";
  bytes += std::string("\x2c\x01\0\0\0\0\0\0", 8) + std::string(300, 'x');
  EXPECT_EQ(hash_inputs({"foo", std::string(300, 'x')}), calc_fnv1a(bytes));
  EXPECT_EQ(hash_inputs({}), calc_fnv1a(""));
}

TEST(InputHash, WhereOneTextEndsMatters) {
  const std::vector<std::vector<std::string_view>> all{
      {},         {""},           {"", ""}, {"ab"},  {"a", "b"},  {"b", "a"},  {"ab", ""},
      {"", "ab"}, {"a", "", "b"}, {"ba"},   {"abc"}, {"a", "bc"}, {"ab", "c"}, {"a", "b", "c"}};
  std::set<std::uint64_t> hashes;
  for (const auto& texts : all) hashes.insert(hash_inputs(texts));
  EXPECT_EQ(hashes.size(), all.size());
}

}  // namespace
}  // namespace globaldyn::inside::test
