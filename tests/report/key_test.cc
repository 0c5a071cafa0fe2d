// Keys of pictures name everything whole and next to everything else, however long names are.
#include "report/canvas/key.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/record/planned_motion.h"
#include "globaldyn/region/limit_names.h"
#include "report/canvas/text_width.h"
#include "report/charts/front_picture.h"
#include "report/charts/hypervolume_picture.h"
#include "report/charts/phase_plane.h"
#include "report/charts/region_picture.h"
#include "report/charts/speed_picture.h"

namespace globaldyn::inside::report {
namespace {

constexpr double kRoom = 846.0;

// "NAME_1 max, NAME_2 min, …": what holds a motion of as many drives.
std::string name_limits(const std::string& drive, int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    text += fmt::format("{}{}{} {}", i == 1 ? "" : ", ", drive, i, i % 2 == 1 ? "max" : "min");
  }
  return text;
}

std::vector<KeyEntry> make_entries(const std::string& drive, int count) {
  std::vector<KeyEntry> entries{{"lc rgb 'grey'", 1.4, "largest accessible d₁"}};
  for (int i = 1; i <= count; ++i) entries.push_back({"lc rgb 'red'", 2.0, name_limits(drive, i)});
  return entries;
}

std::string join(const PlacedEntry& placed) {
  return fmt::format("{}", fmt::join(placed.texts, " "));
}

// The texts that a script writes, and where they are: px from the left edge and from the upper one.
struct WrittenText {
  std::string text;
  PixelBox box;
};

std::vector<WrittenText> list_texts(const Picture& picture) {
  std::vector<WrittenText> texts;
  const std::string script = picture.make_script();
  const std::string first = script.substr(0, script.find("unset multiplot"));
  for (auto at = first.find("set label"); at != std::string::npos;
       at = first.find("set label", at + 1)) {
    const std::string line = first.substr(at, first.find('\n', at) - at);
    const std::size_t quote = line.find('\''), place = line.find("' at screen ") + 12;
    const std::size_t comma = line.find(',', place), font = line.find("font 'DejaVu Sans,");
    if (line.find(" left norotate") == std::string::npos || font == std::string::npos) continue;
    const std::string text = line.substr(quote + 1, place - quote - 13);
    const double size = std::stod(line.substr(font + 18));
    const double x = picture.width() * std::stod(line.substr(place));
    const double y = picture.height() * std::stod(line.substr(comma + 1));
    texts.push_back(
        {text, {{x, x + calc_text_width(text, size)}, {y - 0.5 * size, y + 0.5 * size}}});
  }
  return texts;
}

bool overlap(const PixelBox& a, const PixelBox& b) {
  return a.x.low < b.x.high && b.x.low < a.x.high && a.y.low < b.y.high && b.y.low < a.y.high;
}

void expect_apart(const std::vector<WrittenText>& texts, double right) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_LE(texts[i].box.x.high, right) << texts[i].text;
    EXPECT_GE(texts[i].box.y.low, 0.0) << texts[i].text;
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_FALSE(overlap(texts[i].box, texts[k].box)) << texts[i].text << "\n" << texts[k].text;
    }
  }
}

// Measured in a PNG file that gnuplot has drawn, to a pixel.
TEST(TextWidth, IsThatOfTheFont) {
  EXPECT_NEAR(calc_text_width("T1 max, T3 min, T4 min, T5 max, T7 min, T8 min", 13.0), 318.0, 1.0);
  EXPECT_DOUBLE_EQ(calc_text_width("₁₂", 10.0), 2.0 * calc_text_width("₁", 10.0));
}

TEST(Key, HoldsEveryTextWhole) {
  for (const std::string& drive :
       {std::string("F"), std::string("shoulder_motor_of_leg_"), std::string(60, 'W')}) {
    for (int count = 1; count <= 12; ++count) {
      const std::vector<KeyEntry> entries = make_entries(drive, count);
      const Key key = make_key(entries, kRoom);
      ASSERT_EQ(key.entries.size(), entries.size());
      for (std::size_t i = 0; i < entries.size(); ++i) {
        EXPECT_EQ(join(key.entries[i]), entries[i].text);
      }
      Picture picture("key", kRoom, key.height);
      picture.begin_plot({{0.0, kRoom}, {0.0, key.height}}, {{0.0, 1.0}, {0.0, 1.0}});
      add_key(picture, key, {0.0, key.height});
      picture.end_plot();
      expect_apart(list_texts(picture), kRoom);
    }
  }
}

