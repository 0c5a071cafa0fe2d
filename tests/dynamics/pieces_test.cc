// Paths of lines and arcs: random ones, written in every way and unit, against the circles that
// they were made of, and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/machine/machine.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

Machine read_mill(const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: mill
bodies: {arm: {mass: 1}}
joints: {J: {type: cylindrical, a: ground, b: arm}}
tool: arm
paths:
  path: )" + path + "\n",
                       "mill.yaml", ".");
}

Path read_mill_path(const std::string& pieces, const std::string& more = "") {
  return read_mill("{position: {pieces: {" + pieces + "}}" + more + "}").paths[0];
}

std::string tell_mill_refusal(const std::string& pieces, const std::string& more = "") {
  try {
    (void)read_mill_path(pieces, more);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_told(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

constexpr double kWhole = 2.0 * std::numbers::pi;

// --- Random pieces, made as circles and written as points ----------------------------------------

// What a piece is: from a place about an axis through a centre by an angle, or straight.
struct TruePiece {
  Vector3d from, to;
  Vector3d center{Vector3d::Zero()}, normal{Vector3d::UnitZ()};
  double angle{0.0};  // 0: straight
  double blend{0.0};  // at its end; 0: none
  std::string text;   // as it is written, without its blend

  [[nodiscard]] double length() const {
    return angle == 0.0 ? (to - from).norm() : angle * (from - center).norm();
  }
  [[nodiscard]] Vector3d place(double s) const {
    if (angle == 0.0) return from + s * (to - from).normalized();
    const double turned = s / (from - center).norm();
    return center + Eigen::AngleAxisd(turned, normal) * (from - center);
  }
  [[nodiscard]] Vector3d direction(double s) const {
    if (angle == 0.0) return (to - from).normalized();
    return normal.cross(place(s) - center).normalized();
  }
  [[nodiscard]] Vector3d curvature(double s) const {
    if (angle == 0.0) return Vector3d::Zero();
    return (center - place(s)) / (center - from).squaredNorm();
  }
};

class PieceDraw {
 public:
  PieceDraw(std::uint64_t seed) : draw_(seed), is_planar_(draw_.chance(0.5)) {
    at_ = draw_place();
    text_ = "start: " + write(at_) + ", then: [";
    const std::size_t count = 1 + draw_.below(6);
    while (pieces.size() < count) add();
  }

  // With blends as they are set by now.
  [[nodiscard]] std::string text() const {
    std::string text = text_;
    for (const TruePiece& piece : pieces) {
      const std::string blend =
          piece.blend > 0.0 ? fmt::format(", blend: {:.17g} mm", 1e3 * piece.blend) : "";
      text += fmt::format("{}{{{}{}}}", &piece == pieces.data() ? "" : ", ", piece.text, blend);
    }
    return text + "]";
  }

  [[nodiscard]] bool is_planar() const { return is_planar_; }
  Draw& draw() { return draw_; }

  std::vector<TruePiece> pieces;

 private:
  Vector3d draw_place() {
    const auto one = [&] { return draw_.uniform(-1.0, 1.0); };
    return {one(), one(), is_planar_ ? 0.0 : one()};
  }

  std::string write_number(double value) {
    switch (draw_.below(3)) {
      case 0:
        return fmt::format("{:.17g} mm", 1e3 * value);
      case 1:
        return fmt::format("{:.17g} cm", 1e2 * value);
      default:
        return fmt::format("{:.17g}", value);
    }
  }

  std::string write(const Vector3d& place) {
    const std::string plane = write_number(place.x()) + ", " + write_number(place.y());
    return "[" + plane + (is_planar_ ? "" : ", " + write_number(place.z())) + "]";
  }

  void add() {
    TruePiece piece;
    piece.from = at_;
    const Vector3d along =
        pieces.empty() ? Vector3d::Zero() : pieces.back().direction(pieces.back().length());
    const std::size_t kind = draw_.below(5);
    if (kind == 0 || (kind == 4 && pieces.empty())) {
      piece.to = draw_place();
      // Straight on, where what is before it ends.
      if (draw_.chance(0.3) && !pieces.empty()) piece.to = at_ + draw_.uniform(0.1, 1.0) * along;
      piece.text = "line: " + write(piece.to);
    } else {
      add_arc(kind, along, piece);
    }
    at_ = piece.to;
    pieces.push_back(piece);
  }

  void add_arc(std::size_t kind, const Vector3d& along, TruePiece& piece) {
    if (!is_planar_) piece.normal = draw_place().normalized();
    if (is_planar_ && draw_.chance(0.5)) piece.normal = -piece.normal;
    Vector3d out = piece.normal.cross(draw_place());
    if (kind == 4) {
      // In its direction, to any side.
      piece.normal = is_planar_ ? piece.normal : Vector3d(along.cross(draw_place()).normalized());
      out = along.cross(piece.normal);
    }
    piece.center = at_ - draw_.uniform(0.05, 1.0) * out.normalized();
    piece.angle = draw_.uniform(0.2, 5.5);
    if (kind == 3 && draw_.chance(0.3)) piece.angle = draw_.chance(0.5) ? kWhole / 2.0 : kWhole;
    piece.to = piece.place(piece.length());
    if (piece.angle == kWhole) piece.to = at_;
    if (kind == 4) {
      piece.text = "arc: {to: " + write(piece.to) + "}";
    } else if (kind < 3) {
      const Vector3d through = piece.place(draw_.uniform(0.3, 0.7) * piece.length());
      piece.text = "arc: {to: " + write(piece.to) + ", through: " + write(through) + "}";
    } else {
      write_about(piece);
    }
  }

  void write_about(TruePiece& piece) {
    piece.text = "arc: {center: " + write(piece.center) + ", to: " + write(piece.to);
    const bool is_short = piece.angle < 3.1;
    if (is_planar_) {
      const bool left = piece.normal.z() > 0.0;
      if (!is_short || draw_.chance(0.6)) piece.text += left ? ", turn: left" : ", turn: right";
    } else if (!is_short || draw_.chance(0.6)) {
      const bool left = draw_.chance(0.5);
      const Vector3d normal = (left ? 3.0 : -2.0) * piece.normal;
      piece.text += fmt::format(", turn: {}, normal: [{:.17g}, {:.17g}, {:.17g}]",
                                left ? "left" : "right", normal.x(), normal.y(), normal.z());
    }
    piece.text += "}";
  }

  Draw draw_;
  bool is_planar_;
  Vector3d at_;
  std::string text_;
};

double find_whole(const std::vector<TruePiece>& pieces) {
  double whole = 0.0;
  for (const TruePiece& piece : pieces) whole += piece.length();
  return whole;
}

Vector3d to_space(const VectorXd& values) {
  Vector3d place = Vector3d::Zero();
  place.head(values.size()) = values;
  return place;
}

// Numbers of some 1, through other units and circles of 0.05 to 1; tangent arcs may be large.
constexpr double kExact = 1e-10;

void expect_piece(const Path& path, const TruePiece& piece, double from, double low, double high,
                  double whole) {
  for (const double share : {0.0001, 0.3, 0.5, 0.77, 0.9999}) {
    const double s = low + share * (high - low);
    const TaskTarget at = path.task((from + s) / whole).target;
    EXPECT_LT((to_space(at.value) - piece.place(s)).norm(), kExact) << share;
    EXPECT_LT((to_space(at.first) / whole - piece.direction(s)).norm(), kExact) << share;
    const Vector3d curvature = piece.curvature(s);
    EXPECT_LT((to_space(at.second) / (whole * whole) - curvature).norm(),
              kExact * (1.0 + curvature.squaredNorm()))
        << share;
  }
}

TEST(Pieces, AreTheLinesAndArcsThatTheyWereMadeOf) {
  int corners = 0, passed = 0, straight = 0, planar = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const PieceDraw made(seed);
    planar += made.is_planar() ? 1 : 0;
    const Path path = read_mill_path(made.text());
    ASSERT_EQ(path.coordinates.size(), made.is_planar() ? 2u : 3u);
    EXPECT_EQ(path.p_max, 1.0);
    const double whole = find_whole(made.pieces);
    double from = 0.0;
    std::vector<double> sharp, bent;
    for (std::size_t i = 0; i < made.pieces.size(); ++i) {
      const TruePiece& piece = made.pieces[i];
      expect_piece(path, piece, from, 0.0, piece.length(), whole);
      if (i > 0) {
        const TruePiece& before = made.pieces[i - 1];
        const double end = before.length();
        const Vector3d turn = piece.direction(0.0) - before.direction(end);
        const Vector3d bend = piece.curvature(0.0) - before.curvature(end);
        // Written numbers make no corners of 1e-9, and random ones none below 1e-3.
        if (turn.norm() > 1e-6) sharp.push_back(from / whole);
        if (turn.norm() <= 1e-6 && bend.norm() > 1e-6) bent.push_back(from / whole);
        straight += turn.norm() <= 1e-6 && bend.norm() <= 1e-6 ? 1 : 0;
      }
      from += piece.length();
    }
    ASSERT_EQ(path.steps.corners.size(), sharp.size());
    ASSERT_EQ(path.steps.breaks.size(), bent.size());
    for (std::size_t i = 0; i < sharp.size(); ++i) {
      EXPECT_NEAR(path.steps.corners[i], sharp[i], kExact);
    }
    for (std::size_t i = 0; i < bent.size(); ++i) {
      EXPECT_NEAR(path.steps.breaks[i], bent[i], kExact);
    }
    corners += static_cast<int>(sharp.size());
    passed += static_cast<int>(bent.size());
  }
  EXPECT_GT(corners, 300);
  EXPECT_GT(passed, 100);
  EXPECT_GT(straight, 10);
  EXPECT_GT(planar, 100);
}

// Values and two derivatives of the pieces where a blend leaves and joins them; in between
// derivatives are those of the values.
void expect_blend(const Path& path, const TruePiece& before, const TruePiece& after, double p,
                  double whole) {
  const double w = before.blend / whole, beside = 1e-9 * w;
  for (const double side : {-1.0, 1.0}) {
    const double edge = p + side * w;
    const TaskTarget in = path.task(edge - side * beside).target;
    const TruePiece& piece = side < 0.0 ? before : after;
    const double s = side < 0.0 ? before.length() - before.blend : before.blend;
    EXPECT_LT((to_space(in.value) - piece.place(s)).norm(), 1e-8);
    EXPECT_LT((to_space(in.first) / whole - piece.direction(s)).norm(), 1e-6);
    const Vector3d curvature = piece.curvature(s);
    // The second derivative moves by some 60 of its size over the width.
    EXPECT_LT((to_space(in.second) / (whole * whole) - curvature).norm(),
              1e-6 * (1.0 / before.blend + curvature.norm()));
    EXPECT_NE(std::find_if(path.steps.breaks.begin(), path.steps.breaks.end(),
                           [&](double one) { return std::abs(one - edge) < 1e-12; }),
              path.steps.breaks.end());
  }
  const double h = 1e-4 * w;
  for (const double share : {-0.9, -0.4, 0.0, 0.3, 0.8}) {
    const double at = p + share * w;
    const TaskTarget here = path.task(at).target;
    const TaskTarget low = path.task(at - h).target, high = path.task(at + h).target;
    EXPECT_LT(((high.value - low.value) / (2.0 * h) - here.first).norm(), 1e-5 * whole);
    EXPECT_LT(((high.first - low.first) / (2.0 * h) - here.second).norm(), 1e-4 * whole / w);
  }
}

TEST(Pieces, BlendsHaveTheSecondDerivativesOfWhatTheyJoin) {
  int blends = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    PieceDraw made(seed);
    std::vector<TruePiece>& pieces = made.pieces;
    const double whole = find_whole(pieces);
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      const Vector3d in = pieces[i].direction(pieces[i].length()),
                     out = pieces[i + 1].direction(0.0);
      // What nearly goes back makes a blend that nearly rests.
      if ((out - in).norm() < 1e-3 || (out + in).norm() < 0.3 || made.draw().chance(0.2)) continue;
      pieces[i].blend =
          made.draw().uniform(0.02, 0.45) * std::min(pieces[i].length(), pieces[i + 1].length());
    }
    const Path path = read_mill_path(made.text());
    double from = 0.0, taken = 0.0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const double length = pieces[i].length();
      expect_piece(path, pieces[i], from, taken, length - pieces[i].blend, whole);
      from += length;
      taken = pieces[i].blend;
      if (taken == 0.0) continue;
      ++blends;
      expect_blend(path, pieces[i], pieces[i + 1], from / whole, whole);
    }
  }
  EXPECT_GT(blends, 200);
}

