#include "globaldyn/survey/force_bends.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/bracket_root.h"
#include "core/base/round_off.h"
#include "core/base/steps.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/survey/golden_search.h"
#include "globaldyn/survey/sort_out.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

// Of a path, as obstacles are looked for.
constexpr double kLooks = 512.0;

// Where the machine is looked at: equal steps on each piece.
std::vector<double> list_looks(const std::vector<double>& ends) {
  std::vector<double> looks{ends.front()};
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double begin = ends[i - 1], length = ends[i] - begin;
    const double count = count_steps(length, ends.back() / kLooks);
    for (double k = 1.0; k < count; ++k) looks.push_back(begin + length * k / count);
    looks.push_back(ends[i]);
  }
  return looks;
}

// The coordinate that a spring's curve is over, along the path.
class CurveCourse {
 public:
  CurveCourse(const Mechanism& mechanism, const Spring& spring, SurveyWalk& walk)
      : mechanism_(mechanism), spring_(spring), walk_(walk) {}

  // None where the machine cannot be.
  [[nodiscard]] std::optional<double> find(double p) const {
    const Sample& sample = walk_.visit(p);
    if (sample.status != SampleStatus::ok) return std::nullopt;
    return make_curve_row(mechanism_, spring_, {sample.motion.pose, nullptr}).value;
  }

  // All bends passed from one p to the next, between which the coordinate rises or falls all along.
  void add_bends(double from, double at_from, double to, double at_to, double resolution,
                 std::vector<double>& bends) const {
    const ForceCurve& curve = spring_.curve;
    const double low = curve.count_passed(std::min(at_from, at_to));
    const double high = curve.count_passed(std::max(at_from, at_to));
    for (double count = low + 1.0; count <= high; ++count) {
      const double bend = curve.find_point(count);
      const auto miss = [&](double p) -> std::optional<double> {
        const auto at = find(p);
        return at ? std::optional(*at - bend) : std::nullopt;
      };
      bends.push_back(bracket_root(from, to, miss, resolution));
    }
  }

 private:
  const Mechanism& mechanism_;
  const Spring& spring_;
  SurveyWalk& walk_;
};

struct Look {
  double p{0.0};
  double at{0.0};
};

// Between the neighbours of a look that is highest or lowest of three the coordinate turns round.
std::optional<Look> find_turning(const CurveCourse& course, const Look& before, const Look& here,
                                 const Look& after) {
  const double sign = here.at >= before.at ? 1.0 : -1.0;
  if (sign * here.at < sign * before.at || sign * here.at <= sign * after.at) return std::nullopt;
  const double p = find_maximum(before.p, after.p, [&](double place) {
    const auto at = course.find(place);
    return at ? sign * *at : sign * here.at;
  });
  const auto at = course.find(p);
  if (!at || p == here.p) return std::nullopt;
  return Look{p, *at};
}

std::vector<Look> look_along(const CurveCourse& course, const std::vector<double>& places) {
  std::vector<Look> looks;
  for (const double p : places) {
    const auto at = course.find(p);
    if (!at) break;
    looks.push_back({p, *at});
  }
  std::vector<Look> turnings;
  for (std::size_t i = 1; i + 1 < looks.size(); ++i) {
    const auto turning = find_turning(course, looks[i - 1], looks[i], looks[i + 1]);
    if (turning) turnings.push_back(*turning);
  }
  looks.insert(looks.end(), turnings.begin(), turnings.end());
  std::sort(looks.begin(), looks.end(), [](const Look& a, const Look& b) { return a.p < b.p; });
  return looks;
}

}  // namespace

std::vector<double> find_force_bends(const Mechanism& mechanism, SurveyWalk& walk,
                                     const std::vector<double>& ends) {
  std::vector<double> bends;
  std::vector<double> places;
  for (const Spring& spring : mechanism.springs) {
    if (!spring.is_bent()) continue;
    if (places.empty()) places = list_looks(ends);
    const CurveCourse course(mechanism, spring, walk);
    const std::vector<Look> looks = look_along(course, places);
    for (std::size_t i = 1; i < looks.size(); ++i) {
      course.add_bends(looks[i - 1].p, looks[i - 1].at, looks[i].p, looks[i].at,
                       round_off::kSum * ends.back(), bends);
    }
  }
  std::erase_if(bends, [&](double p) {
    return std::any_of(ends.begin(), ends.end(), [&](double end) {
      return is_zero(p - end, ends.back(), round_off::kSolved);
    });
  });
  sort_out(round_off::kSolved * ends.back(), bends);
  return bends;
}

}  // namespace survey
}  // namespace globaldyn::inside
