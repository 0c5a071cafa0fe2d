#include "globaldyn/motion/survey_rows.h"

#include <algorithm>
#include <cmath>
#include <set>

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

// Whether rows are the same up to the error of a survey.
bool is_same(const VectorXd& a, const VectorXd& b) {
  constexpr double kError = 1e-6;
  if (a.size() == 0) return true;
  const double size = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return (a - b).cwiseAbs().maxCoeff() <= kError * size;
}

bool is_same(const FieldRows& a, const FieldRows& b) {
  return is_same(a.a, b.a) && is_same(a.b, b.b) && is_same(a.c, b.c) && is_same(a.d, b.d) &&
         is_same(VectorXd(a.v.reshaped()), VectorXd(b.v.reshaped())) && a.low == b.low &&
         a.high == b.high;
}

VectorXd to_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace

SurveyRows::SurveyRows(const Survey& survey, const Drives& drives, double reserve)
    : survey_(survey),
      drives_(static_cast<int>(drives.size())),
      coulomb_(static_cast<Eigen::Index>(drives.size())) {
  for (const DriveId k : drives.ids()) coulomb_(row_of(k)) = drives[k].coulomb;
  for (const Panel& panel : survey.panels()) {
    parts_.push_back({panel.begin, panel.end});
    redundancy_ = panel.polynomials().redundancy;
    limits_.push_back(subtract_reserve(survey, panel.limits(), reserve));
  }
  if (redundancy_ > 0) choose_basis();
  join_parts();
}

// Of the bases that are good somewhere the one that is never bad.
void SurveyRows::choose_basis() {
  std::vector<MatrixXd> all;
  for (const Panel& panel : survey_.panels()) {
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      panel.write_preload(panel.begin + share * (panel.end - panel.begin), scratch_.v);
      all.push_back(scratch_.v.topRows(drives_));
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
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    write(i - 1, parts_[i - 1].end, before);
    write(i, parts_[i].begin, after);
    parts_[i].is_joined = is_same(before, after);
  }
}

// v y with y = V_b^-1 (n_b - a_b x - …) of the drives of the basis.
void SurveyRows::take_basis(FieldRows& rows) const {
  const auto r = static_cast<Eigen::Index>(basis_.size());
  MatrixXd part(r, r);
  for (Eigen::Index j = 0; j < r; ++j)
    part.row(j) = rows.v.row(basis_[static_cast<std::size_t>(j)]);
  rows.v = part.transpose().partialPivLu().solve(rows.v.transpose()).transpose();
  for (VectorXd* column : {&rows.a, &rows.b, &rows.c, &rows.d}) {
    VectorXd of_basis(r);
    for (Eigen::Index j = 0; j < r; ++j)
      of_basis[j] = (*column)[basis_[static_cast<std::size_t>(j)]];
    *column -= rows.v * of_basis;
  }
}

void SurveyRows::write(std::size_t part, double p, FieldRows& rows) const {
  const Panel& panel = survey_.panels()[part];
  panel.write(std::clamp(p, panel.begin, panel.end), scratch_);
  const double inverse = 1.0 / scratch_.factor;
  rows.a = inverse * to_vector(scratch_.alpha);
  rows.b = inverse * to_vector(scratch_.beta);
  rows.c = inverse * to_vector(scratch_.gamma);
  rows.d = inverse * to_vector(scratch_.delta);
  rows.v = scratch_.v;  // y is that of the panel over the factor
  if (!basis_.empty()) take_basis(rows);
  rows.low = to_vector(limits_[part].low);
  rows.high = to_vector(limits_[part].high);
}

void SurveyRows::write_rest(std::size_t part, double p, FieldRows& rows, VectorXd& friction) const {
  write(part, p, rows);
  const std::vector<double>& moving = survey_.panels()[part].sides().friction;
  if (!moving.empty()) rows.c -= to_vector(moving);
  friction = coulomb_;
  rows.low.head(drives_) -= friction;
  rows.high.head(drives_) += friction;
}

}  // namespace motion
}  // namespace globaldyn::inside