// --- Closed forms --------------------------------------------------------------------------------

// A slot: two lines of 0.2 m and two half circles of 0.05 m.
TEST(Pieces, ASlotIsPassedWithoutCorners) {
  const Path slot = read_mill_path(
      "start: [0, 0], then: [{line: [200 mm, 0]}, {arc: {to: [200 mm, 100 mm]}}, {line: [0, 0.1]}, "
      "{arc: {center: [0, 0.05], to: [0, 0], turn: left}}]");
  const double half = std::numbers::pi * 0.05, whole = 0.4 + 2.0 * half;
  EXPECT_TRUE(slot.steps.corners.empty());
  ASSERT_EQ(slot.steps.breaks.size(), 3u);
  EXPECT_NEAR(slot.steps.breaks[0], 0.2 / whole, 1e-15);
  EXPECT_NEAR(slot.steps.breaks[1], (0.2 + half) / whole, 1e-15);
  EXPECT_NEAR(slot.steps.breaks[2], (0.4 + half) / whole, 1e-15);
  const TaskTarget top = slot.task((0.2 + 0.5 * half) / whole).target;
  EXPECT_LT((top.value - Eigen::Vector2d(0.25, 0.05)).norm(), 1e-15);
  EXPECT_LT((top.second / (whole * whole) - Eigen::Vector2d(-20.0, 0.0)).norm(), 1e-12);
  const TaskTarget end = slot.task(1.0).target;
  EXPECT_LT(end.value.norm(), 1e-15);
  EXPECT_LT((end.first / whole - Eigen::Vector2d(1.0, 0.0)).norm(), 1e-14);
}

