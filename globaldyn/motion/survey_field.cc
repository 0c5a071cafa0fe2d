#include "globaldyn/motion/survey_field.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/bisect.h"
#include "core/base/constants.h"
#include "core/base/memory.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/limit_size.h"
#include "globaldyn/plan/limit_field.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Beyond these circuits are made on demand, which is faster: planning with all of nine cables (126
// circuits without roots of x) takes a third longer, of five with viscous friction (85) twice as
// long; with less there is nothing to gain. With roots no side can be left out beforehand.
constexpr std::size_t kMostRows = 100, kMostCurvedRows = 40;
// Interpolation errors may be twice their estimate.
constexpr double kSafety = 4.0, kOfWorst = 0.2;
// Relative to the largest direction of preload.
constexpr double kNoPreload = round_off::kSolved;

bool is_finite(const std::vector<double>& low, const std::vector<double>& high, std::size_t k) {
  return std::isfinite(low[k]) || std::isfinite(high[k]);
}

}  // namespace

SurveyField::SurveyField(const PathSurvey& survey, double reserve, double least_error,
                         CircuitChoice choice)
    : survey_(survey), reserve_(reserve), least_error_(least_error) {
  find_rows(choice);
  if (is_usable_) renew();
}

std::size_t SurveyField::calc_bytes() const {
  std::size_t bytes = parts_.capacity() * (sizeof(SmoothPart) + sizeof(std::size_t)) +
                      signs_.capacity() * sizeof(signed char) + calc_vector_bytes(first_sign_);
  for (const RowSet& set : sets_) {
    constexpr std::size_t kOfNumbers = 2 * (sizeof(std::vector<int>) + kBlockOverhead);
    const std::size_t numbers =
        static_cast<std::size_t>(rank_ + 1) * (sizeof(int) + sizeof(std::size_t));
    bytes += sizeof(set) + set.rows.size() * (sizeof(Circuit) + kOfNumbers + numbers);
    bytes += set.minors.size() * (kOfNumbers + numbers);
  }
  bytes += limits_of_panel_.capacity() * sizeof(std::uint32_t);
  for (const PanelLimits& limits : limits_) {
    bytes += sizeof(limits) + calc_vector_bytes(limits.low) + calc_vector_bytes(limits.high);
  }
  for (const MatrixXd& directions : directions_) {
    bytes += sizeof(MatrixXd) + kBlockOverhead +
             static_cast<std::size_t>(directions.size()) * sizeof(double);
  }
  return bytes;
}

void SurveyField::look_at_panel(std::size_t panel, double p, SmoothLimits& limits) const {
  const Panel& at = survey_.panels()[panel];
  at.write(std::clamp(p, at.begin, at.end), limits);
  const PanelLimits& less = limits_[limits_of_panel_[panel]];
  limits.low = less.low;
  limits.high = less.high;
  choose_preload(panel, limits.v);
}

void SurveyField::look_at_preload(std::size_t panel, double p) {
  const Panel& at = survey_.panels()[panel];
  at.write_preload(std::clamp(p, at.begin, at.end), preload_);
  choose_preload(panel, preload_);
}

// Selects the combinations of the preload's directions that count.
void SurveyField::choose_preload(std::size_t panel, MatrixXd& v) const {
  if (directions_.empty() || directions_[panel].cols() == v.cols()) return;
  v = (v * directions_[panel]).eval();
}

// Limited anywhere along the path: speeds may be limited on only a part of it.
bool SurveyField::is_limited(std::size_t k) const {
  return std::any_of(limits_.begin(), limits_.end(), [&](const PanelLimits& limits) {
    return is_finite(limits.low, limits.high, k);
  });
}

