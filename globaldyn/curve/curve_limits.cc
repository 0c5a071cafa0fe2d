#include "globaldyn/curve/curve_limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace curve {
namespace {

MatrixXd join_columns(const DriveCurves& curves) {
  const Eigen::Index m = curves.drives();
  MatrixXd all(curves.rates.rows(), (curves.has_forces() ? 6 : 2) * m);
  all.leftCols(2 * m) << curves.rates, curves.seconds;
  if (curves.has_forces()) all.rightCols(4 * m) << curves.a, curves.b, curves.c, curves.d;
  return all;
}

void copy(const VectorXd& from, std::vector<double>& to) {
  to.assign(from.data(), from.data() + from.size());
}

// Up to how exactly curves are told.
bool is_same(const VectorXd& one, const VectorXd& other) {
  constexpr double kSame = 1e-9;
  return (one - other).cwiseAbs().maxCoeff() <=
         kSame * std::max(one.cwiseAbs().maxCoeff(), other.cwiseAbs().maxCoeff());
}

}  // namespace

CurveLimits::CurveLimits(const DriveCurves& curves, DriveBounds bounds)
    : drives_(curves.drives()),
      has_forces_(curves.has_forces()),
      has_roots_(has_forces_ && !curves.b.isZero(0.0)),
      bounds_(std::move(bounds)) {
  const MatrixXd columns = join_columns(curves);
  at_.resize(columns.cols());
  for (std::size_t begin = 0; begin < curves.p.size();) {
    std::size_t end = begin + 1;
    while (end < curves.p.size() && curves.p[end] > curves.p[end - 1]) ++end;
    const auto first = curves.p.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = curves.p.begin() + static_cast<std::ptrdiff_t>(end);
    pieces_.emplace_back(std::vector<double>(first, last),
                         columns.middleRows(static_cast<Eigen::Index>(begin),
                                            static_cast<Eigen::Index>(end - begin)));
    begin = end;
  }
}

void CurveLimits::write(std::size_t piece, std::size_t segment, double p, FieldRows& rows) const {
  const Eigen::Index m = drives_;
  pieces_[piece].write(segment, p, at_);
  const auto rates = at_.head(m), seconds = at_.segment(m, m);
  for (VectorXd* one : {&rows.a, &rows.b, &rows.c, &rows.d}) one->setZero(this->rows());
  rows.v.resize(this->rows(), 0);
  rows.low.setConstant(this->rows(), -kInfinity);
  rows.high.resize(this->rows());
  if (has_forces_) {
    rows.a.head(m) = at_.segment(2 * m, m);
    rows.b.head(m) = at_.segment(3 * m, m);
    rows.c.head(m) = at_.segment(4 * m, m);
    rows.d.head(m) = at_.segment(5 * m, m);
    rows.low.head(m) = bounds_.low;
    rows.high.head(m) = bounds_.high;
  }
  const Eigen::Index accelerations = has_forces_ ? m : 0, speeds = accelerations + m;
  rows.a.segment(accelerations, m) = seconds;
  rows.d.segment(accelerations, m) = rates;
  rows.low.segment(accelerations, m) = bounds_.acceleration_low;
  rows.high.segment(accelerations, m) = bounds_.acceleration;
  rows.a.segment(speeds, m) = rates.cwiseAbs2();
  rows.high.segment(speeds, m) = bounds_.speed.cwiseAbs2();
  for (Eigen::Index k = 0; k < m; ++k) {
    if (bounds_.speed_low[k] == -bounds_.speed[k]) continue;
    rows.a[speeds + k] = rates[k] * std::abs(rates[k]);
    rows.low[speeds + k] = -bounds_.speed_low[k] * bounds_.speed_low[k];
  }
}

void CurveLimits::write_course(std::size_t piece, double p, FieldCourse& course) const {
  const ColumnSplines& splines = pieces_[piece];
  splines.write(splines.find_segment(p), p, at_);
  course.rates = at_.head(drives_);
  course.seconds = at_.segment(drives_, drives_);
}

CurveRowField::CurveRowField(const CurveLimits& limits) : limits_(limits) {
  for (std::size_t piece = 0; piece < limits.pieces().size(); ++piece) {
    const std::vector<double>& p = limits.pieces()[piece].p();
    for (std::size_t i = 0; i + 1 < p.size(); ++i) {
      parts_.push_back({p[i], p[i + 1]});
      segments_.push_back({piece, i});
    }
  }
}

void CurveRowField::write(std::size_t part, double p, RowsAt& rows) {
  limits_.write(segments_[part].piece, segments_[part].number, p, rows_);
  copy(rows_.a, rows.a);
  copy(rows_.b, rows.b);
  copy(rows_.c, rows.c);
  copy(rows_.d, rows.d);
  copy(rows_.low, rows.low);
  copy(rows_.high, rows.high);
}

CurveMotionField::CurveMotionField(const CurveLimits& limits) : limits_(limits) {
  for (const ColumnSplines& piece : limits.pieces()) {
    parts_.push_back({.begin = piece.p().front(), .end = piece.p().back()});
  }
  for (std::size_t i = 1; i < parts_.size(); ++i) join(i);
  const DriveBounds& bounds = limits.bounds();
  const bool is_any = !(bounds.jerk.array() == kInfinity).all() ||
                      !(bounds.rate.array() == kInfinity).all() ||
                      !(bounds.power.array() == kInfinity).all();
  for (Eigen::Index k = 0; is_any && k < limits.drives(); ++k) {
    motion_limits_.push_back(
        {.power = bounds.power[k], .rate = bounds.rate[k], .jerk = bounds.jerk[k]});
  }
}

void CurveMotionField::join(std::size_t part) {
  FieldRows before, behind;
  write(part - 1, parts_[part].begin, before);
  write(part, parts_[part].begin, behind);
  parts_[part].is_smooth = is_same(before.a, behind.a) && is_same(before.d, behind.d);
  parts_[part].is_joined =
      parts_[part].is_smooth && is_same(before.b, behind.b) && is_same(before.c, behind.c);
  parts_[part].is_limited_alike = true;
}

bool CurveMotionField::closes_smoothly() const {
  FieldRows begin, end;
  write(0, parts_.front().begin, begin);
  write(parts_.size() - 1, parts_.back().end, end);
  return is_same(begin.a, end.a) && is_same(begin.b, end.b) && is_same(begin.c, end.c) &&
         is_same(begin.d, end.d);
}

void CurveMotionField::write_course(std::size_t part, double p, FieldCourse& course) const {
  limits_.write_course(part, p, course);
}

void CurveMotionField::write(std::size_t part, double p, FieldRows& rows) const {
  limits_.write(part, limits_.pieces()[part].find_segment(p), p, rows);
}

// Friction is a part of the forces that were told, which are those of a machine that moves.
void CurveMotionField::write_rest(std::size_t part, double p, FieldRows& rows,
                                  VectorXd& friction) const {
  write(part, p, rows);
  friction = VectorXd::Zero(drives());
}

}  // namespace curve
}  // namespace globaldyn::inside
