// Designs in round numbers: by hand.
#include "optimize/study/round_design.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "optimize/study/write_design.h"
#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kRoundedStudy = R"(
variables:
  length: {from: 243 mm, to: 0.9997 m}
  force: {from: 1 N, to: 100 N, scale: log}
  mass: {values: [1 kg, 2.3456 kg, 4 kg]}
  gap: {from: 0.2 m, to: 0.9 m}
  reach: {from: 1 m, to: 3 m}
objectives: {time: {minimize: stroke.time}}
)";

// Lengths in mm, the reach as a formula, a gap that is a bare number.
class RoundDesign : public ::testing::Test {
 protected:
  static std::string make_machine() {
    std::string machine = kSlide;
    const auto replace = [&](const std::string& from, const std::string& to) {
      machine.replace(machine.find(from), from.size(), to);
    };
    replace("value: 1 m,", "value: 900 mm,");
    replace("reach: 1.5 m", "reach: 1 m + 50 cm");
    replace("gap: 0.2 m", "gap: 0.2");
    return machine;
  }

  [[nodiscard]] std::vector<double> round(const Design& design,
                                          const std::vector<std::string>& texts) const {
    std::vector<double> values;
    for (const RoundedValue& one :
         round_design(study_, design, read_rounding(texts, "--round"), "--round")) {
      values.push_back(one.value);
    }
    return values;
  }

  const SlideStudy files_{kRoundedStudy, make_machine()};
  const Study study_ = files_.load();
  const Design design_{0.7654321, 12.3456, 1.0, 0.43219, 1.98765};
};

// Three digits of mm and N; choices are left out.
TEST_F(RoundDesign, RoundsToDigitsInTheFilesUnits) {
  EXPECT_EQ(round(design_, {}), (std::vector<double>{765 * 1e-3, 12.3, 0.432, 1.99}));
  EXPECT_EQ(round(design_, {"2"}), (std::vector<double>{770 * 1e-3, 12.0, 0.43, 2.0}));
  const auto values = round_design(study_, design_, {}, "--round");
  EXPECT_EQ(values[0].unit, "mm");
  EXPECT_EQ(values[0].rounded, 765.0);
  EXPECT_NEAR(values[0].exact, 765.4321, 1e-9);
  EXPECT_EQ(values[1].variable, 1u);
  EXPECT_EQ(values[2].variable, 3u);
  EXPECT_EQ(values[2].unit, "");
  EXPECT_EQ(values[3].unit, "m");
}

// Steps are for their quantity, in whatever unit the file has; the rest has digits.
TEST_F(RoundDesign, RoundsToSteps) {
  EXPECT_EQ(round(design_, {"5 mm"}), (std::vector<double>{765 * 1e-3, 12.3, 0.432, 1.99}));
  EXPECT_EQ(round(design_, {"2cm", "0.5 N", "1"}),
            (std::vector<double>{760 * 1e-3, 12.5, 0.4, 1.98}));
}

TEST_F(RoundDesign, StaysWithinTheRange) {
  Design low = design_, high = design_;
  low[0] = 0.244;
  high[0] = 0.9996;
  EXPECT_EQ(round(low, {"2"})[0], 250 * 1e-3);  // 240 mm would be too small
  EXPECT_EQ(round(high, {"3"})[0],
            999 * 1e-3);                        // 1000 mm too large: rounded inwards by a step of 1
  EXPECT_EQ(round(high, {"10 m"})[0], 0.9996);  // no multiple inside
  low[1] = 1.0;
  EXPECT_EQ(round(low, {"1"})[1], 1.0);  // a bound is inside
}

// A rounded file has the rounded text, and reading it gives the value that was evaluated.
TEST_F(RoundDesign, IsWrittenAsItReads) {
  for (int i = 0; i < 500; ++i) {
    Design design = design_;
    design[0] = 0.243 + 0.75 * std::fmod(0.6180339887498949 * i, 1.0);
    const RoundedValue one = round_design(study_, design, {.digits = 4}, "--round")[0];
    design[0] = one.value;
    const std::string text = make_design_file(study_, study_.scenarios[0], design, "");
    EXPECT_NE(text.find(fmt::format("length: {{value: {} mm,", one.rounded)), std::string::npos)
        << one.rounded << text;
    EXPECT_EQ(parse_machine(text, "design.yaml", "").parameters.find("length")->value, one.value);
  }
}

TEST_F(RoundDesign, RefusesWhatItCannotRoundTo) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"0"},
                                             {"16"},
                                             {"1.5"},
                                             {"-1 mm"},
                                             {"x"},
                                             {"1 mn"},
                                             {"1 mm + 1"},
                                             {"2", "3"},
                                             {"1 mm", "1 cm"},
                                             {"1 kg"},
                                             {"1 deg"},
                                             {"1e999 mm"}}) {
    EXPECT_THROW((void)round(design_, wrong), InputError) << wrong.front();
  }
}

}  // namespace
}  // namespace globaldyn::inside
