// Oracle: an independent program (tests/data/reference/README.md). It works with closed-form
// poses and virtual work, this project with redundant coordinates and an SVD.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/write_evaluation.h"
#include "tests/support/machines.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

// The reference states its numbers to 1e-8 relative.
constexpr double kTolerance = 1e-8;

struct ReferenceCase {
  const char* data;
  const char* machine;
  const char* path;
};

const ReferenceCase kCases[] = {{"star_a", "sliding_star", "circle_a"},
                                {"rrr3_circle", "rrr3", "circle"},
                                {"puma_circle", "puma560", "circle"},
                                {"crank_turn", "slider_crank", "turn"}};

Json load_reference(const std::string& name) {
  std::ifstream stream(std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/reference/" + name +
                       ".json");
  return Json::parse(stream);
}

VectorXd to_vector(const Json& array) {
  VectorXd v(static_cast<Eigen::Index>(array.size()));
  for (std::size_t i = 0; i < array.size(); ++i) {
    v(static_cast<Eigen::Index>(i)) = array[i].get<double>();
  }
  return v;
}

MatrixXd to_matrix(const Json& rows) {
  MatrixXd m(static_cast<Eigen::Index>(rows.size()),
             static_cast<Eigen::Index>(rows.empty() ? 0 : rows[0].size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    m.row(static_cast<Eigen::Index>(i)) = to_vector(rows[i]).transpose();
  }
  return m;
}

// Equal to kTolerance of the larger of the expected size and `scale`.
void expect_near(const MatrixXd& value, const MatrixXd& expected, double scale, const char* what) {
  ASSERT_EQ(value.rows(), expected.rows()) << what;
  ASSERT_EQ(value.cols(), expected.cols()) << what;
  const double size = std::max(expected.cwiseAbs().maxCoeff(), scale);
  EXPECT_LE((value - expected).cwiseAbs().maxCoeff(), kTolerance * size) << what;
}

class Reference : public ::testing::TestWithParam<ReferenceCase> {
 protected:
  void SetUp() override {
    reference_ = load_reference(GetParam().data);
    machine_ = test::load(GetParam().machine);
    EvaluationOptions options;
    options.paths = {GetParam().path};
    for (const Json& point : reference_["points"]) options.at.push_back(point["p"]);
    evaluation_ = evaluate(machine_, options);
    ASSERT_EQ(evaluation_.paths[0].samples.size(), reference_["points"].size());
    for (const Sample& sample : evaluation_.paths[0].samples) {
      ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason.what;
    }
  }

  // Calls check(sample, point) for every p of the reference.
  template <class Check>
  void for_each_point(const Check& check) {
    for (std::size_t i = 0; i < evaluation_.paths[0].samples.size(); ++i) {
      SCOPED_TRACE(testing::Message() << "p = " << reference_["points"][i]["p"]);
      check(evaluation_.paths[0].samples[i], reference_["points"][i]);
    }
  }

  Json reference_;
  Machine machine_;
  Evaluation evaluation_;
};

TEST_P(Reference, CountsFreedomsAndRedundancy) {
  EXPECT_EQ(evaluation_.n_dof.value(), reference_["machine"]["n_dof"].get<int>());
  EXPECT_EQ(evaluation_.redundancy.value(), reference_["machine"]["redundancy"].get<int>());
  EXPECT_EQ(evaluation_.n_bodies, static_cast<int>(reference_["machine"]["bodies"].size()));
}

TEST_P(Reference, PosesAndDerivatives) {
  for_each_point([&](const Sample& sample, const Json& point) {
    for (const BodyId i : moving_bodies(machine_.mechanism.bodies)) {
      const std::string& name = machine_.mechanism.bodies[i].name;
      SCOPED_TRACE(name);
      ASSERT_TRUE(point["bodies"].contains(name));
      const Json& body = point["bodies"][name];
      const Motion& m = sample.motion;
      expect_near(m.pose[i].r, to_vector(body["r"]), 0.1, "r");
      expect_near(m.pose[i].R, to_matrix(body["R"]), 1.0, "R");
      expect_near(m.first[i].v, to_vector(body["dr"]), 0.1, "dr");
      expect_near(m.second[i].v, to_vector(body["ddr"]), 0.1, "ddr");
      expect_near(m.first[i].w, to_vector(body["omega"]), 0.1, "omega");
      expect_near(m.second[i].w, to_vector(body["alpha"]), 0.1, "alpha");
    }
  });
}

TEST_P(Reference, DriveForceMap) {
  for_each_point([&](const Sample& sample, const Json& point) {
    const Json& map = point["drive_force_map"];
    // Where a vector is only rounding errors in the reference, too, the scale is that of the static
    // forces.
    const double scale = std::max(1.0, to_vector(map["C"]).cwiseAbs().maxCoeff());
    expect_near(sample.map.A(), to_vector(map["A"]), 0.01, "A");
    expect_near(sample.map.B(), to_vector(map["B"]), 0.01, "B");
    expect_near(sample.map.C(), to_vector(map["C"]), scale, "C");
    expect_near(sample.map.D(), to_vector(map["D"]), 0.01, "D");
    expect_near(sample.map.V * sample.map.V.transpose(), to_matrix(map["VVt"]), 1.0, "V Vt");
  });
}

TEST_P(Reference, DriveForcesOfSampleMotions) {
  for_each_point([&](const Sample& sample, const Json& point) {
    for (const Json& motion : point["samples"]) {
      const double d1 = motion["d1"], d2 = motion["d2"];
      SCOPED_TRACE(testing::Message() << "d1 = " << d1 << ", d2 = " << d2);
      expect_near(sample.map.calc_forces(d1, d2), to_vector(motion["n_min_norm"]), 1.0, "n");
      EXPECT_EQ(sample.region.contains(d1, d2), motion["accessible"].get<bool>());
    }
  });
}

TEST_P(Reference, RegionIntervalsAndAreas) {
  for_each_point([&](const Sample& sample, const Json& point) {
    const Json& region = point["region"];
    const auto intervals = sample.region.d1_intervals();
    ASSERT_EQ(intervals.size(), region["d1_intervals"].size());
    for (std::size_t i = 0; i < intervals.size(); ++i) {
      const Json& expected = region["d1_intervals"][i];
      EXPECT_NEAR(intervals[i].low, expected[0].get<double>(), kTolerance);
      if (expected[1].is_null()) {
        EXPECT_TRUE(std::isinf(intervals[i].high));
      } else {
        EXPECT_NEAR(intervals[i].high, expected[1].get<double>(),
                    kTolerance * expected[1].get<double>());
      }
    }
    for (const auto& [area, name] : {std::pair{sample.region.area_d1_d2(), "area_d1_d2"},
                                     std::pair{sample.region.area_d1sq_d2(), "area_d1sq_d2"}}) {
      ASSERT_EQ(area.has_value(), !region[name].is_null()) << name;
      if (area) {
        EXPECT_NEAR(*area, region[name].get<double>(), kTolerance * region[name].get<double>());
      }
    }
  });
}

TEST_P(Reference, RangesOfD2) {
  for_each_point([&](const Sample& sample, const Json& point) {
    const Json& region = point["region"];
    const auto expect_range = [&](double d1, const Json& expected) {
      const auto range = sample.region.d2_range(d1);
      ASSERT_EQ(range.has_value(), !expected.is_null()) << "d1 = " << d1;
      if (!range) return;
      const double size = expected[1].get<double>() - expected[0].get<double>();
      EXPECT_NEAR(range->low, expected[0].get<double>(), kTolerance * size) << "d1 = " << d1;
      EXPECT_NEAR(range->high, expected[1].get<double>(), kTolerance * size) << "d1 = " << d1;
    };
    expect_range(0.0, region["d2_at_rest"]);
    for (const Json& range : region["d2_ranges"]) expect_range(range["d1"], range["d2"]);
  });
}

TEST_P(Reference, Vertices) {
  for_each_point([&](const Sample& sample, const Json& point) {
    const Json& expected = point["region"]["vertices"];
    if (expected.is_null()) {
      EXPECT_EQ(sample.region.status(), RegionStatus::arcs);
      return;
    }
    ASSERT_EQ(sample.region.components().size(), 1u);
    const auto vertices = sample.region.components()[0].vertices;
    ASSERT_EQ(vertices.size(), expected.size());
    // Both are counter-clockwise; they may start at different corners.
    double size_x = 1e-9, size_y = 1e-9;
    for (const Json& vertex : expected) {
      size_x = std::max(size_x, std::abs(vertex[0].get<double>()));
      size_y = std::max(size_y, std::abs(vertex[1].get<double>()));
    }
    double best = 1e300;
    for (std::size_t shift = 0; shift < vertices.size(); ++shift) {
      double worst = 0.0;
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const RegionVertex& v = vertices[(i + shift) % vertices.size()];
        worst = std::max({worst, std::abs(v.d1_square - expected[i][0].get<double>()) / size_x,
                          std::abs(v.d2 - expected[i][1].get<double>()) / size_y});
      }
      best = std::min(best, worst);
    }
    EXPECT_LE(best, kTolerance);
  });
}