// Limits minus the reserve, as tighten() gives them.
void SurveyField::set_limits(std::span<const WiderLimit> wider) {
  LimitSystem system;
  system.labels = survey_.labels();
  limits_.clear();
  limits_of_panel_.clear();
  for (const Panel& panel : survey_.panels()) {
    const PanelLimits& of = panel.limits();
    system.rows.resize(of.low.size());
    for (std::size_t k = 0; k < system.rows.size(); ++k) {
      system.rows[k].low = of.low[k];
      system.rows[k].high = of.high[k];
    }
    for (const auto& [limit, by] : wider) {
      const auto k = static_cast<std::size_t>(limit.row);
      inside::widen(limit.side, by, system.labels, k, system.rows.at(k));
    }
    tighten(system, reserve_);
    PanelLimits less;
    for (const LimitRow& row : system.rows) {
      less.low.push_back(row.low);
      less.high.push_back(row.high);
    }
    if (limits_.empty() || less != limits_.back()) {
      limits_.push_back(std::move(less));
    }
    limits_of_panel_.push_back(static_cast<std::uint32_t>(limits_.size() - 1));
  }
}

void SurveyField::widen(std::span<const WiderLimit> wider) {
  set_limits(wider);
}

std::vector<HeldLimit> SurveyField::list_limits() const {
  std::vector<HeldLimit> limits;
  for (std::size_t k = 0; !limits_.empty() && k < limits_.front().low.size(); ++k) {
    bool has_low = false, has_high = false;
    for (const PanelLimits& of : limits_) {
      has_low = has_low || std::isfinite(of.low[k]);
      has_high = has_high || std::isfinite(of.high[k]);
    }
    if (has_low) limits.push_back({static_cast<int>(k), LimitSide::min});
    if (has_high) limits.push_back({static_cast<int>(k), LimitSide::max});
  }
  return limits;
}

double SurveyField::find_size(int row) const {
  double size = 0.0;
  for (const Panel& panel : survey_.panels()) {
    LimitRow at;
    at.low = nth(panel.limits().low, row);
    at.high = nth(panel.limits().high, row);
    const LimitKind kind = kind_of_row(survey_.labels(), static_cast<std::size_t>(row));
    size = std::max(size, calc_limit_size(at, kind));
  }
  return size;
}

void SurveyField::find_rows(CircuitChoice choice) {
  set_limits({});
  for (const Panel& panel : survey_.panels()) {
    const PanelPolynomials& of = panel.polynomials();
    for (std::size_t k = 0; k < static_cast<std::size_t>(of.rows); ++k) {
      if (of.has_beta_in(k) && is_limited(k)) is_straight_ = false;
    }
  }
  choose_directions();
  if (is_usable_) add_circuits(choice);
}

// Preload that acts only on drives without limits does not concern the others: as many combinations
// of directions remain as the rank of the limited rows.
void SurveyField::choose_directions() {
  const auto panels = survey_.panels();
  for (std::size_t i = 0; i < panels.size(); ++i) {
    MatrixXd v;
    panels[i].write_preload(0.5 * (panels[i].begin + panels[i].end), v);
    if (v.cols() == 0) continue;
    for (Eigen::Index k = 0; k < v.rows(); ++k) {
      if (!is_limited(static_cast<std::size_t>(k))) v.row(k).setZero();
    }
    const Eigen::JacobiSVD<MatrixXd> svd(v, Eigen::ComputeFullV);
    int rank = 0;
    for (Eigen::Index j = 0; j < svd.singularValues().size(); ++j) {
      if (svd.singularValues()(j) > 1e-9 * svd.singularValues()(0) &&
          svd.singularValues()(j) > 0.0) {
        ++rank;
      }
    }
    if (i == 0) rank_ = rank;
    if (rank != rank_ || rank > RowMinors::kMostColumns) {
      is_usable_ = false;
      return;
    }
    if (rank == v.cols()) continue;
    if (directions_.empty()) directions_.assign(panels.size(), MatrixXd::Identity(rank, rank));
    directions_[i] = svd.matrixV().leftCols(rank);
  }
}

// The size of every limit's direction, along the whole path.
VectorXd SurveyField::find_preload_sizes() {
  VectorXd sizes = VectorXd::Zero(static_cast<Eigen::Index>(limits_.front().low.size()));
  if (rank_ == 0) return sizes;
  for (std::size_t i = 0; i < survey_.panels().size(); ++i) {
    const Panel& panel = survey_.panels()[i];
    for (const double share : {0.0, 0.3, 0.7, 1.0}) {
      look_at_preload(i, panel.begin + share * (panel.end - panel.begin));
      sizes = sizes.cwiseMax(preload_.cwiseAbs().rowwise().maxCoeff());
    }
  }
  return sizes;
}

