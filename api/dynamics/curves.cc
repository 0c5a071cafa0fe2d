#include <globaldyn/curves.h>
#include <globaldyn/error.h>

#include <cmath>
#include <limits>

#include "api/dynamics/table_plan.h"
#include "core/base/cancel.h"
#include "core/base/errors.h"
#include "globaldyn/curve/plan_curves.h"

namespace globaldyn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// "what is wrong; expected what".
[[noreturn]] void refuse(const std::string& told) {
  const std::size_t end = told.find("; ");
  const std::string expected =
      end == std::string::npos ? "expected finite numbers" : told.substr(end + 2);
  throw InputError(inside::whole_place("plan of curves"), told.substr(0, end), expected);
}

std::string say_shape(const Eigen::MatrixXd& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

// Nodes x drives, finite; or zeros, if none is given and none needs to be.
Eigen::MatrixXd read_matrix(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& like,
                            const char* name, bool is_needed) {
  if (matrix.size() == 0 && !is_needed) return Eigen::MatrixXd::Zero(like.rows(), like.cols());
  if (matrix.rows() != like.rows() || matrix.cols() != like.cols()) {
    refuse(std::string(name) + " is " + say_shape(matrix) + "; expected " + say_shape(like) +
           ", nodes x drives");
  }
  if (!matrix.allFinite()) refuse(std::string(name) + " has a number that is not finite");
  return matrix;
}

inside::DriveCurves read_curves(const DriveCurves& curves) {
  const auto nodes = static_cast<Eigen::Index>(curves.p.size());
  if (nodes < 2) refuse(std::to_string(nodes) + " nodes; expected at least two");
  for (std::size_t i = 1; i < curves.p.size(); ++i) {
    if (curves.p[i] > curves.p[i - 1]) continue;
    const bool is_twice = curves.p[i] == curves.p[i - 1] && i > 1 && i + 1 < curves.p.size() &&
                          curves.p[i - 1] > curves.p[i - 2] && curves.p[i + 1] > curves.p[i];
    if (!is_twice) {
      refuse("p of node " + std::to_string(i) +
             " is not larger than the one before; expected p to increase");
    }
  }
  if (!std::isfinite(curves.p.front()) || !std::isfinite(curves.p.back())) {
    refuse("p is not finite");
  }
  if (curves.rates.cols() == 0) refuse("no drives; expected rates with a column for each");
  const Eigen::MatrixXd like(nodes, curves.rates.cols());
  inside::DriveCurves result{.p = curves.p,
                             .rates = read_matrix(curves.rates, like, "rates", true),
                             .seconds = read_matrix(curves.seconds, like, "seconds", true),
                             .a = {},
                             .b = {},
                             .c = {},
                             .d = {}};
  const bool has_forces = curves.a.size() + curves.b.size() + curves.c.size() + curves.d.size() > 0;
  if (!has_forces) return result;
  result.a = read_matrix(curves.a, like, "a", true);
  result.b = read_matrix(curves.b, like, "b", false);
  result.c = read_matrix(curves.c, like, "c", false);
  result.d = read_matrix(curves.d, like, "d", true);
  return result;
}

Eigen::VectorXd read_bound(const std::vector<double>& bound, Eigen::Index drives, const char* name,
                           double otherwise = kInfinity) {
  if (bound.empty()) return Eigen::VectorXd::Constant(drives, otherwise);
  if (static_cast<Eigen::Index>(bound.size()) != drives) {
    refuse(std::string(name) + " has " + std::to_string(bound.size()) + " numbers; expected " +
           std::to_string(drives) + ", one a drive");
  }
  for (const double one : bound) {
    if (std::isnan(one)) refuse(std::string(name) + " has a number that is none; expected numbers");
  }
  return Eigen::Map<const Eigen::VectorXd>(bound.data(), drives);
}

Eigen::VectorXd read_positive(const std::vector<double>& bound, Eigen::Index drives,
                              const char* name) {
  const Eigen::VectorXd result = read_bound(bound, drives, name);
  if ((result.array() <= 0.0).any())
    refuse(std::string(name) + " has a bound that is not above 0; expected limits above 0");
  return result;
}

// Below 0; `most` the other way if it is not given.
Eigen::VectorXd read_negative(const std::vector<double>& bound, const Eigen::VectorXd& most,
                              const char* name) {
  if (bound.empty()) return -most;
  Eigen::VectorXd result = read_bound(bound, most.size(), name);
  if ((result.array() >= 0.0).any()) {
    refuse(std::string(name) + " has a bound that is not below 0; expected limits below 0");
  }
  return result;
}

inside::DriveBounds read_bounds(const DriveBounds& bounds, const DriveCurves& curves) {
  const Eigen::Index m = curves.rates.cols();
  const Eigen::VectorXd speed = read_positive(bounds.speed, m, "speed");
  const Eigen::VectorXd acceleration = read_positive(bounds.acceleration, m, "acceleration");
  inside::DriveBounds result{
      .speed_low = read_negative(bounds.speed_low, speed, "speed_low"),
      .speed = speed,
      .acceleration_low = read_negative(bounds.acceleration_low, acceleration, "acceleration_low"),
      .acceleration = acceleration,
      .jerk = read_positive(bounds.jerk, m, "jerk"),
      .low = read_bound(bounds.force_low, m, "force_low", -kInfinity),
      .high = read_bound(bounds.force_high, m, "force_high"),
      .rate = read_positive(bounds.force_rate, m, "force_rate"),
      .power = read_positive(bounds.power, m, "power")};
  if ((result.low.array() > result.high.array()).any())
    refuse("force_low is above force_high; expected a range");
  const bool has_forces = curves.a.size() > 0;
  if (!has_forces && !(bounds.force_low.empty() && bounds.force_high.empty())) {
    refuse("force_low or force_high without forces; expected a and d as well");
  }
  return result;
}

double read_size(double value, const char* name) {
  if (!(value >= 0.0) || std::isinf(value)) {
    refuse(std::string(name) + " is " + std::to_string(value) + "; expected a number >= 0");
  }
  return value;
}

inside::SpeedGate make_gate(double p, const std::optional<double>& d1, const char* name) {
  if (!d1) return {p, 0.0, kInfinity};
  const double x = std::pow(read_size(*d1, name), 2);
  if (std::isinf(x)) refuse(std::string(name) + " is larger than any speed");
  return {p, x, x};
}

inside::PlanOptions read_options(const CurveOptions& options, const std::vector<double>& p) {
  if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
    refuse("the tolerance is " + std::to_string(options.tolerance) +
           "; expected more than 0, below 1");
  }
  inside::PlanOptions result{.tolerance = options.tolerance,
                             .gates = {make_gate(p.front(), options.start, "start"),
                                       make_gate(p.back(), options.end, "end")},
                             .is_closed = options.closed,
                             .work = options.work,
                             .memory = options.memory};
  if (options.closed) result.gates = {{p.front(), 0.0, kInfinity}, {p.back(), 0.0, kInfinity}};
  for (const double stop : options.stops) {
    if (!(stop > result.gates[result.gates.size() - 2].p && stop < p.back())) {
      refuse("stops that are not at increasing p between the first node and the last");
    }
    result.gates.insert(result.gates.end() - 1, {stop, 0.0, 0.0});
  }
  return result;
}