// Between lines: R = L (v B(s) - u B(1 - s)), 3/16 L |v - u| from the corner.
TEST(Pieces, ABlendOfTwoLinesIsTheSmoothOneOfAPolyline) {
  const Path pieces =
      read_mill_path("start: [0, 0], then: [{line: [1, 0]}, {line: [1, 2]}], blend: 0.4");
  const Path polyline = read_mill(
                            "{position: {polyline: {points: [[0, 0], [1, 0], [1, 2]], blend: "
                            "0.4, shape: smooth}}}")
                            .paths[0];
  ASSERT_EQ(pieces.steps.breaks.size(), 2u);
  ASSERT_EQ(polyline.steps.breaks.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(pieces.steps.breaks[i], polyline.steps.breaks[i], 1e-15);
  }
  for (const double p : {0.1, 0.21, 0.3, 1.0 / 3.0, 0.41, 0.46, 0.9}) {
    const TaskTarget a = pieces.task(p).target, b = polyline.task(p).target;
    EXPECT_LT((a.value - b.value).norm(), 1e-15) << p;
    EXPECT_LT((a.first - b.first).norm(), 1e-13) << p;
    EXPECT_LT((a.second - b.second).norm(), 1e-11) << p;
  }
  const VectorXd middle = pieces.task(1.0 / 3.0).target.value;
  EXPECT_LT((middle - Eigen::Vector2d(1.0 - 0.075, 0.075)).norm(), 1e-15);
}