void SurveyField::add_circuits(CircuitChoice choice) {
  weights_.resize(static_cast<std::size_t>(rank_) + 1);
  if (survey_.panels().empty()) {
    sets_.resize(1);
    return;
  }
  find_groups();
  count_circuits();
  const auto most = static_cast<double>(is_straight_ ? kMostRows : kMostCurvedRows);
  is_partial_ = rank_ > 0 && (choice == CircuitChoice::on_demand ||
                              (choice == CircuitChoice::by_number && circuit_count_ > most));
  sets_.resize(is_partial_ ? survey_.panels().size() : 1);
  for (RowSet& set : sets_) set.rows = common_;
  if (rank_ > 0 && !is_partial_) add_all_circuits();
}

// Limits of the same force have the same direction of preload.
void SurveyField::find_groups() {
  look_at_preload(0, survey_.panels()[0].begin);
  const double largest = preload_.size() > 0 ? preload_.cwiseAbs().maxCoeff() : 0.0;
  const VectorXd sizes = find_preload_sizes();
  const auto is_same = [&](int a, int b) {
    for (std::size_t i = 0; i < survey_.panels().size(); ++i) {
      const Panel& panel = survey_.panels()[i];
      look_at_preload(i, 0.3 * panel.begin + 0.7 * panel.end);
      if ((preload_.row(a) - preload_.row(b)).cwiseAbs().maxCoeff() > kNoPreload * largest) {
        return false;
      }
    }
    return true;
  };
  group_of_.assign(static_cast<std::size_t>(sizes.size()), -1);
  for (int k = 0; k < static_cast<int>(sizes.size()); ++k) {
    if (!is_limited(static_cast<std::size_t>(k))) continue;
    if (rank_ == 0 || sizes(k) <= kNoPreload * largest) {
      common_.push_back({{k}, false, {}});
      continue;
    }
    const auto same = std::find_if(groups_.begin(), groups_.end(),
                                   [&](const auto& group) { return is_same(group.front(), k); });
    nth(group_of_, k) = static_cast<int>(same - groups_.begin());
    if (same == groups_.end()) {
      groups_.push_back({k});
      continue;
    }
    for (const int other : *same) common_.push_back({{other, k}, true, {}});
    same->push_back(k);
  }
}

// The sum, over all choices of rank + 1 groups, of the products of their sizes.
void SurveyField::count_circuits() {
  std::vector<double> choices(static_cast<std::size_t>(rank_) + 2, 0.0);
  choices[0] = 1.0;
  for (const std::vector<int>& group : groups_) {
    for (std::size_t chosen = choices.size() - 1; chosen > 0; --chosen) {
      choices[chosen] += choices[chosen - 1] * static_cast<double>(group.size());
    }
  }
  circuit_count_ = static_cast<double>(common_.size());
  if (rank_ > 0) circuit_count_ += choices.back();
}

// One limit of each of rank + 1 groups.
void SurveyField::add_all_circuits() {
  const std::size_t needed = static_cast<std::size_t>(rank_) + 1;
  std::vector<int> chosen;
  const auto extend = [&](const auto& self, std::size_t first) -> void {
    if (chosen.size() == needed) {
      sets_.front().rows.push_back({chosen, false, {}});
      return;
    }
    for (std::size_t g = first; g + needed <= groups_.size() + chosen.size(); ++g) {
      for (const int k : groups_[g]) {
        chosen.push_back(k);
        self(self, g + 1);
        chosen.pop_back();
      }
    }
  };
  extend(extend, 0);
}

bool SurveyField::is_preloaded(std::size_t limit) const {
  return group_of_[limit] >= 0;
}

