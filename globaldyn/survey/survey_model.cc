#include "globaldyn/survey/survey_model.h"

#include <cmath>

#include "core/base/nth.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

std::vector<FrictionDrive> list_friction(const Machine& machine) {
  const Drives& drives = machine.mechanism.drives;
  std::vector<FrictionDrive> list;
  for (const DriveId id : drives.ids()) list.push_back({id, drives[id].coulomb, {}});
  visit_drive_rows(drives, [&](std::size_t row, DriveId id, const DriveLimitKind& kind) {
    if (kind.force_at != nullptr)
      nth(list, row_of(id)).rows.push_back(static_cast<Eigen::Index>(row));
  });
  std::erase_if(list, [](const FrictionDrive& drive) { return drive.coulomb <= 0.0; });
  return list;
}

}  // namespace

SurveyModel::SurveyModel(const Machine& machine, const Path& path)
    : machine_(machine),
      path_(path),
      labels_(make_machine_labels(machine)),
      tool_rows_(path),
      friction_(list_friction(machine)),
      travel_(list_travel(machine.mechanism)) {
  if (tool_rows_.empty()) return;
  std::vector<LimitLabel> labels = *labels_;
  labels.insert(labels.end(), tool_rows_.labels().begin(), tool_rows_.labels().end());
  labels_ = std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
}

void SurveyModel::write_limits(const Sample& sample, const LimitSystem& of_machine,
                               LimitSystem& limits) const {
  limits = of_machine;
  limits.labels = labels_;
  if (tool_rows_.empty()) return;
  tool_rows_.append(sample.p,
                    calc_tool_motion(machine_.mechanism, sample.motion).first.v.squaredNorm(),
                    calc_tool(sample), limits);
}

ToolAcceleration SurveyModel::calc_tool(const Sample& sample) const {
  if (!tool_rows_.has_accelerations()) return {};
  return calc_tool_acceleration(machine_.mechanism, sample.motion, path_.p_max);
}

SurveyNode SurveyModel::make_node(const Sample& sample, const LimitSystem& limits) const {
  SurveyNode node;
  node.p = sample.p;
  node.motion.pose = sample.motion.pose;
  node.motion.first = sample.motion.first;
  node.motion.second = sample.motion.second;
  node.V = sample.map.V;
  node.determinant = sample.map.determinant;
  node.orientation = sample.orientation;
  node.kinematic_ratio = sample.kinematic_ratio;
  node.is_unbalanced = !limits.equalities.empty();
  node.tool = calc_tool(sample);
  const auto rows = static_cast<Eigen::Index>(limits.rows.size());
  node.rows.resize(rows, kMotionColumns + limits.redundancy);
  node.low.resize(rows);
  node.high.resize(rows);
  for (Eigen::Index k = 0; k < rows; ++k) {
    const LimitRow& row = nth(limits.rows, k);
    node.rows.row(k) << row.entries(), row.v.transpose();
    node.low(k) = row.low;
    node.high(k) = row.high;
  }
  const auto count = static_cast<Eigen::Index>(friction_.size());
  node.rates.resize(count);
  node.is_still.resize(friction_.size());
  VectorXd forces = VectorXd::Zero(sample.map.drive_count());
  for (Eigen::Index i = 0; i < count; ++i) {
    const FrictionDrive& drive = nth(friction_, i);
    const double rate = sample.map.drive_rate(row_of(drive.drive));
    const double slack = sample.map.coulomb_slack(row_of(drive.drive));
    node.rates(i) = rate;
    nth(node.is_still, i) = slack > 0.0 ? 1 : 0;
    if (slack == 0.0) forces(row_of(drive.drive)) = std::copysign(drive.coulomb, rate);
    for (const Eigen::Index row : drive.rows) {
      node.rows(row, 2) -= forces(row_of(drive.drive));
      node.low(row) += slack;
      node.high(row) -= slack;
    }
  }
  // The map's forces are those of minimum norm; friction removed from the drives as a whole leaves
  // its part along the preload.
  if (limits.redundancy > 0 && count > 0) {
    node.rows.col(2) += node.rows.rightCols(limits.redundancy) * (node.V.transpose() * forces);
  }
  node.travel.resize(static_cast<Eigen::Index>(travel_.size()));
  for (std::size_t i = 0; i < travel_.size(); ++i) {
    node.travel(static_cast<Eigen::Index>(i)) =
        calc_coordinate(machine_.mechanism, travel_[i].index, node.motion.pose);
  }
  return node;
}

}  // namespace survey
}  // namespace globaldyn::inside