// Two texts of four columns are short enough for a row, with a long one they are not.
TEST(Key, HasAsFewRowsAsItCan) {
  const std::vector<KeyEntry> entries(4, {"", 2.0, "M1 max"});
  const double row = make_key({entries[0]}, kRoom).height;
  EXPECT_GT(row, 0.0);
  EXPECT_DOUBLE_EQ(make_key(entries, kRoom).height, row);
  std::vector<KeyEntry> longer = entries;
  longer[1].text = name_limits("shoulder_motor_", 4);
  EXPECT_DOUBLE_EQ(make_key(longer, kRoom).height, 2.0 * row);
  EXPECT_DOUBLE_EQ(make_key({}, kRoom).height, 0.0);
}

// What has no comma is not broken, and takes the room it needs from the other columns.
TEST(Key, KeepsTextsWithoutCommasApart) {
  const std::vector<KeyEntry> entries{{"", 2.0, "kinetic energy"},
                                      {"", 2.0, "potential energy since the start"},
                                      {"", 2.0, "work since the start"}};
  for (const double room : {300.0, 400.0, 480.0, 600.0}) {
    const Key key = make_key(entries, room);
    Picture picture("key", room, key.height);
    picture.begin_plot({{0.0, room}, {0.0, key.height}}, {{0.0, 1.0}, {0.0, 1.0}});
    add_key(picture, key, {0.0, key.height});
    picture.end_plot();
    expect_apart(list_texts(picture), room);
  }
}

// The motion of eight cables is held by sets of six limits and more, some twenty of them.
TEST(PlanPicture, NamesAllThatHoldsTheMotion) {
  const Machine machine =
      load_machine(GLOBALDYN_SOURCE_DIR "/machines/cable_point8/cable_point8.yaml");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-3;
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "circle"), options);
  const std::vector<WrittenText> texts = list_texts(draw_phase_plane(machine, motion));
  std::string all;
  for (const WrittenText& text : texts) all += text.text + "\n";
  for (const Stretch& stretch : motion.plan.stretches) {
    if (stretch.active.empty()) continue;
    EXPECT_NE(all.find(list_names(stretch.active) + "\n"), std::string::npos);
  }
  EXPECT_NE(all.find("largest accessible d₁\n"), std::string::npos);
  expect_apart(texts, 960.0);
}

// Below the axes, where no curve is.
TEST(RegionPicture, NamesItsCurvesBelowThem) {
  const Machine machine =
      load_machine(GLOBALDYN_SOURCE_DIR "/machines/cable_point8/cable_point8.yaml");
  EvaluationOptions options;
  options.samples = 13;
  const Evaluation evaluation = evaluate(machine, options);
  ASSERT_EQ(evaluation.paths.size(), 2U);  // side by side
  const Picture picture = draw_regions(machine, evaluation);
  const std::string script = picture.make_script(), margin = "set bmargin at screen ";
  const double axes = picture.height() * std::stod(script.substr(script.rfind(margin) + 22));
  ASSERT_GT(axes, 100.0);
  const std::vector<WrittenText> texts = list_texts(picture);
  int names = 0;
  for (const WrittenText& text : texts) {
    if (text.text.rfind("p = ", 0) != 0) continue;
    ++names;
    EXPECT_LT(text.box.y.high, axes - 50.0) << text.text;  // there are the axes' numbers and names
  }
  EXPECT_GE(names, 8);  // four even ones a path
  EXPECT_EQ(script.find("set key at"), std::string::npos);
  expect_apart(texts, picture.width());
}

// Designs with as many objectives, all of them on the front or nearly, made by so many seeds in
// turn. They are made of one of eight parts with a long name.
StudyTable make_study(int objectives, std::size_t seeds, const std::string& part) {
  StudyTable table;
  table.header.name = "study";
  table.header.seed = 1;
  table.header.seeds = seeds;
  StudyColumn motor{.name = "motor", .role = StudyColumn::Role::variable, .unit = "1"};
  for (int k = 0; k < 8; ++k) motor.choices.push_back(fmt::format("{}{}", part, k));
  table.header.columns.push_back(motor);
  for (int k = 0; k < objectives; ++k) {
    table.header.columns.push_back({.name = fmt::format("objective_{}", k),
                                    .role = StudyColumn::Role::objective,
                                    .unit = "s"});
  }
  constexpr int kDesigns = 96;
  for (int i = 0; i < kDesigns; ++i) {
    DesignRecord record{.id = static_cast<std::uint64_t>(i) + 1,
                        .design = {static_cast<double>(i % 8)},
                        .state = DesignState::ok};
    const double angle = 1.5 * i / kDesigns;
    for (int k = 0; k < objectives; ++k) {
      record.objectives.push_back(k % 2 == 0 ? 1.0 - std::sin(angle) : 1.0 - std::cos(angle));
    }
    table.front.push_back(record.id);
    table.records.push_back(std::move(record));
  }
  return table;
}

