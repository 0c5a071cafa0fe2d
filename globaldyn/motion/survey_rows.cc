#include "globaldyn/motion/survey_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/limits/drive_limit_kinds.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/limits/reserve.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

PanelLimits subtract_reserve(const Survey& survey, const PanelLimits& limits, double reserve) {
  LimitSystem system{.labels = survey.labels()};
  system.rows.resize(limits.low.size());
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    system.rows[k].low = limits.low[k];
    system.rows[k].high = limits.high[k];
  }
  tighten(system, reserve);
  PanelLimits less;
  for (const LimitRow& row : system.rows) {
    less.low.push_back(row.low);
    less.high.push_back(row.high);
  }
  return less;
}

// Of the preload's size in the drives that are to determine it: less, and errors of the others
// would be that many times larger.
constexpr double kLeastDeterminant = 1e-3;

// How well rows of drives determine the preload: the size of their determinant over the largest
// that there could be.
double rate_basis(const MatrixXd& v, const std::vector<Eigen::Index>& basis) {
  MatrixXd part(v.cols(), v.cols());
  for (Eigen::Index j = 0; j < v.cols(); ++j) {
    part.row(j) = v.row(basis[static_cast<std::size_t>(j)]);
  }
  const double volume = std::sqrt(std::max((v.transpose() * v).determinant(), 0.0));
  return volume > 0.0 ? std::abs(part.determinant()) / volume : 0.0;
}

// The drives that determine the preload best at one place, nearly.
std::vector<Eigen::Index> find_basis(const MatrixXd& v) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(v.transpose());
  const auto& order = qr.colsPermutation().indices();
  std::vector<Eigen::Index> basis;
  for (Eigen::Index j = 0; j < v.cols(); ++j) basis.push_back(order(j));
  std::sort(basis.begin(), basis.end());
  return basis;
}

// How large the terms of rows are anywhere along a path.
struct RowSizes {
  double a{0.0}, b{0.0}, c{0.0}, d{0.0}, v{0.0};

  void raise(const FieldRows& rows) {
    const auto raise_one = [](double& size, const auto& values) {
      if (values.size() > 0) size = std::max(size, values.cwiseAbs().maxCoeff());
    };
    raise_one(a, rows.a);
    raise_one(b, rows.b);
    raise_one(c, rows.c);
    raise_one(d, rows.d);
    raise_one(v, rows.v);
  }
};

// Whether terms of rows are the same up to the error of a survey, of their size anywhere: where
// they begin they may vanish on both sides.
template <class Values>
bool is_same(const Values& a, const Values& b, double size) {
  constexpr double kError = 1e-6;
  return a.size() == 0 || (a - b).cwiseAbs().maxCoeff() <= kError * size;
}

// Whether the path goes on smoothly.
bool is_smooth(const FieldRows& a, const FieldRows& b, const RowSizes& sizes) {
  return is_same(a.a, b.a, sizes.a) && is_same(a.d, b.d, sizes.d) && is_same(a.v, b.v, sizes.v);
}

// A place of a panel at an angle from 0 to pi, as Chebyshev's points are told.
double find_course_place(const Panel& panel, double angle) {
  const double sine = std::sin(0.5 * angle);
  return panel.begin + (panel.end - panel.begin) * sine * sine;
}

// Chebyshev's points of the first kind, none of which is at an end: there rates may be those of
// the neighbour.
double find_course_angle(Eigen::Index i, Eigen::Index count) {
  return std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
}

// By the barycentric formula (Berrut and Trefethen 2004, eqs. (4.2) and (5.3)).
VectorXd interpolate(const Panel& panel, const MatrixXd& values, double p) {
  const Eigen::Index count = values.cols();
  VectorXd sum = VectorXd::Zero(values.rows());
  double weights = 0.0;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double angle = find_course_angle(i, count);
    const double away = p - find_course_place(panel, angle);
    if (away == 0.0) return values.col(i);
    const double weight = (i % 2 == 0 ? 1.0 : -1.0) * std::sin(angle) / away;
    sum += weight * values.col(i);
    weights += weight;
  }
  return sum / weights;
}

