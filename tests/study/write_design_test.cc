// Designs as machine files of their own: the same machine, word for word except for what is set.
#include "optimize/study/write_design.h"

#include <gtest/gtest.h>

#include "tests/study/slide_study.h"

namespace globaldyn::inside {
namespace {

constexpr const char* kStudy = R"(
set: {gap: 0.25 m}
variables:
  length: {from: 0.1 m, to: 3 m}
  motor: {catalogue: motors.csv, set: {force: force, mass: 1 kg + mass}}
scenarios: {empty: {}, loaded: {set: {reach: 3 m}}}
objectives: {time: {minimize: stroke.time}}
)";

TEST(WriteDesign, IsTheMachineThatWasEvaluated) {
  const SlideStudy files(kStudy);
  const Study study = files.load();
  const double length = 0.1 + 0.2;  // of seventeen digits
  const std::string text = make_design_file(study, study.scenarios[1], {length, 2.0}, "");
  const Machine machine = parse_machine(text, "design.yaml", "");
  const auto value = [&](const char* name) { return machine.parameters.find(name)->value; };
  EXPECT_EQ(value("length"), length);
  EXPECT_EQ(value("mass"), 6.0);
  EXPECT_EQ(value("force"), 30.0);
  EXPECT_EQ(value("gap"), 0.25);
  EXPECT_EQ(value("reach"), 3.0);
  EXPECT_TRUE(machine.parameters.find("length")->typed);
  // Everything else is as it was.
  const std::string original = study.machine_text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            std::count(original.begin(), original.end(), '\n'));
  EXPECT_NE(text.find("mass: {value: 6 kg, min: 0.1 kg, max: 100 kg}"), std::string::npos) << text;
  EXPECT_EQ(text.substr(text.find("bodies:")), original.substr(original.find("bodies:")));
}

// In the file's own units, and exactly: reading gives the same number to the last bit.
TEST(WriteDesign, KeepsTheFilesUnits) {
  std::string machine = kSlide;
  machine.replace(machine.find("reach: 1.5 m"), 12, "reach: 1500 mm");
  machine.replace(machine.find("value: 2 kg"), 11, "value: 2e3 g");
  const SlideStudy files(
      "variables: {reach: {from: 1 m, to: 3 m}, mass: {from: 1 kg, to: 9 kg}}\n"
      "objectives: {t: {minimize: mass}}\n",
      machine);
  const Study study = files.load();
  const std::string text = make_design_file(study, study.scenarios[0], {2.25, 1.234}, "");
  EXPECT_NE(text.find("reach: 2250 mm\n"), std::string::npos) << text;
  EXPECT_NE(text.find("mass: {value: 1234 g, min"), std::string::npos) << text;
  // Formulas are no units.
  for (const char* formula :
       {"1.5 m - gap", "2 mm*750*mass/(1 kg)", "1 m + 0.5 m", "0.75 m*2", "1.5 m^1"}) {
    std::string other = kSlide;
    other.replace(other.find("reach: 1.5 m"), 12, std::string("reach: ") + formula);
    const SlideStudy one(
        "variables: {reach: {from: 1 m, to: 3 m}}\nobjectives: {t: {minimize: mass}}\n", other);
    EXPECT_NO_THROW(check_design_files(one.load())) << formula;
    const std::string written = make_design_file(one.load(), one.load().scenarios[0], {2.25}, "");
    const bool is_unit = std::string(formula) == "1.5 m^1";
    EXPECT_NE(written.find(is_unit ? "reach: 2.25 m^1\n" : "reach: 2.25 m\n"), std::string::npos)
        << written;
  }
  for (int i = 0; i < 2000; ++i) {
    const double reach = 1.0 + 2.0 * std::fmod(0.6180339887498949 * i, 1.0);
    const std::string one = make_design_file(study, study.scenarios[0], {reach, 2.0}, "");
    EXPECT_EQ(parse_machine(one, "design.yaml", "").parameters.find("reach")->value, reach);
  }
}

