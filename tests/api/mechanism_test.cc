// The front door's core: formulas, units, mechanisms.
#include <globaldyn/error.h>
#include <globaldyn/mechanism.h>
#include <globaldyn/quantity.h>
#include <globaldyn/version.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/api/star.h"

namespace globaldyn::api_test {
namespace {

TEST(ApiQuantity, EvaluatesFormulasWithUnits) {
  const Quantity length = evaluate_formula("2*sin(30 deg)*850 mm");
  EXPECT_NEAR(length.value, 0.85, 1e-15);  // rounding of one sine and two products
  EXPECT_EQ(length.unit, "m");
  EXPECT_EQ(evaluate_formula("2 + 3"), (Quantity{5.0, ""}));
}

TEST(ApiQuantity, KnowsTheNamesThatItIsGiven) {
  const std::vector<NamedQuantity> names{{"leg", {0.5, "m"}}, {"count", {3.0, "1"}}};
  EXPECT_EQ(evaluate_formula("count*leg", names), (Quantity{1.5, "m"}));
  try {
    (void)evaluate_formula("count*legs", names);
    FAIL() << "an unknown name was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'leg'?"), std::string::npos)
        << error.what();
  }
}

TEST(ApiQuantity, ReadsAndShowsInUnits) {
  EXPECT_DOUBLE_EQ(read_quantity("300 rpm", "rad/s"), 10.0 * std::numbers::pi);
  EXPECT_EQ(read_quantity("0.25", "m"), 0.25);
  EXPECT_DOUBLE_EQ(show_in(0.85, "mm"), 850.0);
  EXPECT_THROW((void)read_quantity("3 s", "m"), InputError);
  EXPECT_THROW((void)show_in(1.0, "furlong"), InputError);
}

TEST(ApiMechanism, IsReadWithoutPathsAndLimits) {
  const Mechanism star = load_mechanism(kStar);
  ASSERT_EQ(star.drives.size(), 4u);
  EXPECT_EQ(star.drives[0].kind, Drive::Kind::joint);
  EXPECT_STREQ(to_string(star.drives[0].kind), "joint");
  EXPECT_FALSE(star.joints.empty());
  EXPECT_TRUE(star.has_tool);
  for (const Joint& one : star.joints) EXPECT_FALSE(one.type.empty()) << one.name;
}

TEST(ApiMechanism, TakesSettings) {
  const Mechanism star = load_mechanism(kStar, {{"platform_mass", "20 kg"}});
  for (const Parameter& one : star.parameters) {
    if (one.name == "platform_mass") {
      EXPECT_EQ(one.quantity, (Quantity{20.0, "kg"}));
    }
  }
  EXPECT_THROW((void)load_mechanism(kStar, {{"platform_mass", "20 m"}}), InputError);
}

TEST(ApiVersion, SaysWhatMadeResults) {
  EXPECT_EQ(program_name(), "globaldyn " + version());
}

TEST(ApiError, TellsPlaces) {
  EXPECT_EQ(to_string(SourcePlace{"a.yaml", 3, 7, ""}), "a.yaml:3:7");
  EXPECT_EQ(to_string(SourcePlace{"a.yaml", 0, 0, ""}), "a.yaml");
  const InputError error({"a.yaml", 3, 7, ""}, "wrong", "expected right");
  EXPECT_STREQ(error.what(), "a.yaml:3:7: wrong; expected right");
}

}  // namespace
}  // namespace globaldyn::api_test
