#include "core/kinematics/drive_turns.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn {

void take_out_turns(const Mechanism& mechanism, const VectorXd& near, VectorXd& positions) {
  for (Eigen::Index k = 0; k < near.size(); ++k) {
    const double period = find_period(mechanism, nth(mechanism.drives, k).coordinate);
    if (period == 0.0) continue;
    positions(k) += period * std::round((near(k) - positions(k)) / period);
  }
}

}  // namespace globaldyn
