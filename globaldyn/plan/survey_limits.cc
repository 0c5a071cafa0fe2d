#include "globaldyn/plan/survey_limits.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

// Below this share of what it is elsewhere the factor of a panel cannot be divided by.
constexpr double kNoFactor = 1e-7;

void take(const SmoothLimits& limits, const LimitLabels& labels, LimitSystem& system) {
  system.labels = labels;
  system.equalities.clear();
  system.redundancy = static_cast<int>(limits.v.cols());
  system.rows.resize(limits.alpha.size());
  const double by_factor = 1.0 / limits.factor;
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    row.alpha = by_factor * limits.alpha[k];
    row.beta = by_factor * limits.beta[k];
    row.gamma = by_factor * limits.gamma[k];
    row.delta = by_factor * limits.delta[k];
    row.v = by_factor * limits.v.row(static_cast<Eigen::Index>(k)).transpose();
    row.low = limits.low[k];
    row.high = limits.high[k];
  }
}

}  // namespace

LimitSource make_limit_source(PathSurvey& survey) {
  return [&survey, smooth = SmoothLimits{}](std::span<const double> p,
                                            std::span<LimitsAt> limits) mutable {
    for (std::size_t i = 0; i < p.size(); ++i) {
      limits[i].after.reset();
      const Panel& panel = survey.find_panel(p[i]);
      panel.write(p[i], smooth);
      if (std::abs(smooth.factor) < kNoFactor) {
        if (survey.visit(p[i]).status == SampleStatus::ok) {
          limits[i].before = survey.limits();
          limits[i].before.labels = survey.labels();
          continue;
        }
      }
      const auto& breaks = survey.breaks();
      const bool is_break = std::binary_search(breaks.begin(), breaks.end(), p[i]);
      const bool has_before = is_break && &panel != &survey.panels().front() && panel.begin == p[i];
      if (!has_before) {
        take(smooth, survey.labels(), limits[i].before);
        continue;
      }
      take(smooth, survey.labels(), limits[i].after.emplace());
      const Panel& before = *(&panel - 1);
      before.write(before.end, smooth);
      take(smooth, survey.labels(), limits[i].before);
    }
  };
}

}  // namespace globaldyn