bool SurveyField::add_circuit(std::size_t panel, std::vector<int> limits) {
  const auto group = [&](int k) { return nth(group_of_, k); };
  std::sort(limits.begin(), limits.end(), [&](int a, int b) { return group(a) < group(b); });
  const auto same = std::adjacent_find(limits.begin(), limits.end(),
                                       [&](int a, int b) { return group(a) == group(b); });
  // The difference of two limits of one force is a row already.
  if (same != limits.end() || limits.size() != static_cast<std::size_t>(rank_) + 1) return false;
  RowSet& set = sets_[panel];
  const auto known = std::find_if(set.rows.begin(), set.rows.end(),
                                  [&](const Circuit& circuit) { return circuit.limits == limits; });
  if (known != set.rows.end()) {
    return known - set.rows.begin() >= static_cast<std::ptrdiff_t>(set.used);
  }
  set.rows.push_back({std::move(limits), false, {}});
  return true;
}

void SurveyField::renew() {
  row_count_ = 0;
  for (RowSet& set : sets_) {
    row_count_ = std::max(row_count_, set.rows.size());
    if (std::exchange(set.used, set.rows.size()) != set.rows.size()) number_minors(set);
  }
  find_parts();
}

// Numbers every minor once: of the first limits of groups, because the others have the same
// directions.
void SurveyField::number_minors(RowSet& set) {
  std::map<std::vector<int>, std::size_t> numbers;
  std::vector<std::vector<int>> minors;
  std::vector<int> of;
  set.weight_count = 0;
  for (Circuit& circuit : set.rows) {
    set.weight_count += circuit.limits.size();
    if (circuit.limits.size() == 1 || circuit.is_difference) continue;
    circuit.minors.clear();
    for (std::size_t j = 0; j < circuit.limits.size(); ++j) {
      of.clear();
      for (std::size_t k = 0; k < circuit.limits.size(); ++k) {
        if (k != j) of.push_back(nth(groups_, nth(group_of_, circuit.limits[k])).front());
      }
      const auto [number, is_new] = numbers.emplace(of, minors.size());
      if (is_new) minors.push_back(of);
      circuit.minors.push_back(number->second);
    }
  }
  set.minors = RowMinors(rank_, std::move(minors));
  minor_values_.resize(std::max(minor_values_.size(), set.minors.size()));
}

// With alternating signs the weighted rows of v sum to zero: each sum is a determinant with a
// repeated column.
void SurveyField::list_weights(const Circuit& circuit, double* weights) const {
  if (circuit.limits.size() == 1) {
    weights[0] = 1.0;
    return;
  }
  if (circuit.is_difference) {
    weights[0] = -1.0;
    weights[1] = 1.0;
    return;
  }
  for (std::size_t j = 0; j < circuit.limits.size(); ++j) {
    const double minor = minor_values_[circuit.minors[j]];
    weights[j] = j % 2 == 0 ? minor : -minor;
  }
}

// A weight below this fraction of the largest may be only interpolation error.
double SurveyField::find_noise() const {
  constexpr double kOfError = 20.0;
  return std::max(1e-9, kOfError * survey_.error());
}

void SurveyField::find_parts() {
  parts_.clear();
  panel_of_part_.clear();
  for (std::size_t i = 0; i < survey_.panels().size(); ++i) split_at_kinks(i);
  find_signs();
  find_errors();
}

// Not at the ends of parts: there weights vanish and their signs are rounding errors.
void SurveyField::find_signs() {
  signs_.clear();
  first_sign_.clear();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    RowSet& set = set_of(panel_of_part_[i]);
    look_at_panel(panel_of_part_[i], 0.5 * (parts_[i].begin + parts_[i].end), scratch_);
    set.minors.write(scratch_.v, minor_values_);
    first_sign_.push_back(signs_.size());
    for (const Circuit& circuit : set.in_use()) {
      double* const weights = weights_.data();
      list_weights(circuit, weights);
      for (std::size_t j = 0; j < circuit.limits.size(); ++j) {
        const double limited = weights[j] * scratch_.factor;
        signs_.push_back(limited > 0.0 ? 1 : limited < 0.0 ? -1 : 0);
      }
    }
  }
}

