#include "globaldyn/survey/survey_model.h"

#include <cmath>

#include "core/base/nth.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn::inside {
inline namespace survey {
namespace {

std::vector<LossyDrive> list_lossy(const Machine& machine) {
  const Drives& drives = machine.mechanism.drives;
  std::vector<LossyDrive> list;
  for (const DriveId id : drives.ids()) list.push_back({id, drives[id].coulomb, {}});
  visit_drive_rows(drives,
                   [&](std::size_t row, DriveId id, const DriveLimitKind& kind, std::size_t i) {
                     if (kind.bound == nullptr) return;
                     const Drive& drive = drives[id];
                     nth(list, row_of(id))
                         .rows.push_back({static_cast<Eigen::Index>(row),
                                          find_gear_slope(drive, kind.part) * drive.coulomb,
                                          kind.bound(drive.limit, i).range, kind.part});
                   });
  std::erase_if(list, [&](const LossyDrive& one) {
    return one.coulomb <= 0.0 && !has_gear_losses(drives[one.drive]);
  });
  return list;
}

}  // namespace

SurveyModel::SurveyModel(const Machine& machine, const Path& path, bool of_all_forces)
    : machine_(machine),
      path_(path),
      of_all_forces_(of_all_forces),
      labels_(make_machine_labels(machine)),
      tool_rows_(path),
      lossy_(list_lossy(machine)),
      travel_(list_travel(machine.mechanism)) {
  if (tool_rows_.empty()) return;
  std::vector<LimitLabel> labels = *labels_;
  labels.insert(labels.end(), tool_rows_.labels().begin(), tool_rows_.labels().end());
  labels_ = std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
}

bool SurveyModel::counts_unlimited(Eigen::Index row) const {
  return of_all_forces_ && kind_of_row(labels_, static_cast<std::size_t>(row)) == LimitKind::force;
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

void SurveyModel::choose_sides(const std::vector<Direction>& directions,
                               PanelLimits& limits) const {
  for (std::size_t i = 0; i < lossy_.size(); ++i) {
    const Direction direction = directions[i];
    for (const LossyRow& row : lossy_[i].rows) {
      const Interval sides = inside::choose_sides(row.limits, row.part, direction);
      const double slack = direction == 0 ? row.coulomb : 0.0;
      nth(limits.low, row.row) = sides.low - slack;
      nth(limits.high, row.row) = sides.high + slack;
    }
  }
}

std::vector<double> SurveyModel::list_friction(const std::vector<Direction>& directions) const {
  std::vector<double> forces;
  for (std::size_t i = 0; i < lossy_.size(); ++i) {
    if (directions[i] == 0 || lossy_[i].coulomb == 0.0) continue;
    forces.resize(labels_->size(), 0.0);
    for (const LossyRow& row : lossy_[i].rows) {
      nth(forces, row.row) = directions[i] * row.coulomb;
    }
  }
  return forces;
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
  const auto count = static_cast<Eigen::Index>(lossy_.size());
  node.rates.resize(count);
  node.is_still.resize(lossy_.size());
  VectorXd forces = VectorXd::Zero(sample.map.drive_count());
  for (Eigen::Index i = 0; i < count; ++i) {
    const LossyDrive& drive = nth(lossy_, i);
    const double rate = sample.map.drive_rate(row_of(drive.drive));
    const Direction direction = find_direction(rate);
    node.rates(i) = rate;
    nth(node.is_still, i) = direction == 0 ? 1 : 0;
    forces(row_of(drive.drive)) = direction * drive.coulomb;
    for (const LossyRow& row : drive.rows) {
      node.rows(row.row, 2) -= direction * row.coulomb;
      node.low(row.row) = row.limits.low;
      node.high(row.row) = row.limits.high;
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
