#include "globaldyn/plan/sampled_limits.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/region/limit_size.h"

namespace globaldyn {
namespace {

// Columns of coefficients.
enum : Eigen::Index { kAlpha, kBeta, kGamma, kDelta, kPreload };

MatrixXd list_coefficients(const LimitSystem& system) {
  MatrixXd list(static_cast<Eigen::Index>(system.rows.size()), kPreload + system.redundancy);
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    const LimitRow& row = system.rows[k];
    list.row(static_cast<Eigen::Index>(k)) << row.alpha, row.beta, row.gamma, row.delta,
        row.v.transpose();
  }
  return list;
}

// Any orthogonal mix of the preload's directions is as good: the one nearest to the last sample's,
// for they were chosen at each pose anew.
void align(const MatrixXd& last, MatrixXd& next) {
  const Eigen::Index r = next.cols() - kPreload;
  if (r == 0 || last.rows() != next.rows() || last.cols() != next.cols()) return;
  const MatrixXd shared = next.rightCols(r).transpose() * last.rightCols(r);
  const Eigen::JacobiSVD<MatrixXd> svd(shared, Eigen::ComputeFullU | Eigen::ComputeFullV);
  next.rightCols(r) = next.rightCols(r) * svd.matrixU() * svd.matrixV().transpose();
}

// Of so many samples at 0, 1, ...: 1 / ((j - 0) (j - 1) ... without j - j).
template <std::size_t n>
constexpr std::array<double, n> list_inverse_distances() {
  std::array<double, n> inverse{};
  for (std::size_t j = 0; j < n; ++j) {
    double product = 1.0;
    for (std::size_t k = 0; k < n; ++k) {
      if (k != j) product *= static_cast<double>(j) - static_cast<double>(k);
    }
    inverse[j] = 1.0 / product;
  }
  return inverse;
}

// Weights of samples at 0, 1, ... in the value at t. Returns what their divided difference of order
// n - 1 is to be multiplied by to give the difference from the polynomial without the farthest.
template <std::size_t n>
double calc_weights(double t, std::array<double, n>& value) {
  constexpr std::array<double, n> kInverse = list_inverse_distances<n>();
  std::array<double, n> away, before, behind;  // t - j; the products of those before and behind j
  for (std::size_t j = 0; j < n; ++j) away[j] = t - static_cast<double>(j);
  before.front() = behind.back() = 1.0;
  for (std::size_t j = 1; j < n; ++j) {
    before[j] = before[j - 1] * away[j - 1];
    behind[n - 1 - j] = behind[n - j] * away[n - j];
  }
  for (std::size_t j = 0; j < n; ++j) value[j] = before[j] * behind[j] * kInverse[j];
  const std::size_t farthest = std::abs(away.front()) > std::abs(away.back()) ? 0 : n - 1;
  return std::abs(before[farthest] * behind[farthest]);
}

double& coefficient(LimitRow& row, Eigen::Index column) {
  switch (column) {
    case kAlpha:
      return row.alpha;
    case kBeta:
      return row.beta;
    case kGamma:
      return row.gamma;
    case kDelta:
      return row.delta;
    default:
      return row.v(column - kPreload);
  }
}

bool have_same_limits(const LimitSystem& a, const LimitSystem& b) {
  return a.redundancy == b.redundancy &&
         std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                    [](const LimitRow& one, const LimitRow& other) {
                      return one.low == other.low && one.high == other.high;
                    });
}

}  // namespace