// Of each row on a panel, and no less than rounding errors of others of its kind.
VectorXd find_course_sizes(const MatrixXd& values, Eigen::Index drives) {
  constexpr double kNoise = 1e-4;
  VectorXd sizes = values.cwiseAbs().rowwise().maxCoeff();
  const auto raise = [](auto some) { some = some.cwiseMax(kNoise * some.maxCoeff()).eval(); };
  raise(sizes.head(drives));
  raise(sizes.segment(drives, drives));
  raise(sizes.segment<3>(2 * drives));
  raise(sizes.tail<3>());
  return sizes;
}

VectorXd to_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

// What a drive has between its limits at rest, in the time that it takes.
double find_rise_rate(const DriveLimit& limit, double rise_time) {
  const Interval range = calc_force_range_at_rest(limit);
  return rise_time > 0.0 ? (range.high - range.low) / rise_time
                         : std::numeric_limits<double>::infinity();
}

}  // namespace

SurveyRows::SurveyRows(PathSurvey& survey, const Machine& machine, const Path& path,
                       const PathPlanOptions& options)
    : survey_(survey),
      drives_(static_cast<int>(machine.mechanism.drives.size())),
      coulomb_(static_cast<Eigen::Index>(machine.mechanism.drives.size())) {
  const Drives& drives = machine.mechanism.drives;
  const double reserve = options.reserve;
  for (const DriveId k : drives.ids()) coulomb_(row_of(k)) = drives[k].coulomb;
  list_forces(drives);
  for (const Panel& panel : survey.panels()) {
    parts_.push_back({panel.begin, panel.end});
    redundancy_ = panel.polynomials().redundancy;
    limits_.push_back(subtract_reserve(survey, panel.limits(), reserve));
  }
  if (redundancy_ > 0) choose_basis(drives);
  join_parts();
  list_motion_limits(drives, reserve, options.rise_time);
  list_tool_jerks(path, reserve);
  const double left = 1.0 - reserve;
  supply_ = {left * machine.supply.power, left * machine.supply.back};
  if (!motion_limits_.empty() || !tool_jerks_.empty() || machine.supply.is_any() ||
      options.wish.least_energy) {
    look_at_courses(survey, machine.mechanism);
  }
}

void SurveyRows::list_tool_jerks(const Path& path, double reserve) {
  if (path.jerk_limits.empty()) return;
  for (const FieldPart& part : parts_) {
    const double middle = 0.5 * (part.begin + part.end);
    double least = std::numeric_limits<double>::infinity();
    for (const PathJerkLimit& limit : path.jerk_limits) {
      if (middle > limit.from && middle < limit.to) least = std::min(least, limit.jerk);
    }
    tool_jerks_.push_back((1.0 - reserve) * least);
  }
}

double SurveyRows::tool_jerk(std::size_t part) const {
  return tool_jerks_.empty() ? MotionField::tool_jerk(part) : tool_jerks_[part];
}

void SurveyRows::list_motion_limits(const Drives& drives, double reserve, double rise_time) {
  bool has_any = false;
  for (const DriveId k : drives.ids()) {
    const DriveLimit& limit = drives[k].limit;
    const double left = 1.0 - reserve;
    const double rate = std::min(limit.rate, find_rise_rate(limit, rise_time));
    motion_limits_.push_back({left * limit.power, left * rate, left * limit.jerk});
    const DriveMotionLimit& one = motion_limits_.back();
    has_any = has_any || std::isfinite(one.power) || one.is_of_change();
  }
  if (!has_any) motion_limits_.clear();
}

