// Variables know what they are measured in, angles too, which have no dimension.
#include <gtest/gtest.h>

#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

TEST(VariableUnits, OfAnglesAreKept) {
  std::string machine = kSlide;
  machine.insert(machine.find("  reach:"),
                 "  tilt: {value: 5 deg, min: -10 deg, max: 10 deg}\n"
                 "  spin: {value: 100 rpm, min: 1 rpm, max: 200 rpm}\n"
                 "  rate: {value: 100 Hz, min: 1 Hz, max: 200 Hz}\n"
                 "  share: {value: 0.5, min: 0, max: 1}\n");
  const SlideStudy slide(
      "variables: {tilt: {from: 1 deg, to: 2 deg}, spin: {from: 1 rpm, to: 2 rpm}, rate: {from: 1 "
      "Hz, "
      "to: 2 Hz}, share: {from: 0, to: 1}, mass: {from: 1 kg, to: 2 kg}}\n"
      "objectives: {duration: {minimize: stroke.time}}\n",
      machine);
  const Study study = slide.load();
  std::vector<std::string> units;
  for (const StudyVariable& one : study.variables) units.push_back(one.unit.si);
  // A bare number may be anything.
  EXPECT_EQ(units, (std::vector<std::string>{"rad", "rad/s", "Hz", "", "kg"}));
}

}  // namespace
}  // namespace globaldyn::inside