// The lower edge of the axes of the plot that comes last.
double find_lower_edge(const Picture& picture) {
  const std::string script = picture.make_script(), margin = "set bmargin at screen ";
  return picture.height() * std::stod(script.substr(script.rfind(margin) + margin.size()));
}

// However many seeds there are, and whatever parts are called: below the axes, none over another.
TEST(StudyKeys, NameSeedsBelowTheAxes) {
  for (const std::size_t seeds : {std::size_t{2}, std::size_t{32}}) {
    const StudyTable one = make_study(1, seeds, "motor_"), two = make_study(2, seeds, "motor_");
    for (const Picture& picture : {draw_front(one), draw_front(two), draw_hypervolume(two)}) {
      const double axes = find_lower_edge(picture);
      std::vector<WrittenText> names;
      for (const WrittenText& text : list_texts(picture)) {
        if (text.text.rfind("seed ", 0) == 0) names.push_back(text);
      }
      EXPECT_EQ(names.size(), seeds);
      for (const WrittenText& name : names) EXPECT_LT(name.box.y.high, axes - 50.0) << name.text;
      expect_apart(names, picture.width());
    }
  }
}

TEST(StudyKeys, OfASingleSeedAreNotThere) {
  const StudyTable one = make_study(1, 1, "motor_");
  const Picture picture = draw_front(one);
  EXPECT_EQ(picture.make_script().find("seed 1"), std::string::npos);
  EXPECT_DOUBLE_EQ(find_lower_edge(picture), kUnderAxes);
}

TEST(StudyKeys, NamePartsBelowTheAxes) {
  for (const std::string& part : {std::string("m"), std::string(70, 'W')}) {
    const Picture picture = draw_front(make_study(2, 1, part));
    const double axes = find_lower_edge(picture);
    std::vector<WrittenText> names;
    for (const WrittenText& text : list_texts(picture)) {
      if (text.text.rfind(part, 0) == 0 && text.box.y.high < axes) names.push_back(text);
    }
    EXPECT_EQ(names.size(), 8U);
    expect_apart(names, picture.width());
  }
}

// In the corner that pairs leave free: beside the plot of the first two rows, above those below.
TEST(StudyKeys, OfPairsStayInTheFreeCorner) {
  for (const int objectives : {4, 12}) {
    for (const std::string& part : {std::string("m"), std::string(70, 'W')}) {
      const Picture picture = draw_front(make_study(objectives, 1, part));
      std::vector<WrittenText> names;
      for (const WrittenText& text : list_texts(picture)) {
        const bool names_a_design = text.text.find(": least ") != std::string::npos;
        if (names_a_design || text.text.rfind(part, 0) == 0) names.push_back(text);
      }
      EXPECT_GE(names.size(), 10U);
      expect_apart(names, picture.width());
      for (const WrittenText& name : names) {
        // 210 px a row of plots, 18 px between; the upper one at 84 px.
        EXPECT_GT(name.box.y.low, picture.height() - 84.0 - 2 * 210.0 - 18.0) << name.text;
        const bool is_beside_upper = name.box.y.low > picture.height() - 84.0 - 210.0;
        EXPECT_GT(name.box.x.low, is_beside_upper ? 104.0 + 228.0 : 104.0 + 2 * 228.0);
      }
    }
  }
}

TEST(SpeedPicture, NamesEveryPathWhole) {
  Machine machine = load_machine(GLOBALDYN_SOURCE_DIR "/machines/sliding_star/sliding_star.yaml");
  EvaluationOptions options;
  options.samples = 3;
  for (Path& path : machine.paths) path.name += std::string(60, '_');
  const Evaluation evaluation = evaluate(machine, options);
  const Picture picture = draw_largest_speeds(machine, evaluation);
  const std::vector<WrittenText> texts = list_texts(picture);
  for (const Path& path : machine.paths) {
    const auto names = [&](const WrittenText& text) { return text.text.rfind(path.name, 0) == 0; };
    EXPECT_EQ(std::count_if(texts.begin(), texts.end(), names), 2) << path.name;  // d1 and speed
  }
  expect_apart(texts, picture.width());
}

}  // namespace
}  // namespace globaldyn::inside::report