TEST(Pieces, StopsAtPointsKeepThemSharp) {
  const std::string outline =
      "start: [0, 0], then: [{line: [1, 0]}, {line: [1, 1]}, {arc: {to: [0.5, 1.5]}}, {line: [0, "
      "2]}], blend: 0.1";
  const Path path = read_mill_path(outline, ", stops: [{at: point 2, for: 0.2 s}, {at: point 3}]");
  ASSERT_EQ(path.stops.size(), 2u);
  EXPECT_EQ(path.steps.corners.at(0), path.stops[0].p);
  EXPECT_LT((path.task(path.stops[0].p).target.value - Eigen::Vector2d(1, 0)).norm(), 1e-15);
  EXPECT_LT((path.task(path.stops[1].p).target.value - Eigen::Vector2d(1, 1)).norm(), 1e-15);
  const double p = path.stops[0].p;
  expect_told(tell_mill_refusal(outline, fmt::format(", stops: [{{at: {}}}]", p + 0.01)),
              "on the blend from p = ");
}

// --- Refusals ------------------------------------------------------------------------------------

// Numbers that were rounded: the arc ends where it says, its centre is in between.
TEST(Pieces, ACentreIsMovedByALittleOrRefusedWithTheAmount) {
  const auto arc = [](const char* center, const char* to) {
    return fmt::format("start: [0, 0], then: [{{arc: {{center: {}, to: {}, turn: left}}}}]", center,
                       to);
  };
  const Path path = read_mill_path(arc("[0, 10 mm]", "[9.9995 mm, 10 mm]"));
  EXPECT_LT((path.task(1.0).target.value - Eigen::Vector2d(9.9995e-3, 0.01)).norm(), 1e-16);
  const std::string why = tell_mill_refusal(arc("[0, 10 mm]", "[10.1 mm, 10 mm]"));
  expect_told(why, "mill.yaml:7:");
  expect_told(why,
              "an arc that begins 0.01 m and ends 0.0101 m from its centre, 0.0001 m apart; "
              "expected a centre as far from both, to 0.1 % of the radius");
}

