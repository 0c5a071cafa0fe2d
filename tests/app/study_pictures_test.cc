// Pictures of studies: `globaldyn optimize` and `globaldyn study pictures`. SVG files are text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

// Motors with names that gnuplot, XML and shells read in their own way.
constexpr const char* kOddMotors =
    "name,force [N],price [EUR]\n"
    "\"small \"\"s\"\" {/Symbol a}_1\",4,100\nmiddle 'x',16,250\n\"größe, $HOME `ls` \\n "
    "%s\",30,700\n";

// A study of the slide with these objectives and a catalogue.
std::string make_study_of(const std::string& objectives) {
  return "globaldyn_study: 1\nname: pictured\nmachine: slide.yaml\n"
         "variables:\n"
         "  length: {from: 0.2 m, to: 2 m}\n"
         "  motor: {catalogue: odd.csv, set: {force: force}}\n"
         "  mass: {values: [1 kg, 2 kg, 4 kg]}\n"
         "objectives: {" +
         objectives + "}\nsearch: {population: 20, budget: 100, seed: 3}\n";
}

constexpr const char* kTime = "time: {minimize: stroke.time}";
constexpr const char* kThree =
    "time: {minimize: stroke.time}, way: {maximize: length}, price: {minimize: motor.price, unit: "
    "EUR}";

class StudyPictures : public Studies {
 protected:
  StudyPictures() { write("odd.csv", kOddMotors); }

  void optimize(const std::string& study, const std::string& options = "") {
    const CommandOutcome o = run("optimize " + study + " --out " + out_ + " " + options);
    ASSERT_EQ(o.code, 0) << o.err;
  }

  // Of the study in the folder.
  [[nodiscard]] std::string svg(const std::string& name) const {
    return read(fs::path(out_) / (name + ".svg"));
  }

  [[nodiscard]] bool is_drawn(const std::string& name) const {
    return fs::exists(fs::path(out_) / (name + ".svg")) &&
           fs::exists(fs::path(out_) / (name + ".png")) &&
           fs::file_size(fs::path(out_) / (name + ".png")) > 5000;
  }

  Json table() { return Json::parse(run("study export " + out_ + " --format json").out); }
};

std::size_t count_matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

std::size_t count_front(const Json& table) {
  const Json& designs = table["designs"];
  return static_cast<std::size_t>(std::count_if(
      designs.begin(), designs.end(), [](const Json& one) { return one["pareto"] == 1; }));
}

// The corners of the line in the colour of staircases.
std::vector<std::pair<double, double>> read_staircase(const std::string& svg) {
  const std::string colour = "stroke='rgb(130, 134, 141)'  d='";
  const std::size_t at = svg.find(colour);
  if (at == std::string::npos) return {};
  const std::string path = svg.substr(at + colour.size(), svg.find('\'', at + colour.size()) - at);
  std::vector<std::pair<double, double>> corners;
  const std::regex pair("[ML]([-0-9.]+),([-0-9.]+)");
  for (std::sregex_iterator i(path.begin(), path.end(), pair), end; i != end; ++i) {
    corners.emplace_back(std::stod((*i)[1]), std::stod((*i)[2]));
  }
  return corners;
}

TEST_F(StudyPictures, AreDrawnWhenTheSearchIsOver) {
  const CommandOutcome o = run("optimize " + study_ + " --out " + out_);
  ASSERT_EQ(o.code, 0) << o.err;
  for (const char* name : {"front", "parallel", "hypervolume"}) {
    EXPECT_TRUE(is_drawn(name)) << name;
    EXPECT_NE(o.out.find(fmt::format("picture: {}/{}.svg", out_, name)), std::string::npos);
  }
  for (const auto& entry : fs::directory_iterator(out_)) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
  expect_texts(svg("front"),
               {"slide_study: front of time and stroke", "time [s], smaller is better",
                "stroke [m], larger is better", "(least time)", "(largest stroke)"});
  expect_texts(svg("parallel"),
               {">length<", ">[m]<", ">force<", ">[N]<", ">time<", ">[s]<", ">weak<", ">1 kg<"});
  expect_texts(svg("hypervolume"), {"designs evaluated", "reference point"});
}

