// Maps, studies and reports at the front door, against those inside.
#include <globaldyn/error.h>
#include <globaldyn/map.h>
#include <globaldyn/report.h>
#include <globaldyn/study.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/maps/write_map.h"
#include "optimize/store/study_table.h"
#include "tests/study/slide_study.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::api_test {
namespace {

const std::string kStudy = R"(variables:
  length: {from: 0.5 m, to: 1.4 m}
  force: {from: 2 N, to: 20 N}
objectives:
  duration: {minimize: stroke.time}
  reach: {maximize: length}
constraints:
  enough: {value: force, at_least: 3 N}
search: {algorithm: nsga2, population: 8, budget: 24, seed: 1}
)";

TEST(ApiMap, IsTheMapInside) {
  const Machine slide = parse_machine(inside::kSlide, "slide.yaml", "");
  const inside::Machine model = inside::parse_machine(inside::kSlide, "slide.yaml", "");
  const Map map = make_map(slide, "way");
  const inside::WorkspaceMap known = inside::make_map(model, model.maps.front());
  EXPECT_EQ(map.name(), "way");
  ASSERT_EQ(map.axes().size(), 1u);
  EXPECT_EQ(map.axes()[0].name, "x");
  EXPECT_EQ(map.axes()[0].count, 5);
  EXPECT_EQ(map.shape(), known.shape);
  EXPECT_EQ(map.orientations().size(), known.description.orientations.size());
  EXPECT_EQ(map.status().size(), 5u);
  EXPECT_EQ(map.count(SampleStatus::ok), known.count(inside::SampleStatus::ok));
  ASSERT_EQ(map.columns().size(), 2u);
  EXPECT_EQ(map.columns()[0].name, "acceleration");
  EXPECT_EQ(map.columns()[0].values, known.columns[0].values);
  EXPECT_EQ(map.columns()[0].unit, "m/s^2");
  EXPECT_EQ(map.signed_drive_margin(), known.signed_margin);
  ASSERT_EQ(map.reductions().size(), known.reductions.size());
  EXPECT_EQ(map.reductions().back().value, known.reductions.back().value);
  EXPECT_EQ(map.reductions().back().kind, "share");
  EXPECT_EQ(map.csv(), inside::to_csv(known));
  EXPECT_THROW((void)make_map(slide, "weigh"), InputError);
  const inside::TemporaryFolder folder;
  map.write(folder.file("maps"));
  for (const char* name : {"map_way.json", "map_way.csv", "map_way.h5"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "maps" / name)) << name;
  }
}

TEST(ApiStudy, IsSearchedStoredAndReadAgain) {
  const inside::SlideStudy files(kStudy);
  const std::string file = files.folder().file("study.yaml");
  const std::string folder = files.folder().file("results");
  std::size_t done = 0;
  const Study study = run_study(
      file, folder,
      {.budget = 24, .threads = 1, .progress = [&](const StudyProgress& now) { done = now.done; }});
  EXPECT_EQ(study.name(), "slide");
  EXPECT_EQ(study.designs().size(), 24u);
  EXPECT_LE(done, 24u);
  EXPECT_FALSE(study.end().empty());
  const inside::StudyTable known = inside::load_table(inside::StudyStore::open_readonly(folder));
  ASSERT_EQ(study.columns(StudyColumn::Role::variable).size(), 2u);
  ASSERT_EQ(study.columns(StudyColumn::Role::objective).size(), 2u);
  EXPECT_TRUE(study.columns(StudyColumn::Role::objective)[1].is_maximized);
  EXPECT_EQ(study.columns().size(), known.header.columns.size());
  EXPECT_EQ(study.design(3).objectives, known.records[2].objectives);
  EXPECT_EQ(study.count(DesignState::ok), known.count(inside::DesignState::ok));
  EXPECT_THROW((void)study.design(1000), InputError);

  const ParetoSet front = study.pareto();
  ASSERT_EQ(front.designs.size(), known.front.size());
  for (std::size_t i = 0; i < known.front.size(); ++i) {
    EXPECT_EQ(front.designs[i].id, known.front[i]);
  }
  const Design& farthest = front.designs[*front.best(1)];
  for (const Design& one : front.designs) EXPECT_GE(farthest.objectives[1], one.objectives[1]);
  for (const std::size_t knee : front.knees) EXPECT_LT(knee, front.designs.size());

  // A design is a machine again.
  const Machine machine = study.machine(farthest.id);
  EXPECT_NE(study.machine_file(farthest.id).find("name: slide"), std::string::npos);
  for (const Parameter& one : machine.parameters()) {
    if (one.name != "length") continue;
    EXPECT_EQ(one.quantity.value, farthest.variables[0]);
  }
}

TEST(ApiStudy, GoesOnOnlyIfAsked) {
  const inside::SlideStudy files(kStudy);
  const std::string file = files.folder().file("study.yaml");
  const std::string folder = files.folder().file("results");
  (void)run_study(file, folder, {.budget = 8, .threads = 1});
  EXPECT_THROW((void)run_study(file, folder, {.budget = 16, .threads = 1}), InputError);
  const Study study = run_study(file, folder, {.budget = 16, .resume = true, .threads = 1});
  EXPECT_EQ(study.designs().size(), 16u);
  EXPECT_THROW((void)Study(files.folder().file("nowhere")), InputError);
  study.write_csv(files.folder().file("designs.csv"));
  study.write_json(files.folder().file("designs.json"));
  study.write_hdf5(files.folder().file("designs.h5"));
  for (const char* name : {"designs.csv", "designs.json", "designs.h5"}) {
    EXPECT_TRUE(std::filesystem::exists(files.folder().file(name))) << name;
  }
  EXPECT_NE(study.csv().find("duration"), std::string::npos);
  EXPECT_NE(study.json().find("globaldyn/study/1"), std::string::npos);
}

TEST(ApiReport, DrawsAndMakesAPageIfThereIsOne) {
  const inside::TemporaryFolder folder;
  const Machine slide = parse_machine(inside::kSlide, "slide.yaml", "");
  const Plan plan = globaldyn::plan(slide, "stroke", {.tolerance = 1e-4, .samples = 11});
  plan.write(folder.path().string());
  EXPECT_FALSE(draw(plan, folder.path().string()).empty());
  EXPECT_FALSE(draw(replay(slide, plan), folder.path().string()).empty());
  EXPECT_FALSE(draw(make_map(slide, "way"), folder.path().string()).empty());
  EXPECT_FALSE(draw(evaluate(slide, {.samples = 3}), folder.path().string()).empty());
  try {
    EXPECT_EQ(write_report(folder.path().string()), folder.file("report.html"));
    EXPECT_TRUE(std::filesystem::exists(folder.file("report.html")));
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("without the page"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace globaldyn::api_test
