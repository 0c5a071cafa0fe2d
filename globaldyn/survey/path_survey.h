#pragma once

#include <memory>
#include <string>
#include <vector>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/region/limit_rows.h"

namespace globaldyn {

/// Where a machine cannot follow its path.
struct PathFailure {
  SampleStatus status{SampleStatus::ok};  ///< ok: it can
  double p{0.0};
  std::string reason;  ///< one line
};

struct SurveyOptions {
  /// Of interpolated limits: their error, as a share of the row's limits, and for terms in d1, d1²
  /// and d2 as a share of the largest such term nearby.
  double accuracy{1e-6};
  std::size_t most_poses{200000};  ///< beyond that the survey gives up
  Pose start;                      ///< of the machine at p = 0, where it is known
};

/// Limits at one p as a smooth function of p: as in a LimitSystem, but all of a row multiplied by
/// the panel's factor, and the preload's directions chosen so that they are smooth, too (not
/// orthonormal).
struct SmoothLimits {
  double factor{1.0};  ///< f; changes sign where drives lose hold of a freedom
  /// Per row: f times (alpha d1² + beta d1 + gamma + delta d2) + v.y, between the lesser and the
  /// larger of f low and f high.
  std::vector<double> alpha, beta, gamma, delta;
  std::vector<double> low, high;  ///< not multiplied; may be infinite
  MatrixXd v;                     ///< rows x redundancy
};

}  // namespace globaldyn