TEST_F(StudyPictures, ChangeNoNumbersAndAreLeftOutIfAsked) {
  optimize(study_);
  const std::string plain = (folder_ / "plain").string();
  ASSERT_EQ(run("optimize " + study_ + " --out " + plain + " --no-pictures").code, 0);
  EXPECT_EQ(designs(out_), designs(plain));
  for (const auto& entry : fs::directory_iterator(plain)) {
    EXPECT_NE(entry.path().extension(), ".svg");
    EXPECT_NE(entry.path().extension(), ".png");
  }
}

// Every design of the front is a point, and no design is beyond the staircase: it is level where
// one goes to worse times, and rises where a better stroke is reached.
TEST_F(StudyPictures, TheFrontIsAStaircase) {
  optimize(study_);
  const std::string front = svg("front");
  const std::size_t count = count_front(table());
  ASSERT_GT(count, 10u);
  // With the colours' key, which has a point of each; a single one needs none.
  const std::size_t keys = count_matches(front, "<text>mass [0-9] kg</text>");
  EXPECT_EQ(count_matches(front, "<use xlink:href='#gpPt6'[^>]*scale\\(4\\.39\\)"), count + keys);
  const auto corners = read_staircase(front);
  ASSERT_EQ(corners.size(), 2 * count + 1);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double across = corners[i].first - corners[i - 1].first;
    const double down = corners[i].second - corners[i - 1].second;
    EXPECT_GE(across, 0.0);
    EXPECT_LE(down, 0.0);
    EXPECT_EQ(i % 2 == 1 ? across : down, 0.0) << i;
  }
}

// The worst of the first hundred feasible designs, as the export has them.
TEST_F(StudyPictures, TellTheReferencePointOfTheHypervolume) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 300");
  optimize(write("longer.yaml", longer));
  double time = 0.0, stroke = 10.0;
  int count = 0;
  const Json all = table();
  for (const Json& design : all["designs"]) {
    if (design["state"] != "ok" || ++count > 100) continue;
    time = std::max(time, design["time"].get<double>());
    stroke = std::min(stroke, design["stroke"].get<double>());
  }
  ASSERT_GT(count, 100);
  expect_texts(svg("hypervolume"), {fmt::format("time {:.5g} s, stroke {:.5g} m", time, stroke)});
}

TEST_F(StudyPictures, NameThePartsThatDesignsAreMadeOf) {
  optimize(write("two.yaml", make_study_of(std::string(kTime) + ", way: {maximize: length}")));
  // Its force is the largest: no other motor is on this front but for it.
  const std::string part = "größe, $HOME `ls` \\n %s";
  expect_texts(svg("front"), {"(least time): " + part});
  expect_texts(svg("parallel"), {">motor<", part});
}

TEST_F(StudyPictures, OfOneObjectiveShowHowItGotBetter) {
  optimize(write("one.yaml", make_study_of(kTime)));
  const Json all = table();
  double best = 10.0;
  for (const Json& design : all["designs"]) {
    if (design["state"] == "ok") best = std::min(best, design["time"].get<double>());
  }
  expect_texts(svg("front"),
               {"best time over the search", "designs evaluated", fmt::format("{:.6g} s, ", best)});
  expect_texts(svg("parallel"), {"best designs", "50 designs"});
  EXPECT_FALSE(is_drawn("hypervolume"));
}

TEST_F(StudyPictures, OfThreeObjectivesShowTheThirdAsAColour) {
  optimize(write("three.yaml", make_study_of(kThree)));
  expect_texts(svg("front"), {"front of time, way and price", "time [s], smaller is better",
                              "way [m], larger is better", "price [EUR], smaller is better"});
}