// Mostly as smooth as rows are on panels, which contain them; where they are not, as of rows that
// are multiplied by a factor, points are doubled until they tell what is between them.
void SurveyRows::look_at_courses(PathSurvey& survey, const Mechanism& mechanism) {
  constexpr double kAccuracy = 1e-8;
  constexpr Eigen::Index kMore = 5, kMostPoints = 300;
  const auto look = [&](double p) {
    VectorXd course = VectorXd::Zero(2 * drives_ + 6);
    const Sample& sample = survey.visit(p);
    course.head(drives_) = sample.map.drive_rate;
    course.segment(drives_, drives_) = sample.map.drive_second;
    if (!tool_jerks_.empty()) {
      const auto [first, second] = calc_tool_motion(mechanism, sample.motion);
      course.tail<6>() << first.v, second.v;
    }
    return course;
  };
  for (const Panel& panel : survey.panels()) {
    const auto is_known = [&](const MatrixXd& course) {
      const VectorXd most = kAccuracy * find_course_sizes(course, drives_);
      for (Eigen::Index i = 1; i < course.cols(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(course.cols());
        const double p = find_course_place(panel, std::numbers::pi * share);
        const VectorXd error = interpolate(panel, course, p) - look(p);
        if ((error.array().abs() > most.array()).any()) return false;
      }
      return true;
    };
    MatrixXd course;
    Eigen::Index count = panel.polynomials().degree + kMore;
    do {
      course.resize(2 * drives_ + 6, count);
      for (Eigen::Index i = 0; i < count; ++i) {
        course.col(i) = look(find_course_place(panel, find_course_angle(i, count)));
      }
      count *= 2;
    } while (count <= kMostPoints && !is_known(course));
    courses_.push_back(std::move(course));
  }
}

void SurveyRows::write_course(std::size_t part, double p, FieldCourse& course) const {
  const VectorXd values = interpolate(survey_.panels()[part], courses_[part], p);
  course.rates = values.head(drives_);
  course.seconds = values.segment(drives_, drives_);
  course.tool_rate = values.segment<3>(2 * drives_);
  course.tool_second = values.tail<3>();
}

void SurveyRows::list_forces(const Drives& drives) {
  int lossy = 0;
  for (const DriveId k : drives.ids()) {
    const bool has_losses = has_gear_losses(drives[k]);
    lossy_.push_back(has_losses || drives[k].coulomb > 0.0 ? lossy++ : -1);
    loss_free_.push_back({row_of(k), 0.0});
  }
  visit_drive_rows(drives,
                   [&](std::size_t row, DriveId k, const DriveLimitKind& kind, std::size_t /*i*/) {
                     if (kind.kind != LimitKind::force || kind.part == GearPart::held) return;
                     others_.push_back({static_cast<int>(row_of(k)), static_cast<int>(row)});
                     if (kind.part != GearPart::driving) return;
                     // Of slopes of what passes through the gear that of none that is lost is 1.
                     const double held = find_gear_slope(drives[k], GearPart::held);
                     const double driving = find_gear_slope(drives[k], GearPart::driving);
                     loss_free_[static_cast<std::size_t>(row_of(k))] = {
                         static_cast<Eigen::Index>(row), (1.0 - held) / (driving - held)};
                   });
}

// Of a vector of all rows, or of a matrix with a row for each.
template <class Rows>
auto SurveyRows::find_loss_free(const Rows& rows, Eigen::Index drive) const {
  const LossFree& one = loss_free_[static_cast<std::size_t>(drive)];
  return ((1.0 - one.share) * rows.row(drive) + one.share * rows.row(one.other)).eval();
}

VectorXd SurveyRows::find_told_forces(const VectorXd& values) const {
  VectorXd forces(drives_);
  for (Eigen::Index k = 0; k < drives_; ++k) forces.row(k) = find_loss_free(values, k);
  return forces;
}

int SurveyRows::direction(std::size_t part, int drive) const {
  const int at = lossy_[static_cast<std::size_t>(drive)];
  const std::vector<Direction>& directions = survey_.panels()[part].sides().directions;
  return at < 0 ? 0 : directions[static_cast<std::size_t>(at)];
}

// Of the bases that are good somewhere the one that is never bad. Forces are measured by their
// limits: of one that may hardly change the others tell nothing.
void SurveyRows::choose_basis(const Drives& drives) {
  VectorXd sizes(drives_);
  for (const DriveId k : drives.ids()) {
    const double size = find_share_size(drives[k].limit);
    sizes(row_of(k)) = std::isfinite(size) && size > 0.0 ? size : 1.0;
  }
  std::vector<MatrixXd> all;
  for (const Panel& panel : survey_.panels()) {
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      panel.write_preload(panel.begin + share * (panel.end - panel.begin), scratch_.v);
      MatrixXd v(drives_, redundancy_);
      for (Eigen::Index k = 0; k < drives_; ++k) {
        v.row(k) = find_loss_free(scratch_.v, k) / sizes(k);
      }
      all.push_back(std::move(v));
    }
  }
  double best = kLeastDeterminant;
  std::set<std::vector<Eigen::Index>> tried;
  for (const MatrixXd& v : all) {
    const std::vector<Eigen::Index> basis = find_basis(v);
    if (!tried.insert(basis).second) continue;
    double least = 1.0;
    for (const MatrixXd& at : all) least = std::min(least, rate_basis(at, basis));
    if (least <= best) continue;
    best = least;
    basis_ = basis;
  }
}

