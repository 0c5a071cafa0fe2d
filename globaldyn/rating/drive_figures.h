#pragma once

#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/limits/drive_limits.h"

namespace globaldyn::inside {
inline namespace rating {

/// Puts in what is known of the drives by themselves.
inline void write_drive_figures(const Drives& drives, PathModel& model) {
  const auto count = static_cast<Eigen::Index>(drives.size());
  for (VectorXd* one : {&model.limits, &model.ratios, &model.thermal_times}) one->resize(count);
  for (const DriveId id : drives.ids()) {
    const Drive& drive = drives[id];
    model.drives.push_back(drive.name);
    model.limits(row_of(id)) = find_share_size(drive.limit);
    model.ratios(row_of(id)) = std::abs(drive.ratio);
    model.thermal_times(row_of(id)) = drive.limit.thermal_time;
  }
}

}  // namespace rating
}  // namespace globaldyn::inside