inside::CurveWish read_wish(const DriveBounds& bounds, const CurveOptions& options,
                            Eigen::Index drives) {
  inside::CurveWish wish{.rated = read_positive(bounds.rated, drives, "rated"),
                         .least_losses = options.least_losses,
                         .weights = read_bound(options.weights, drives, "weights", 1.0),
                         .time = read_size(options.time, "time"),
                         .time_worth = read_size(options.time_worth, "time_worth")};
  if ((wish.weights.array() < 0.0).any() || !wish.weights.allFinite()) {
    refuse("weights have a number that is negative or infinite; expected >= 0");
  }
  if (wish.least_losses && wish.time == 0.0 && wish.time_worth == 0.0) {
    refuse("least losses without a time; expected a time, or what a second is worth");
  }
  if (!wish.least_losses && (wish.time > 0.0 || wish.time_worth > 0.0)) {
    refuse("a time without least losses; expected none");
  }
  return wish;
}

}  // namespace

CurvePlan plan_curves(const DriveCurves& curves, const DriveBounds& bounds,
                      const CurveOptions& options) {
  const inside::CancelScope scope(options.cancel);
  const inside::DriveCurves read = read_curves(curves);
  const inside::DriveBounds limits = read_bounds(bounds, curves);
  const inside::CurveWish wish = read_wish(bounds, options, read.drives());
  if (!options.stops.empty() && inside::is_limited_as_whole(limits, wish)) {
    refuse(
        "stops on the way of a motion that is limited as a whole; expected the pieces between, one "
        "by one");
  }
  const inside::CurvePlan plan =
      inside::plan_curves(read, limits, wish, read_options(options, read.p));
  return {.motion = to_table_plan(plan.plan),
          .reason = plan.reason,
          .fastest = plan.fastest,
          .pause = plan.pause,
          .squares = {plan.squares.data(), plan.squares.data() + plan.squares.size()},
          .error = plan.error,
          .is_global = plan.is_global,
          .gap = plan.gap};
}

}  // namespace globaldyn