TEST(Pieces, WhatIsNoPieceIsRefused) {
  const auto why = [](const std::string& then, const std::string& start = "[0, 0]") {
    return tell_mill_refusal("start: " + start + ", then: [" + then + "]");
  };
  EXPECT_EQ(why("{line: [1, 0]}"), "accepted");
  expect_told(why(""), "0 pieces; expected 1 to 1000");
  expect_told(why("{line: [0, 0]}"), "a line to where it begins");
  expect_told(why("{line: [1, 0, 0]}"), "a point of 3 coordinates; expected 2");
  expect_told(why("{line: [1, 0]}", "[0, 0, 0]"), "a point of 2 coordinates; expected 3");
  expect_told(why("{line: [1, 0], arc: {to: [1, 1]}}"), "'arc'");
  expect_told(why("{blend: 1 mm}"), "'arc' is missing");
  expect_told(why("{arc: {to: [1, 1]}}"), "an arc without a piece before it");
  expect_told(why("{line: [1, 0]}, {arc: {to: [2, 0]}}"), "straight ahead, or behind");
  expect_told(why("{line: [1, 0]}, {arc: {to: [0.5, 0]}}"), "straight ahead, or behind");
  expect_told(why("{arc: {through: [1, 0], to: [2, 0]}}"), "three points on a line");
  expect_told(why("{arc: {through: [1, 0], to: [0, 0]}}"), "or two of them the same");
  expect_told(why("{arc: {through: [1, 0], to: [1, 1], center: [0, 1]}}"), "through");
  expect_told(why("{arc: {through: [1, 0], to: [1, 1], turn: left}}"), "'turn' without 'center'");
  expect_told(why("{arc: {center: [1, 0], to: [2, 0]}}"), "half a circle or a whole one");
  EXPECT_EQ(why("{arc: {center: [1, 0], to: [2, 0], turn: right}}"), "accepted");
  expect_told(why("{arc: {center: [1, 0], to: [0, 0]}}"), "half a circle or a whole one");
  expect_told(why("{arc: {center: [0, 0], to: [1, 0]}}"), "a centre at an end");
  expect_told(why("{arc: {center: [1, 0], to: [1, 1], turn: up}}"), "'up'");
  expect_told(why("{arc: {center: [1, 0], to: [1, 1], normal: z, turn: left}}"),
              "'normal' of an arc in the x-y plane");
  const auto space = [&](const std::string& more) {
    return why("{arc: {center: [1, 0, 0], to: " + more + "}}", "[0, 0, 0]");
  };
  EXPECT_EQ(space("[1, 0, 1]"), "accepted");
  expect_told(space("[2, 0, 0]"),
              "half a circle or a whole one, either way around; expected 'normal'");
  expect_told(space("[2, 0, 0], turn: left"), "in space without 'normal'");
  expect_told(space("[2, 0, 0], normal: z"), "'normal' without 'turn'");
  expect_told(space("[2, 0, 0], normal: x, turn: left"), "not perpendicular");
  EXPECT_EQ(space("[2, 0, 0], normal: y, turn: left"), "accepted");
  // Blends: what fits is told, and where there is nothing to round.
  expect_told(why("{line: [1, 0], blend: 0.7}, {line: [1, 0.5]}"),
              "a blend of 0.7 m, where the piece from point 2 to point 3 is 0.5 m long and has one "
              "at one end; expected at most 0.5 m");
  expect_told(why("{line: [1, 0], blend: 0.3}, {line: [1, 0.5], blend: 0.25}, {line: [0, 0.5]}"),
              "blends of 0.3 m and 0.25 m, where the piece from point 2 to point 3 is 0.5 m long; "
              "expected together at most 0.5 m");
  expect_told(why("{line: [1, 0], blend: 0.3}, {line: [2, 0]}"), "nothing to round");
  // Along nearly all of three quarters of a circle it runs back to where the arc has gone.
  const auto hook = [&](const std::string& blend) {
    return why("{line: [1, 0], blend: " + blend +
               "}, {arc: {center: [0.95, 0], to: [0.95, -0.05], turn: left}}");
  };
  expect_told(hook("0.23"), "a blend of 0.23 m at point 2, which would all but turn back");
  EXPECT_EQ(hook("0.03"), "accepted");
  expect_told(why("{line: [1, 0]}, {line: [1, 1], blend: 0.3}"), "nothing to round");
  expect_told(why("{line: [1, 0], blend: 0.3}, {line: [0, 0]}"), "nothing to round");
}

}  // namespace
}  // namespace globaldyn::inside::test