TEST(WriteDesign, FilesOfPointsAreNamedFromWhereItLies) {
  const std::string machine = std::string(kSlide) + "";
  std::string with_points = machine;
  const std::string line = "  stroke: {joints: {P: length*p}, p_max: 1}\n";
  with_points.replace(with_points.find(line), line.size(),
                      "  stroke: {position: {csv: {file: points/way.csv}}, prescribe: [x]}\n");
  SlideStudy files(
      "variables: {force: {from: 1 N, to: 3 N}}\nobjectives: {time: {minimize: stroke.time}}\n",
      with_points);
  files.folder().write("points/way.csv", "p,x\n0,0\n0.5,0.2\n1,0.4\n");
  const Study study = files.load();
  const std::string folder = files.folder().file("designs");
  const std::string text = make_design_file(study, study.scenarios[0], {2.0}, folder);
  EXPECT_NE(text.find("file: \"../points/way.csv\""), std::string::npos) << text;
  files.folder().write("designs/one.yaml", text);
  EXPECT_EQ(load_machine(folder + "/one.yaml").paths.size(), 1u);
}

TEST(WriteDesign, ValuesInQuotesAreReplacedAndOthersRefused) {
  std::string machine = kSlide;
  machine.replace(machine.find("reach: 1.5 m"), 12, "reach: '1.5 m'");
  const char* search =
      "variables: {reach: {from: 1 m, to: 3 m}}\nobjectives: {t: {minimize: mass}}\n";
  const SlideStudy quoted(search, machine);
  const std::string text = make_design_file(quoted.load(), quoted.load().scenarios[0], {2.0}, "");
  EXPECT_NE(text.find("reach: '2 m'\n"), std::string::npos) << text;
  machine.replace(machine.find("reach: '1.5 m'"), 14, "reach: \"1.\\x35 m\"");
  const SlideStudy escaped(search, machine);
  EXPECT_THROW((void)make_design_file(escaped.load(), escaped.load().scenarios[0], {2.0}, ""),
               InputError);
}

// What could be searched but not written is known before the search.
TEST(WriteDesign, ValuesThatCannotBeWrittenAreKnownBefore) {
  const auto check = [](const std::string& from, const std::string& to) {
    std::string machine = kSlide;
    machine.replace(machine.find(from), from.size(), to);
    const SlideStudy study(
        "variables: {reach: {from: 1 m, to: 3 m}}\nobjectives: {t: {minimize: mass}}\n", machine);
    try {
      check_design_files(study.load());
    } catch (const InputError& error) {
      return error.place().line;
    }
    return 0;
  };
  EXPECT_EQ(check("reach: 1.5 m", "reach:   '1.5 m'  # of the carriage"), 0);
  EXPECT_EQ(check("reach: 1.5 m", "reach:  # of the carriage\n    1.5 m"), 0);
  EXPECT_EQ(check("reach: 1.5 m", "reach: {min: 1 m, value: 1.5 m}"), 0);
  EXPECT_EQ(check("reach: 1.5 m", "reach: \"1.\\x35 m\""), 7);
  EXPECT_EQ(check("reach: 1.5 m", "reach: >\n    1.5\n    m"), 7);
  EXPECT_EQ(check("reach: 1.5 m", "reach: &r 1.5 m\n  other: *r"), 7);
  EXPECT_EQ(check("reach: 1.5 m", "other: &r 1.5 m\n  reach: *r"), 7);
  EXPECT_EQ(check("reach: 1.5 m", "other: &r {value: 1.5 m}\n  reach: *r"), 7);
  // The map that is brought in may serve others, too.
  EXPECT_EQ(check("reach: 1.5 m", "<<: {reach: 1.5 m}"), 7);
  EXPECT_EQ(check("reach: 1.5 m", "reach: {<<: {value: 1.5 m}, min: 1 m}"), 7);
  EXPECT_EQ(check("reach: 1.5 m", "reach: {<<: {min: 1 m}, value: 1.5 m}"), 0);
  // Of parameters that no design sets it does not matter.
  EXPECT_EQ(check("gap: 0.2 m", "gap: &r 0.2 m\n  other: *r"), 0);
}

TEST(WriteDesign, AByteOrderMarkIsNoText) {
  const SlideStudy study(
      "variables: {reach: {from: 1 m, to: 3 m}}\nobjectives: {t: {minimize: mass}}\n",
      "\xEF\xBB\xBF" + std::string(kSlide));
  const std::string text = make_design_file(study.load(), study.load().scenarios[0], {2.0}, "");
  EXPECT_NE(("# a design\n" + text).find("# a design\nglobaldyn: 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reach: 2 m\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace globaldyn::inside