TEST_F(StudyPictures, OfManyObjectivesShowThemInPairs) {
  const std::string more =
      ", weight: {minimize: mass}, power: {minimize: force*length/stroke.time}, energy: {maximize: "
      "force*length}, half: {minimize: length/2}";
  optimize(write("seven.yaml", make_study_of(kThree + more)));
  const std::string front = svg("front");
  expect_texts(front, {"objectives in pairs", "the first 6 of 7 objectives", "way [m]", "power [W]",
                       "least weight", "largest energy", "small \"s\" {/Symbol a}_1"});
  EXPECT_EQ(front.find(">half [m]<"), std::string::npos);
}

// Lines of the front's designs, each in the colour of its time: as many as are told.
TEST_F(StudyPictures, TellWhatTheyLeaveOut) {
  std::string large = make_study_of(kThree);
  large.replace(large.find("population: 20, budget: 100"), 27, "population: 200, budget: 1000");
  optimize(write("large.yaml", large));
  const std::size_t count = count_front(table());
  ASSERT_GT(count, 300u);
  const std::string parallel = svg("parallel");
  expect_texts(parallel, {fmt::format("{} designs, 300 of them drawn", count)});
  // From the first axis on there are five sections to the last.
  const std::string number = "[-0-9.]+";
  const std::string section = "\\s+L" + number + "," + number;
  EXPECT_EQ(count_matches(parallel, "M95\\.99," + number + "(" + section + "){5}"), 300u);
}

TEST_F(StudyPictures, AreDrawnAgainWhenAskedFor) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --no-pictures").code, 0);
  const std::string report = (folder_ / "report").string();
  const CommandOutcome elsewhere = run("study pictures " + out_ + " --out " + report);
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
  EXPECT_NE(elsewhere.out.find("picture: " + report + "/front.svg"), std::string::npos);
  EXPECT_TRUE(fs::exists(fs::path(report) / "front.png"));
  EXPECT_FALSE(is_drawn("front"));
  EXPECT_EQ(run("study pictures " + out_ + "/study.sqlite").code, 0);
  EXPECT_TRUE(is_drawn("front"));
  EXPECT_EQ(svg("front"), read(fs::path(report) / "front.svg"));
  EXPECT_EQ(run("study pictures " + folder_.string() + "/none").code, 2);
}

TEST_F(StudyPictures, ShowWhatEverySeedFound) {
  std::string several = kStudy;
  several.replace(several.find("seed: 3"), 7, "seed: 8, seeds: 3");
  optimize(write("several.yaml", several));
  for (const char* name : {"front", "hypervolume"}) {
    const std::string picture = svg(name);
    expect_texts(picture, {">seed 8<", ">seed 9<", ">seed 10<"});
    EXPECT_EQ(picture.find(">seed 11<"), std::string::npos);
  }
  // A seed has as many designs as its budget, and so has the axis.
  expect_texts(svg("hypervolume"), {"<text> 100</text>"});
  EXPECT_EQ(svg("hypervolume").find("<text> 200</text>"), std::string::npos);
  several.replace(several.find("  stroke: {max"), std::string::npos,
                  "search: {population: 20, budget: 60, seeds: 2}\n");
  fs::remove_all(out_);
  optimize(write("one.yaml", several));
  expect_texts(svg("front"), {"best time over the search", ">seed 1<", ">seed 2<"});
}

TEST_F(StudyPictures, NeedAFeasibleDesign) {
  std::string hopeless = kStudy;
  hopeless.replace(hopeless.find("at_most: 20 J"), 13, "at_most: 0 J");
  optimize(write("hopeless.yaml", hopeless));
  EXPECT_FALSE(is_drawn("front"));
  const CommandOutcome o = run("study pictures " + out_);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("no feasible design among 100"), std::string::npos) << o.out;
}

}  // namespace
}  // namespace globaldyn::inside
