// Numbers, vectors, directions, intervals and frames as the machine file spells them.

#include "core/description/quantities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/rotation.h"
#include "tests/support/round_off.h"

namespace globaldyn::inside {
namespace {

using test::round_off;

// The value of `key: text`, with the parameters leg = 0.85 m and ratio = 3.
class Quantities : public testing::Test {
 protected:
  Node node(const std::string& text) { return parse_document("key: " + text, "q").require("key"); }

  Parameters parameters_ =
      Parameters::read(parse_document("leg: 0.85 m\nratio: 3\n", "parameters"), {});
};

TEST_F(Quantities, Number) {
  EXPECT_EQ(read_number(node("850 mm"), dimension::length, parameters_), 0.85);
  EXPECT_EQ(read_number(node("850"), dimension::length, parameters_), 850.0);  // SI
  EXPECT_EQ(read_number(node("'2*leg'"), dimension::length, parameters_), 1.7);
  EXPECT_EQ(read_number(node("ratio"), dimension::mass, parameters_), 3.0);  // fits anywhere
  EXPECT_THROW((void)read_number(node("leg"), dimension::mass, parameters_), InputError);
  EXPECT_THROW((void)read_number(node("true"), dimension::mass, parameters_), InputError);
}

TEST_F(Quantities, Positive) {
  EXPECT_EQ(read_positive(node("1e-300"), dimension::mass, parameters_, "mass"), 1e-300);
  EXPECT_THROW((void)read_positive(node("0"), dimension::mass, parameters_, "mass"), InputError);
  EXPECT_EQ(read_positive(node("0"), dimension::mass, parameters_, "mass", true), 0.0);
  EXPECT_THROW((void)read_positive(node("-1e-300"), dimension::mass, parameters_, "mass", true),
               InputError);
}

TEST_F(Quantities, Vector) {
  EXPECT_EQ(read_vector(node("[1, 20 mm, leg]"), dimension::length, parameters_),
            Vector3d(1.0, 20 * 1e-3, 0.85));
  EXPECT_EQ(read_vector(node("[1, 2]"), dimension::length, parameters_), Vector3d(1, 2, 0));
  EXPECT_THROW((void)read_vector(node("[1, 2]"), dimension::length, parameters_, false),
               InputError);
  EXPECT_THROW((void)read_vector(node("[1]"), dimension::length, parameters_), InputError);
  EXPECT_THROW((void)read_vector(node("[]"), dimension::length, parameters_), InputError);
}

TEST_F(Quantities, Direction) {
  EXPECT_EQ(read_direction(node("y"), parameters_), Vector3d::UnitY());
  EXPECT_EQ(read_direction(node("-z"), parameters_), Vector3d(-Vector3d::UnitZ()));
  EXPECT_TRUE(read_direction(node("[3, 0, -4]"), parameters_).isApprox(Vector3d(0.6, 0, -0.8)));
  EXPECT_TRUE(read_direction(node("[0, 2]"), parameters_).isApprox(Vector3d::UnitY()));
  // The length of a direction does not matter, even if its square overflows or underflows.
  for (const std::string text : {"[1e-200, 0, 1e-200]", "[1e200, 0, 1e200]"}) {
    try {
      const Vector3d direction = read_direction(node(text), parameters_);
      EXPECT_NEAR(direction.norm(), 1.0, round_off(10, 1.0)) << text;
    } catch (const InputError& error) {
      ADD_FAILURE() << text << " was refused: " << error.what();
    }
  }
}

TEST_F(Quantities, IntervalForms) {
  const auto read = [&](const std::string& text) {
    return read_interval(node(text), dimension::length, parameters_);
  };
  EXPECT_EQ(read("[-1, 2]"), (Interval{-1, 2}));
  EXPECT_EQ(read("[1, 1]"), (Interval{1, 1}));
  EXPECT_EQ(read("leg"), (Interval{-0.85, 0.85}));
  EXPECT_EQ(read("[none, 2]"), (Interval{-kInfinity, 2}));
  EXPECT_EQ(read("[0, none]"), (Interval{0, kInfinity}));
  EXPECT_EQ(read("[none, none]"), (Interval{-kInfinity, kInfinity}));
  EXPECT_THROW((void)read("[2, 1]"), InputError);
  EXPECT_THROW((void)read("[1, 2, 3]"), InputError);
  EXPECT_THROW((void)read("-1"), InputError);
  EXPECT_THROW((void)read("0"), InputError);
  EXPECT_THROW((void)read("[-.inf, 1]"), InputError);
}

TEST_F(Quantities, ParametersInAnyOrderAndOverridden) {
  const Node file = parse_document(
      "c: a + b\na: {value: 2 m, min: b, max: 3 m, description: first}\nb: 50 cm\nd: 2*ratio\n"
      "ratio: 1.5\n",
      "p");
  const Parameters plain = Parameters::read(file, {});
  EXPECT_EQ(plain.names(), (std::vector<std::string>{"c", "a", "b", "d", "ratio"}));
  EXPECT_EQ(plain.find("c")->value, 2.5);
  EXPECT_EQ(plain.find("a")->min, 0.5);
  EXPECT_EQ(plain.find("a")->description, "first");
  EXPECT_TRUE(plain.find("c")->typed);
  EXPECT_FALSE(plain.find("d")->typed);
  EXPECT_EQ(plain.find("e"), nullptr);
  const Parameters other = Parameters::read(file, {{"b", "70 cm"}, {"ratio", "2"}});
  EXPECT_EQ(other.find("c")->value, 2.0 + 70 * 1e-2);  // what depends on it follows
  EXPECT_EQ(other.find("a")->min, 70 * 1e-2);
  EXPECT_EQ(other.find("d")->value, 4.0);
  // A plain number is in the parameter's SI unit and has a dimension if what it replaces has one.
  const Parameters bare = Parameters::read(file, {{"b", "0.7"}});
  EXPECT_EQ(bare.find("b")->value, 0.7);
  EXPECT_EQ(bare.find("c")->dimension, dimension::length);
  EXPECT_TRUE(Parameters::read(std::nullopt, {}).all().empty());
}

// ---- Rotations ----

TEST(Cardan, IsTheProductOfThreeTurns) {
  const Vector3d angles(0.3, -0.8, 1.7);
  const auto turn = [](int axis, double angle) {
    return make_rotation(angle * Vector3d::Unit(axis));
  };
  const Matrix3d R = make_cardan_rotation(angles);
  EXPECT_TRUE(R.isApprox(turn(0, 0.3) * turn(1, -0.8) * turn(2, 1.7), round_off(50, 1.0)));
  EXPECT_NEAR(R.determinant(), 1.0, round_off(50, 1.0));
  EXPECT_LT((find_cardan_angles(R) - angles).norm(), round_off(100, 4.0));
}

TEST(Cardan, FoundAgainAtGimbalLock) {
  for (const double y : {kPi / 2, -kPi / 2}) {
    const Matrix3d R = make_cardan_rotation({0.4, y, 0.9});
    // cos y is about 1e-16 there: the angles are not unique, the rotation is.
    EXPECT_LT((make_cardan_rotation(find_cardan_angles(R)) - R).norm(), 1e-13) << y;
  }
}

TEST(Rotation, VectorAndMatrixAreInverse) {
  for (const double angle : {0.0, 1e-9, 1e-3, 1.0, 3.0, kPi - 1e-6}) {
    const Vector3d w = angle * Vector3d(1, -2, 2) / 3.0;
    // Near pi the axis is read from R's symmetric part, whose error grows as the square root.
    EXPECT_LT((find_rotation_vector(make_rotation(w)) - w).norm(), 1e-8) << angle;
    EXPECT_LT((make_rotation(find_rotation_vector(make_rotation(w))) - make_rotation(w)).norm(),
              round_off(100, 4.0))
        << angle;
  }
}

TEST(FrameAbout, IsRightHandedWithTheAxisAsZ) {
  for (const Vector3d& axis : {Vector3d(1, 0, 0), Vector3d(-1, 0, 0), Vector3d(0, 0, -3),
                               Vector3d(1, 2, 3), Vector3d(1, 1e-9, 0)}) {
    for (const Vector3d& hint : {Vector3d(0, 0, 0), Vector3d(0, 1, 0), Vector3d(axis)}) {
      const Matrix3d F = make_frame_about(axis, hint);
      EXPECT_TRUE(F.col(2).isApprox(axis.normalized()));
      EXPECT_TRUE((F.transpose() * F).isIdentity(round_off(50, 1.0)));
      EXPECT_NEAR(F.determinant(), 1.0, round_off(50, 1.0));
    }
  }
  EXPECT_TRUE(
      make_frame_about({0, 0, 1}, {1, 1, 5}).col(0).isApprox(Vector3d(1, 1, 0).normalized()));
}

}  // namespace
}  // namespace globaldyn::inside