// The file other programs read says the same as the values in memory.
TEST_P(Reference, JsonFileHoldsTheSameNumbers) {
  const Json json = Json::parse(to_json(evaluation_, {"test"}));
  EXPECT_EQ(json["schema"], "globaldyn/evaluation/1");
  EXPECT_EQ(json["machine"]["n_dof"].get<int>(), evaluation_.n_dof.value());
  const Json& path = json["paths"][0];
  EXPECT_EQ(path["name"], GetParam().path);
  for (std::size_t i = 0; i < evaluation_.paths[0].samples.size(); ++i) {
    const Sample& sample = evaluation_.paths[0].samples[i];
    const Json& entry = path["samples"][i];
    EXPECT_EQ(entry["p"].get<double>(), sample.p);
    EXPECT_EQ(to_vector(entry["A"]), sample.map.A());
    EXPECT_EQ(to_vector(entry["D"]), sample.map.D());
    EXPECT_EQ(entry["unbalanced"], 0);
    EXPECT_EQ(entry["region"]["components"].size(), sample.region.components().size());
    EXPECT_EQ(entry["region"]["vertices"].size(), sample.region.components()[0].vertices.size());
    const std::size_t extra = sample.region.status() == RegionStatus::unbounded ? 1 : 0;
    EXPECT_EQ(entry["region"]["edges"].size(), entry["region"]["vertices"].size() + extra);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Reference, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.data); });

}  // namespace
}  // namespace globaldyn::inside