// Each term of a limit is known up to a fraction of itself, however much of it cancels in circuits.
void SurveyField::find_errors() {
  errors_.clear();
  std::vector<TermSums> largest;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    largest.assign(set_of(panel_of_part_[i]).used, TermSums{});
    for (const double share : {0.0, 0.5, 1.0}) {
      raise_term_sums(i, (1.0 - share) * parts_[i].begin + share * parts_[i].end, largest);
    }
    RowError most;
    for (const TermSums& sums : largest) {
      if (!(sums.size > 0.0)) continue;
      most.rest = std::max(most.rest, sums.constant / sums.size);
      most.per_x = std::max(most.per_x, sums.alpha / sums.size);
      most.per_root = std::max(most.per_root, sums.beta / sums.size);
      most.per_u = std::max(most.per_u, sums.delta / sums.size);
    }
    const Panel& panel = survey_.panels()[panel_of_part_[i]];
    const double error = std::max(kOfWorst * survey_.error(), kSafety * panel.polynomials().error);
    errors_.push_back({std::max(least_error_, error * most.rest), error * most.per_x,
                       error * most.per_root, error * most.per_u});
  }
}

// Raises the sums to those of the rows at p where these are larger.
void SurveyField::raise_term_sums(std::size_t part, double p, std::vector<TermSums>& largest) {
  RowsAt rows;
  write(part, p, rows);
  const SmoothLimits& limits = scratch_;
  const std::span<const Circuit> circuits = set_of(panel_of_part_[part]).in_use();
  for (std::size_t i = 0; i < circuits.size(); ++i) {
    const Circuit& circuit = circuits[i];
    double* const weights = weights_.data();
    list_weights(circuit, weights);
    TermSums sums;
    sums.size = calc_row_size(rows.low[i], rows.high[i], rows.c[i]);
    if (circuit.is_difference) {
      // The common part of two limits of one force has the same error in both.
      sums = {sums.size, std::abs(rows.c[i]), std::abs(rows.a[i]), std::abs(rows.b[i]),
              std::abs(rows.d[i])};
    }
    for (std::size_t j = 0; j < circuit.limits.size() && !circuit.is_difference; ++j) {
      const auto k = static_cast<std::size_t>(circuit.limits[j]);
      const double w = std::abs(weights[j]);
      const double size = calc_row_size(limits.low[k], limits.high[k], limits.gamma[k]);
      sums.constant += w * std::min(std::abs(limits.gamma[k]), std::abs(limits.factor) * size);
      sums.alpha += w * std::abs(limits.alpha[k]);
      sums.beta += w * std::abs(limits.beta[k]);
      sums.delta += w * std::abs(limits.delta[k]);
    }
    for (double TermSums::*of : {&TermSums::size, &TermSums::constant, &TermSums::alpha,
                                 &TermSums::beta, &TermSums::delta}) {
      largest[i].*of = std::max(largest[i].*of, sums.*of);
    }
  }
}

// Where a weight changes its sign.
std::vector<double> SurveyField::find_kinks(std::size_t panel) {
  const Panel& at = survey_.panels()[panel];
  const double length = at.end - at.begin;
  constexpr std::size_t kLooks = 9;
  RowMinors& minors = set_of(panel).minors;
  const auto place = [&](std::size_t i) {
    return i == kLooks - 1 ? at.end : at.begin + length * (static_cast<double>(i) / (kLooks - 1));
  };
  MatrixXd values(static_cast<Eigen::Index>(minors.size()), static_cast<Eigen::Index>(kLooks));
  for (std::size_t i = 0; i < kLooks; ++i) {
    look_at_preload(panel, place(i));
    minors.write(preload_, {values.col(static_cast<Eigen::Index>(i)).data(), minors.size()});
  }
  const double noise = find_noise() * (values.size() > 0 ? values.cwiseAbs().maxCoeff() : 0.0);
  std::vector<double> kinks;
  for (std::size_t minor = 0; minor < minors.size(); ++minor) {
    for (std::size_t i = 0; i + 1 < kLooks; ++i) {
      const double before = values(static_cast<Eigen::Index>(minor), static_cast<Eigen::Index>(i));
      const double after =
          values(static_cast<Eigen::Index>(minor), static_cast<Eigen::Index>(i) + 1);
      // By symmetry, zeros are often exactly at a sample.
      const bool changes = (before < 0.0) != (after < 0.0);
      if (!changes || std::max(std::abs(before), std::abs(after)) <= noise) continue;
      const auto is_before = [&](double p) {
        look_at_preload(panel, p);
        return minors.calc(preload_, minor) * before > 0.0;
      };
      kinks.push_back(bisect(place(i), place(i + 1), 1e-14 * length, is_before).middle());
    }
  }
  std::sort(kinks.begin(), kinks.end());
  return kinks;
}