void SampledLimits::add(const LimitSystem& system) {
  Sample sample;
  sample.system = system;
  sample.coefficients = list_coefficients(system);
  if (!samples_.empty()) align(samples_.back().coefficients, sample.coefficients);
  sample.sizes.resize(static_cast<Eigen::Index>(system.rows.size()));
  for (Eigen::Index k = 0; k < sample.sizes.size(); ++k) {
    sample.sizes(k) = calc_limit_size(system.rows[static_cast<std::size_t>(k)]);
  }
  sample.is_regular = system.equalities.empty() && (sample.sizes.array() > 0.0).all();
  sample.is_like_last =
      !samples_.empty() && have_same_limits(samples_.back().system, sample.system);
  sample.largest = VectorXd::Zero(sample.coefficients.cols());
  if (sample.is_regular && sample.sizes.size() > 0) {
    const MatrixXd scaled = sample.sizes.cwiseInverse().asDiagonal() * sample.coefficients;
    sample.largest = scaled.cwiseAbs().colwise().maxCoeff().transpose();
    sample.largest(kGamma) = std::max(1.0, sample.largest(kGamma));
  }
  samples_.push_back(std::move(sample));
  if (samples_.size() < kWindow) return;
  const std::span<Sample> window = std::span(samples_).last(kWindow);
  if (!are_alike(window)) return;
  constexpr Weights kInverse = list_inverse_distances<kWindow>();
  MatrixXd difference = kInverse[0] * window[0].coefficients;
  for (std::size_t j = 1; j < kWindow; ++j) difference += kInverse[j] * window[j].coefficients;
  window[0].difference = difference.cwiseAbs();
}

void SampledLimits::set_breaks(std::span<const double> breaks) {
  breaks_.assign(breaks.begin(), breaks.end());
}

// The samples around p, none of which is beyond a break; at a break inside the path either side's
// limits may have been sampled.
std::optional<SampledLimits::Window> SampledLimits::find_window(double p) const {
  if (samples_.size() < kWindow || breaks_.size() < 2) return std::nullopt;
  const auto next = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, p);
  const bool is_first = next == breaks_.begin() + 1, is_last = next == breaks_.end() - 1;
  constexpr double kBeside = 1e-6;
  const double last_sample = static_cast<double>(samples_.size() - 1);
  const double low = is_first ? 0.0 : std::ceil(*(next - 1) / spacing_ + kBeside);
  const double high = is_last ? last_sample : std::floor(*next / spacing_ - kBeside);
  const double size = static_cast<double>(kWindow);
  // One difference alone could vanish by chance.
  if (high - low < size) return std::nullopt;
  const double middle = std::floor(p / spacing_) - 0.5 * size + 1.0, highest = high - size + 1.0;
  return Window{static_cast<std::size_t>(std::clamp(middle, low, highest)),
                static_cast<std::size_t>(low), static_cast<std::size_t>(highest)};
}

bool SampledLimits::are_alike(std::span<const Sample> window) {
  return window.front().is_regular &&
         std::all_of(window.begin() + 1, window.end(),
                     [](const Sample& sample) { return sample.is_regular && sample.is_like_last; });
}

bool SampledLimits::write(double p, LimitSystem& system) const {
  const auto place = find_window(p);
  if (!place) return false;
  const std::size_t first = place->first;
  const std::span<const Sample> window(&samples_[first], kWindow);
  const std::span<const Sample> around(&samples_[std::max(first, place->lowest + 1) - 1],
                                       &samples_[std::min(first + 1, place->highest)] + 1);
  for (const Sample& sample : around) {
    if (sample.difference.size() == 0) return false;
  }
  Weights weights;
  const double share = calc_weights(p / spacing_ - static_cast<double>(first), weights);
  const Sample& sample = window.front();
  const Eigen::Index rows = sample.coefficients.rows(), columns = sample.coefficients.cols();
  system.rows.resize(static_cast<std::size_t>(rows));
  system.redundancy = sample.system.redundancy;
  system.equalities.clear();
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    row.low = sample.system.rows[k].low;
    row.high = sample.system.rows[k].high;
    row.v.resize(system.redundancy);
  }
  for (Eigen::Index column = 0; column < columns; ++column) {
    std::array<const double*, kWindow> values;
    double largest = 0.0;
    for (std::size_t j = 0; j < kWindow; ++j) {
      values[j] = window[j].coefficients.col(column).data();
      largest = std::max(largest, window[j].largest(column));
    }
    for (Eigen::Index k = 0; k < rows; ++k) {
      double value = 0.0, difference = 0.0;
      for (std::size_t j = 0; j < kWindow; ++j) value += weights[j] * values[j][k];
      for (const Sample& one : around) difference = std::max(difference, one.difference(k, column));
      if (!(share * difference <= accuracy_ * largest * sample.sizes(k))) return false;
      coefficient(system.rows[static_cast<std::size_t>(k)], column) = value;
    }
  }
  return true;
}

}  // namespace globaldyn
