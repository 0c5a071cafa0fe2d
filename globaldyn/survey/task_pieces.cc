#include "globaldyn/survey/task_pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/path/path_jumps.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Minimum and maximum number of samples per path: a part never is longer than the distance at which
// collisions are sought without looking closer; samples of some microseconds take a second at most.
constexpr int kLeastLooks = 32;
constexpr int kMostLooks = 200'000;

}  // namespace

double step_inside(double end, double towards) {
  // Two further numbers at least, which sums of p with other numbers can tell apart.
  constexpr double kUlps = 4.0 * std::numeric_limits<double>::epsilon();
  const double step = kUlps * std::max(std::abs(end), std::abs(towards));
  return towards > end ? end + step : end - step;
}

double step_inside_piece(double p, double begin, double end, double p_max) {
  if (p == begin && p > 0.0) return step_inside(p, end);
  if (p == end && p < p_max) return step_inside(p, begin);
  return p;
}

Task TaskPieces::look(double p) {
  ++looks_;
  return path_.task(p);
}

std::vector<double> TaskPieces::divide(double begin, double end) {
  longest_ = std::min(path_.p_max / kLeastLooks * (1.0 + 1e-9), 0.6 * (end - begin));
  std::vector<double> ends;
  divide(begin, end, look(step_inside(begin, end)), look(step_inside(end, begin)), ends);
  return ends;
}

// Appends the ends of the parts; returns whether it is a single part and was understood completely.
bool TaskPieces::divide(double begin, double end, const Task& at_begin, const Task& at_end,
                        std::vector<double>& ends) {
  const double length = end - begin;
  const bool is_understood = belong_together(length, at_begin, at_end);
  if (is_understood && length <= longest_) {
    ends.push_back(end);
    return true;
  }
  // 64 of the steps inside: shorter parts have ends that are mostly those.
  constexpr double kShortest = 256.0 * std::numeric_limits<double>::epsilon();
  const bool is_point = length <= kShortest * std::max(std::abs(begin), std::abs(end));
  if (looks_ >= kMostLooks || is_point) {
    if (is_point) refuse_jump_between(begin, at_begin, end, at_end);
    ends.push_back(end);
    return false;
  }
  const std::size_t before = ends.size();
  const double middle = 0.5 * (begin + end);
  const Task at_middle = look(middle);
  const bool left = divide(begin, middle, at_begin, at_middle, ends);
  const bool right = divide(middle, end, at_middle, at_end, ends);
  if (!left || !right || !is_understood) return false;
  ends.resize(before);
  ends.push_back(end);
  return true;
}

// Here p cannot tell the two ends apart much longer: what lies between them is no way.
void TaskPieces::refuse_jump_between(double begin, const Task& at_begin, double end,
                                     const Task& at_end) const {
  // Rounding errors of formulas that lose many digits stay below.
  constexpr double kLeast = 1e-6;
  const auto jump = find_jump(machine_.mechanism, at_begin, begin, at_end, end, kLeast);
  if (jump) refuse_jump(machine_.mechanism, path_, *jump);
}

// Whether a curve of little more than fifth degree has these ends: by the Euler-Maclaurin formula
// for the displacement from its rates, and for the change of rates from their derivatives. The
// second detects waves whose period equals the distance of the ends.
bool TaskPieces::belong_together(double h, const Task& a, const Task& b) const {
  // Shares of the way on the part, and of how much its rate changes: exceeded by sines of which a
  // part has more than 0.36 and 0.28 of a period, whatever their phase.
  constexpr double kValues = 0.02;
  constexpr double kRates = 0.3;
  constexpr double kNothing = 1e-9;  // L and rad: formulas that lose seven digits stay below
  double wrong_value = 0.0, wrong_rate = 0.0, size = 0.0;
  const TaskTarget &from = a.target, &to = b.target;
  Vector3d turn = Vector3d::Zero();
  if (std::any_of(a.coordinates.begin(), a.coordinates.end(), [](const TaskCoordinate& c) {
        return c.kind == TaskCoordinate::Kind::rotation;
      })) {
    turn = find_rotation_vector(to.rotation * from.rotation.transpose());
  }
  for (std::size_t k = 0; k < a.coordinates.size(); ++k) {
    const TaskCoordinate& coordinate = a.coordinates[k];
    const auto i = static_cast<Eigen::Index>(k);
    const bool is_matrix = coordinate.kind == TaskCoordinate::Kind::rotation;
    const bool is_angle = is_matrix || is_rotational(machine_.mechanism, coordinate);
    const double scale = is_angle ? 1.0 : 1.0 / machine_.mechanism.kinematic_length;
    const double way = is_matrix ? turn(coordinate.index) : to.value(i) - from.value(i);
    const double by_rates =
        0.5 * h * (from.first(i) + to.first(i)) - h * h / 12.0 * (to.second(i) - from.second(i));
    double miss = way - by_rates;
    if (is_angle) miss = wrap_angle(miss);
    const double change = h * (to.first(i) - from.first(i));
    const double by_changes = 0.5 * h * h * (from.second(i) + to.second(i));
    wrong_value = std::max(wrong_value, scale * std::abs(miss));
    wrong_rate = std::max(wrong_rate, scale * std::abs(change - by_changes));
    size = std::max(size,
                    scale * (0.5 * std::abs(h) * (std::abs(from.first(i)) + std::abs(to.first(i))) +
                             0.25 * h * h * (std::abs(from.second(i)) + std::abs(to.second(i)))));
  }
  return wrong_value <= kValues * size + kNothing && wrong_rate <= kRates * size + kNothing;
}

}  // namespace survey
}  // namespace globaldyn::inside