void SurveyField::split_at_kinks(std::size_t panel) {
  const Panel& at = survey_.panels()[panel];
  std::vector<double> ends{at.begin};
  if (rank_ > 0) {
    // No part may be so short that it is only rounding or interpolation error: over such a length
    // beyond their zeros, weights stay below the error of the rows.
    constexpr double kOfError = 0.2;
    const double least =
        std::max(round_off::kSame, kOfError * at.polynomials().error) * (at.end - at.begin);
    for (const double kink : find_kinks(panel)) {
      if (kink > ends.back() + least && kink < at.end - least) ends.push_back(kink);
    }
  }
  ends.push_back(at.end);
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    parts_.push_back({ends[k], ends[k + 1]});
    panel_of_part_.push_back(panel);
  }
}

// How large weights can be: the product of the lengths of the largest directions.
double SurveyField::calc_largest_weight(const SmoothLimits& limits) const {
  const double length = std::sqrt(limits.v.rowwise().squaredNorm().maxCoeff());
  double weight = 1.0;
  for (int k = 0; k < rank_; ++k) weight *= length;
  return weight;
}

void SurveyField::write(std::size_t part, double p, RowsAt& rows) {
  rows.resize(row_count_);
  RowSet& set = set_of(panel_of_part_[part]);
  look_at_panel(panel_of_part_[part], p, scratch_);
  const SmoothLimits& limits = scratch_;
  set.minors.write(limits.v, minor_values_);
  const signed char* sign = signs_.data() + first_sign_[part];
  const double noise = rank_ > 0 ? find_noise() * calc_largest_weight(limits) : 0.0;
  for (std::size_t i = set.used; i < row_count_; ++i) {
    rows.low[i] = -kInfinity;
    rows.high[i] = kInfinity;
  }
  for (std::size_t i = 0; i < set.used; ++i) {
    const Circuit& circuit = set.rows[i];
    double* const weights = weights_.data();
    list_weights(circuit, weights);
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0, low = 0.0, high = 0.0;
    // Limits whose directions are linearly dependent here even without one of them: other circuits
    // express the same.
    const bool is_void = std::all_of(weights, weights + circuit.limits.size(),
                                     [&](double w) { return std::abs(w) <= noise; });
    if (is_void) {
      sign += circuit.limits.size();
      rows.low[i] = -kInfinity;
      rows.high[i] = kInfinity;
      continue;
    }
    for (std::size_t j = 0; j < circuit.limits.size(); ++j) {
      const auto k = static_cast<std::size_t>(circuit.limits[j]);
      const double w = weights[j];
      a += w * limits.alpha[k];
      b += w * limits.beta[k];
      c += w * limits.gamma[k];
      d += w * limits.delta[k];
      const bool rises = *sign > 0, falls = *sign < 0;
      ++sign;
      const double limited =
          rises ? std::max(0.0, w * limits.factor) : std::min(0.0, w * limits.factor);
      // A limit without weight has no effect, even if it is missing.
      if (!rises && !falls) continue;
      const double at_low = rises ? limits.low[k] : limits.high[k];
      const double at_high = rises ? limits.high[k] : limits.low[k];
      low = std::isinf(at_low) ? -kInfinity : low + limited * at_low;
      high = std::isinf(at_high) ? kInfinity : high + limited * at_high;
    }
    rows.a[i] = a;
    rows.b[i] = b;
    rows.c[i] = c;
    rows.d[i] = d;
    rows.low[i] = low;
    rows.high[i] = high;
  }
}

}  // namespace motion
}  // namespace globaldyn::inside
