#include "globaldyn/survey/panel.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/memory.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/survey/chebyshev.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

using Basis = std::array<double, kMostLobattoDegree + 1>;

// Scalars [first, first + count) of polynomials whose coefficients are `stride` apart.
void sum_up(const PanelPolynomials& polynomials, const Basis& basis, int first, int count,
            double* values) {
  constexpr int kAtOnce = 4;
  const int stride = polynomials.scalar_count(), degree = polynomials.degree;
  const double* const begin = polynomials.coefficients.data() + first;
  int i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    double sum[kAtOnce] = {begin[i], begin[i + 1], begin[i + 2], begin[i + 3]};
    const double* from = begin + i;
    for (int k = 1; k <= degree; ++k) {
      from += stride;
      for (int j = 0; j < kAtOnce; ++j) sum[j] += nth(basis, k) * from[j];
    }
    for (int j = 0; j < kAtOnce; ++j) values[i + j] = sum[j];
  }
  for (; i < count; ++i) {
    double sum = begin[i];
    for (int k = 1; k <= degree; ++k) {
      sum += nth(basis, k) * begin[i + k * stride];
    }
    values[i] = sum;
  }
}

// Where p lies within the polynomials.
void write_basis(const PanelPolynomials& of, double p, Basis& basis) {
  const double x = to_unit(p, of.begin, of.end);
  write_chebyshev(x, std::span(basis).first(static_cast<std::size_t>(of.degree) + 1));
}

}  // namespace

std::size_t PanelPolynomials::calc_bytes() const {
  std::size_t bytes = sizeof(PanelPolynomials) + 2 * kBlockOverhead;
  return bytes + calc_vector_bytes(coefficients) + calc_vector_bytes(delta_sizes);
}

bool PanelPolynomials::has_beta_in(std::size_t row) const {
  if (!has_beta) return false;
  const auto stride = static_cast<std::size_t>(scalar_count());
  for (std::size_t i = static_cast<std::size_t>(rows) + row; i < coefficients.size(); i += stride) {
    if (coefficients[i] != 0.0) return true;
  }
  return false;
}

std::size_t Panel::calc_bytes() const {
  const std::size_t bytes =
      sizeof(Panel) + calc_vector_bytes(sides_.friction) + calc_vector_bytes(sides_.directions);
  if (sides_.limits.use_count() > 1) return bytes;
  return bytes + sizeof(PanelLimits) + kBlockOverhead + calc_vector_bytes(limits().low) +
         calc_vector_bytes(limits().high);
}

Panel::Panel(double begin_, double end_, std::shared_ptr<const PanelPolynomials> polynomials,
             PanelSides sides)
    : begin(begin_), end(end_), polynomials_(std::move(polynomials)), sides_(std::move(sides)) {}

void Panel::write(double p, SmoothLimits& limits) const {
  const PanelPolynomials& of = *polynomials_;
  const std::size_t rows = static_cast<std::size_t>(of.rows);
  for (auto* values : {&limits.alpha, &limits.beta, &limits.gamma, &limits.delta}) {
    values->resize(rows);
  }
  limits.v.resize(of.rows, of.redundancy);
  limits.low = this->limits().low;
  limits.high = this->limits().high;
  Basis basis;
  write_basis(of, p, basis);
  sum_up(of, basis, 0, of.rows, limits.alpha.data());
  int next = of.rows;
  const auto take = [&](int count, double* values) {
    sum_up(of, basis, next, count, values);
    next += count;
  };
  if (of.has_beta) {
    take(of.rows, limits.beta.data());
  } else {
    limits.beta.assign(rows, 0.0);
  }
  take(of.rows, limits.gamma.data());
  take(of.rows, limits.delta.data());
  // However small, it would bound d2 where a row really bounds d1 alone.
  for (std::size_t k = 0; k < rows; ++k) {
    if (is_zero(limits.delta[k], of.delta_sizes[k], round_off::kEntry)) limits.delta[k] = 0.0;
  }
  take(of.redundancy * of.rows, limits.v.data());
  limits.factor = 1.0;
  if (of.has_factor) take(1, &limits.factor);
  const std::vector<double>& friction = sides_.friction;
  for (std::size_t k = 0; k < friction.size(); ++k) {
    limits.gamma[k] += limits.factor * friction[k];
  }
}

void Panel::write_preload(double p, MatrixXd& v) const {
  const PanelPolynomials& of = *polynomials_;
  v.resize(of.rows, of.redundancy);
  Basis basis;
  write_basis(of, p, basis);
  sum_up(of, basis, (of.has_beta ? 4 : 3) * of.rows, of.redundancy * of.rows, v.data());
}

}  // namespace survey
}  // namespace globaldyn::inside
