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

// Weights of samples at 0, 1, ... in the value at t, and in what the polynomial through all of them
// differs from that without the farthest.
template <std::size_t n>
void calc_weights(double t, std::array<double, n>& value, std::array<double, n>& error) {
  double product = 1.0, farthest = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const double away = t - static_cast<double>(j);
    if (std::abs(away) > std::abs(farthest)) farthest = away;
  }
  bool is_dropped = false;
  for (std::size_t j = 0; j < n; ++j) {
    const double away = t - static_cast<double>(j);
    if (!is_dropped && away == farthest) {
      is_dropped = true;
    } else {
      product *= away;
    }
    value[j] = error[j] = 1.0;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == j) continue;
      const double apart = static_cast<double>(j) - static_cast<double>(k);
      value[j] *= (t - static_cast<double>(k)) / apart;
      error[j] /= apart;
    }
  }
  for (double& weight : error) weight *= product;
}

}  // namespace

void SampledLimits::add(const LimitSystem& system) {
  Sample sample{system, list_coefficients(system), VectorXd(), VectorXd()};
  if (!samples_.empty()) align(samples_.back().coefficients, sample.coefficients);
  sample.sizes.resize(static_cast<Eigen::Index>(system.rows.size()));
  for (Eigen::Index k = 0; k < sample.sizes.size(); ++k) {
    sample.sizes(k) = calc_limit_size(system.rows[static_cast<std::size_t>(k)]);
  }
  sample.is_regular = system.equalities.empty() && (sample.sizes.array() > 0.0).all();
  sample.largest = VectorXd::Zero(sample.coefficients.cols());
  if (sample.is_regular && sample.sizes.size() > 0) {
    const MatrixXd scaled = sample.sizes.cwiseInverse().asDiagonal() * sample.coefficients;
    sample.largest = scaled.cwiseAbs().colwise().maxCoeff().transpose();
    sample.largest(kGamma) = std::max(1.0, sample.largest(kGamma));
  }
  samples_.push_back(std::move(sample));
}

void SampledLimits::set_breaks(std::span<const double> breaks) {
  breaks_.assign(breaks.begin(), breaks.end());
}

// The first of the samples around p, none of which is beyond a break; at a break inside the path
// either side's limits may have been sampled.
std::optional<std::size_t> SampledLimits::find_window(double p) const {
  if (samples_.size() < kWindow || breaks_.size() < 2) return std::nullopt;
  const auto next = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, p);
  const bool is_first = next == breaks_.begin() + 1, is_last = next == breaks_.end() - 1;
  constexpr double kBeside = 1e-6;
  const double last_sample = static_cast<double>(samples_.size() - 1);
  const double low = is_first ? 0.0 : std::ceil(*(next - 1) / spacing_ + kBeside);
  const double high = is_last ? last_sample : std::floor(*next / spacing_ - kBeside);
  const double size = static_cast<double>(kWindow);
  if (high - low < size - 1.0) return std::nullopt;
  const double middle = std::floor(p / spacing_) - 0.5 * size + 1.0;
  return static_cast<std::size_t>(std::clamp(middle, low, high - size + 1.0));
}

bool SampledLimits::are_alike(std::span<const Sample> window) const {
  const LimitSystem& first = window.front().system;
  return std::all_of(window.begin(), window.end(), [&](const Sample& sample) {
    const LimitSystem& other = sample.system;
    return sample.is_regular && other.redundancy == first.redundancy &&
           std::equal(first.rows.begin(), first.rows.end(), other.rows.begin(), other.rows.end(),
                      [](const LimitRow& a, const LimitRow& b) {
                        return a.low == b.low && a.high == b.high;
                      });
  });
}

bool SampledLimits::write(double p, LimitSystem& system) const {
  const auto first = find_window(p);
  if (!first) return false;
  const std::span<const Sample> window(&samples_[*first], kWindow);
  if (!are_alike(window)) return false;
  Weights by_value, by_error;
  calc_weights(p / spacing_ - static_cast<double>(*first), by_value, by_error);
  const Eigen::Index columns = window[0].coefficients.cols();
  system.rows.resize(window[0].system.rows.size());
  system.redundancy = window[0].system.redundancy;
  system.equalities.clear();
  const auto sum_up = [&](const Weights& weights, Eigen::Index k, Eigen::Index column) {
    double sum = 0.0;
    for (std::size_t j = 0; j < kWindow; ++j) sum += weights[j] * window[j].coefficients(k, column);
    return sum;
  };
  for (Eigen::Index column = 0; column < columns; ++column) {
    double largest = 0.0;
    for (const Sample& sample : window) largest = std::max(largest, sample.largest(column));
    for (Eigen::Index k = 0; k < window[0].coefficients.rows(); ++k) {
      const double error = std::abs(sum_up(by_error, k, column));
      if (!(error <= accuracy_ * largest * window[0].sizes(k))) return false;
      LimitRow& row = system.rows[static_cast<std::size_t>(k)];
      const double value = sum_up(by_value, k, column);
      if (column == kAlpha) row.alpha = value;
      if (column == kBeta) row.beta = value;
      if (column == kGamma) row.gamma = value;
      if (column == kDelta) row.delta = value;
      if (column == kAlpha) row.v.resize(system.redundancy);
      if (column >= kPreload) row.v(column - kPreload) = value;
    }
  }
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    system.rows[k].low = window[0].system.rows[k].low;
    system.rows[k].high = window[0].system.rows[k].high;
  }
  return true;
}

}  // namespace globaldyn