void SurveyRows::join_parts() {
  if (redundancy_ > 0 && basis_.empty()) return;
  FieldRows before, after;
  RowSizes sizes;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const double share : {0.0, 0.5, 1.0}) {
      write(i, parts_[i].begin + share * (parts_[i].end - parts_[i].begin), before);
      sizes.raise(before);
    }
  }
  write(parts_.size() - 1, parts_.back().end, before);
  write(0, parts_.front().begin, after);
  closes_smoothly_ = is_smooth(before, after, sizes);
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    write(i - 1, parts_[i - 1].end, before);
    write(i, parts_[i].begin, after);
    parts_[i].is_smooth = is_smooth(before, after, sizes);
    parts_[i].is_joined = parts_[i].is_smooth && is_same(before.b, after.b, sizes.b) &&
                          is_same(before.c, after.c, sizes.c);
    parts_[i].is_limited_alike = before.low == after.low && before.high == after.high;
  }
}

// v y with y = V_b^-1 (n_b - a_b x - …) of the drives of the basis.
void SurveyRows::take_basis(FieldRows& rows) const {
  const auto r = static_cast<Eigen::Index>(basis_.size());
  MatrixXd part(r, r);
  for (Eigen::Index j = 0; j < r; ++j) {
    part.row(j) = find_loss_free(rows.v, basis_[static_cast<std::size_t>(j)]);
  }
  rows.v = part.transpose().partialPivLu().solve(rows.v.transpose()).transpose();
  for (VectorXd* column : {&rows.a, &rows.b, &rows.c, &rows.d}) {
    VectorXd of_basis(r);
    for (Eigen::Index j = 0; j < r; ++j) {
      of_basis.row(j) = find_loss_free(*column, basis_[static_cast<std::size_t>(j)]);
    }
    *column -= rows.v * of_basis;
  }
}

void SurveyRows::write_moving(std::size_t part, double p, FieldRows& rows) const {
  const Panel& panel = survey_.panels()[part];
  panel.write(std::clamp(p, panel.begin, panel.end), scratch_);
  const double inverse = 1.0 / scratch_.factor;
  rows.a = inverse * to_vector(scratch_.alpha);
  rows.b = inverse * to_vector(scratch_.beta);
  rows.c = inverse * to_vector(scratch_.gamma);
  rows.d = inverse * to_vector(scratch_.delta);
  rows.v = scratch_.v;  // y is that of the panel over the factor
  rows.low = to_vector(limits_[part].low);
  rows.high = to_vector(limits_[part].high);
}

void SurveyRows::write(std::size_t part, double p, FieldRows& rows) const {
  write_moving(part, p, rows);
  if (!basis_.empty()) take_basis(rows);
}

void SurveyRows::write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const {
  write_moving(part, p, rows);
  const std::vector<double>& moving = survey_.panels()[part].sides().friction;
  if (!moving.empty()) rows.c -= to_vector(moving);
  if (!basis_.empty()) take_basis(rows);
  friction = coulomb_;
  rows.low.head(drives_) -= friction;
  rows.high.head(drives_) += friction;
}

}  // namespace motion
}  // namespace globaldyn::inside
