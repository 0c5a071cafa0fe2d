#include "globaldyn/motion/preload_program.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Stands for a limit that does not exist, in sizes: far beyond what any state asks for.
constexpr double kEndless = 1e6;
// Weights and exchanges below these are rounding errors.
constexpr double kNoWeight = 1e-9, kNoShare = 1e-11;

}  // namespace

double PreloadProgram::solve(const MatrixXd& v, std::span<const Interval> room,
                             std::span<const double> sizes) {
  take(v, room, sizes);
  if (!start_from_last()) choose_start();
  const int columns = static_cast<int>(v_.cols());
  // Some exchanges suffice; after that, always the first choice, so that it cannot cycle.
  const int patience = 4 * static_cast<int>(v_.rows()) + 20;
  double excess = 0.0;
  for (int step = 0; step < 4 * patience; ++step) {
    VectorXd bounds(columns + 1);
    for (int i = 0; i <= columns; ++i) bounds(i) = find_bound(nth(active_, i));
    const VectorXd solution = inverse_ * bounds;
    excess = solution(columns);
    const auto [worst, most] = find_worst(solution);
    if (!(most > excess + round_off::kSolved * scale_)) break;
    const VectorXd shares = inverse_.transpose() * list_entries(worst);
    const int leaving = find_leaving(shares, step > patience);
    if (leaving < 0) break;
    nth(active_, leaving) = worst;
    invert();
    ++steps_;
  }
  for (int i = 0; i <= columns; ++i) {
    const Active& active = nth(active_, i);
    const auto k = static_cast<std::size_t>(active.row);
    const bool is_open = active.sign > 0.0 ? is_open_high_[k] : is_open_low_[k];
    if (is_open && weights_(i) > kNoWeight) return -kInfinity;
  }
  return excess;
}

std::vector<int> PreloadProgram::list_active() const {
  std::vector<int> rows;
  for (const Active& active : active_) rows.push_back(active.row);
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Divides all by their sizes.
void PreloadProgram::take(const MatrixXd& v, std::span<const Interval> room,
                          std::span<const double> sizes) {
  const bool is_same_kind = v_.rows() == v.rows() && v_.cols() == v.cols();
  if (!is_same_kind) active_.clear();
  v_ = v;
  const auto count = static_cast<std::size_t>(v.rows());
  room_.resize(count);
  is_open_low_.resize(count);
  is_open_high_.resize(count);
  scale_ = 1.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double by_size = 1.0 / sizes[k];
    v_.row(static_cast<Eigen::Index>(k)) *= by_size;
    is_open_low_[k] = std::isinf(room[k].low);
    is_open_high_[k] = std::isinf(room[k].high);
    room_[k] = {by_size * room[k].low, by_size * room[k].high};
    if (!is_open_low_[k]) scale_ = std::max(scale_, std::abs(room_[k].low));
    if (!is_open_high_[k]) scale_ = std::max(scale_, std::abs(room_[k].high));
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (is_open_low_[k]) room_[k].low = -kEndless * scale_;
    if (is_open_high_[k]) room_[k].high = kEndless * scale_;
  }
}

double PreloadProgram::find_bound(const Active& active) const {
  const Interval& room = nth(room_, active.row);
  return active.sign > 0.0 ? room.high : -room.low;
}

// Of a row's sign v.y - t <= bound.
VectorXd PreloadProgram::list_entries(const Active& active) const {
  VectorXd entries(v_.cols() + 1);
  entries.head(v_.cols()) = active.sign * v_.row(active.row).transpose();
  entries(v_.cols()) = -1.0;
  return entries;
}

// The weights of the active rows, in whose sum y cancels and t remains.
void PreloadProgram::invert() {
  const Eigen::Index size = v_.cols() + 1;
  MatrixXd entries(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    entries.row(i) = list_entries(active_[static_cast<std::size_t>(i)]).transpose();
  }
  inverse_ = entries.inverse();
  weights_ = -inverse_.row(size - 1).transpose();
}

// With the sides that their weights ask for now.
bool PreloadProgram::start_from_last() {
  if (active_.empty()) return false;
  invert();
  constexpr double kMost = 1e6;  // nearly dependent, or weights nearly cancel
  if (!(weights_.cwiseAbs().sum() < kMost)) return false;
  bool is_turned = false;
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    if (weights_(i) >= 0.0) continue;
    active_[static_cast<std::size_t>(i)].sign *= -1.0;
    is_turned = true;
  }
  if (is_turned) invert();
  return weights_.allFinite();
}

// As many rows as there are columns, by elimination with the largest remaining entry as pivot, and
// one more.
void PreloadProgram::choose_start() {
  MatrixXd left = v_;
  active_.clear();
  std::vector<bool> is_taken(static_cast<std::size_t>(v_.rows()), false);
  const auto take_row = [&](Eigen::Index row) {
    is_taken[static_cast<std::size_t>(row)] = true;
    active_.push_back({static_cast<int>(row), 1.0});
  };
  for (Eigen::Index step = 0; step < v_.cols(); ++step) {
    Eigen::Index row = 0;
    left.rowwise().squaredNorm().maxCoeff(&row);
    const VectorXd direction = left.row(row).transpose().normalized();
    left -= (left * direction) * direction.transpose();
    left.row(row).setZero();
    take_row(row);
  }
  take_row(std::find(is_taken.begin(), is_taken.end(), false) - is_taken.begin());
  const Eigen::Index r = v_.cols();
  MatrixXd independent(r, r);
  for (Eigen::Index i = 0; i < r; ++i) {
    independent.row(i) = v_.row(active_[static_cast<std::size_t>(i)].row);
  }
  const VectorXd weights =
      independent.transpose().partialPivLu().solve(-v_.row(active_.back().row).transpose());
  for (Eigen::Index i = 0; i < r; ++i) {
    active_[static_cast<std::size_t>(i)].sign = weights(i) < 0.0 ? -1.0 : 1.0;
  }
  invert();
}

// The limit that is exceeded most, and by how much.
std::pair<PreloadProgram::Active, double> PreloadProgram::find_worst(
    const VectorXd& solution) const {
  const VectorXd values = v_ * solution.head(v_.cols());
  Active worst{0, 1.0};
  double most = -kInfinity;
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const auto& [low, high] = room_[static_cast<std::size_t>(k)];
    if (values(k) - high > most) {
      most = values(k) - high;
      worst = {static_cast<int>(k), 1.0};
    }
    if (low - values(k) > most) {
      most = low - values(k);
      worst = {static_cast<int>(k), -1.0};
    }
  }
  return {worst, most};
}

// The active row whose weight reaches zero first when the worst one's rises.
int PreloadProgram::find_leaving(const VectorXd& shares, bool first_only) const {
  const double nothing = kNoShare * shares.cwiseAbs().maxCoeff();
  int leaving = -1;
  double least = kInfinity;
  for (int i = 0; i < static_cast<int>(shares.size()); ++i) {
    if (!(shares(i) > nothing)) continue;
    const double ratio = std::max(0.0, weights_(i)) / shares(i);
    const bool is_tie = leaving >= 0 && std::abs(ratio - least) <= kNoShare * (ratio + least);
    const bool is_better = !is_tie      ? ratio < least
                           : first_only ? nth(active_, i).row < nth(active_, leaving).row
                                        : shares(i) > shares(leaving);
    if (!is_better) continue;
    leaving = i;
    least = ratio;
  }
  return leaving;
}

}  // namespace motion
}  // namespace globaldyn::inside
