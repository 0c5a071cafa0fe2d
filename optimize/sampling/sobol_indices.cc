#include "optimize/sampling/sobol_indices.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "optimize/random/random_stream.h"
#include "optimize/sampling/sample_statistics.h"
#include "optimize/sampling/sampling_stream.h"
#include "optimize/sampling/unit_points.h"

namespace globaldyn::inside {
inline namespace sampling {
namespace {

// Complete rows of one output: that of A, of B, and of A with each variable of B.
class Rows {
 public:
  Rows(std::size_t variables, const StudyOutputs& outputs, std::size_t output, std::size_t count)
      : width_(variables + 2) {
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t k = 0; k < width_; ++k) {
        values_.push_back(output_of(outputs, row * width_ + k, output));
      }
      const auto begin = values_.end() - static_cast<std::ptrdiff_t>(width_);
      const bool is_complete =
          std::all_of(begin, values_.end(), [](double value) { return std::isfinite(value); });
      if (!is_complete) values_.erase(begin, values_.end());
    }
  }

  [[nodiscard]] std::size_t size() const { return values_.size() / width_; }
  [[nodiscard]] double a(std::size_t row) const { return values_[row * width_]; }
  [[nodiscard]] double b(std::size_t row) const { return values_[row * width_ + 1]; }
  [[nodiscard]] double mixed(std::size_t row, std::size_t k) const {
    return values_[row * width_ + 2 + k];
  }

 private:
  std::size_t width_;
  std::vector<double> values_;
};

struct Estimate {
  double mean{0.0};
  double variance{0.0};
  std::vector<double> first;  // NaN or infinite if there is no variance
  std::vector<double> total;
};

// Uses the listed rows, each as often as listed. Outputs are taken relative to one of them, so that
// identical outputs have no variance, not even from rounding errors.
Estimate calc_estimate(const Rows& rows, std::span<const std::size_t> list, std::size_t variables) {
  Estimate result{0.0, 0.0, std::vector<double>(variables, 0.0),
                  std::vector<double>(variables, 0.0)};
  const double count = static_cast<double>(list.size());
  const double origin = rows.a(list.front());
  double mean = 0.0;
  for (const std::size_t row : list) {
    mean += 0.5 * ((rows.a(row) - origin) + (rows.b(row) - origin)) / count;
  }
  for (const std::size_t row : list) {
    const double a = rows.a(row) - origin - mean, b = rows.b(row) - origin - mean;
    result.variance += 0.5 * (a * a + b * b) / count;
    for (std::size_t k = 0; k < variables; ++k) {
      const double change = rows.mixed(row, k) - rows.a(row);
      result.first[k] += b * change / count;
      result.total[k] += 0.5 * change * change / count;
    }
  }
  for (std::size_t k = 0; k < variables; ++k) {
    result.first[k] /= result.variance;
    result.total[k] /= result.variance;
  }
  result.mean = origin + mean;
  return result;
}

Interval calc_interval(const std::vector<double>& samples, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  return {calc_quantile(samples, tail), calc_quantile(samples, 1.0 - tail)};
}

void add_intervals(const Rows& rows, const SobolPlan& plan, const BootstrapOptions& options,
                   std::size_t output, SobolIndices& indices) {
  const std::size_t variables = plan.varied.size();
  RandomStream random(options.seed, static_cast<std::uint64_t>(SamplingStream::bootstrap),
                      static_cast<std::uint32_t>(output));
  std::vector<std::vector<double>> first(variables), total(variables);
  std::vector<std::size_t> list(rows.size());
  for (std::size_t sample = 0; sample < options.resamples; ++sample) {
    for (std::size_t& row : list) row = random.below(rows.size());
    const Estimate estimate = calc_estimate(rows, list, variables);
    if (!(estimate.variance > 0.0)) continue;  // all rows are the same
    for (std::size_t k = 0; k < variables; ++k) {
      first[k].push_back(estimate.first[k]);
      total[k].push_back(estimate.total[k]);
    }
  }
  for (std::size_t k = 0; k < variables; ++k) {
    SobolIndex& index = indices.of[plan.varied[k]];
    index.first_interval = calc_interval(first[k], options.confidence);
    index.total_interval = calc_interval(total[k], options.confidence);
  }
}

SobolIndices calc_indices_of(const DesignSpace& space, const SobolPlan& plan,
                             const StudyOutputs& outputs, std::size_t output,
                             const BootstrapOptions& bootstrap) {
  const std::size_t variables = plan.varied.size();
  const std::size_t all = plan.designs.size() / (variables + 2);
  const Rows rows(variables, outputs, output, all);
  SobolIndices indices;
  indices.rows = rows.size();
  indices.left_out = all - rows.size();
  indices.of.resize(space.size());
  if (rows.size() == 0) return indices;

  std::vector<std::size_t> list(rows.size());
  std::iota(list.begin(), list.end(), std::size_t{0});
  const Estimate estimate = calc_estimate(rows, list, variables);
  indices.mean = estimate.mean;
  indices.variance = estimate.variance;
  if (!(estimate.variance > 0.0)) return indices;
  for (std::size_t k = 0; k < variables; ++k) {
    indices.of[plan.varied[k]].first = estimate.first[k];
    indices.of[plan.varied[k]].total = estimate.total[k];
  }
  add_intervals(rows, plan, bootstrap, output, indices);
  return indices;
}

}  // namespace

SobolPlan make_sobol_plan(const DesignSpace& space, const SobolOptions& options) {
  SobolPlan plan{{}, list_varied(space)};
  const std::size_t variables = plan.varied.size();
  if (variables == 0) return plan;
  const Points points = make_sobol_points(2 * variables, options.rows, options.seed);
  Design fixed;
  for (const DesignVariable& variable : space.variables) fixed.push_back(variable.low);
  for (std::size_t row = 0; row < options.rows; ++row) {
    Design a = fixed, b = fixed;
    for (std::size_t k = 0; k < variables; ++k) {
      const DesignVariable& variable = space.variables[plan.varied[k]];
      a[plan.varied[k]] = value_at(variable, points[row][k]);
      b[plan.varied[k]] = value_at(variable, points[row][variables + k]);
    }
    plan.designs.push_back(a);
    plan.designs.push_back(b);
    for (const std::size_t i : plan.varied) {
      plan.designs.push_back(a);
      plan.designs.back()[i] = b[i];
    }
  }
  return plan;
}

std::vector<SobolIndices> calc_sobol_indices(const DesignSpace& space, const SobolPlan& plan,
                                             const StudyOutputs& outputs,
                                             const BootstrapOptions& bootstrap) {
  std::vector<SobolIndices> result;
  for (std::size_t output = 0; output < count_outputs(outputs); ++output) {
    result.push_back(calc_indices_of(space, plan, outputs, output, bootstrap));
  }
  return result;
}

}  // namespace sampling
}  // namespace globaldyn::inside
