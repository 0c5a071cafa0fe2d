#include <globaldyn/plan.h>

#include <filesystem>

#include "api/dynamics/plan_impl.h"
#include "api/dynamics/plan_status.h"
#include "api/dynamics/region_impl.h"
#include "api/dynamics/run.h"
#include "api/dynamics/sample_impl.h"
#include "core/base/write_file.h"
#include "globaldyn/record/write_plan.h"

namespace globaldyn {
namespace {

namespace fs = std::filesystem;

MotionState to_motion_state(const inside::MotionState& state) {
  return {state.t, state.p, state.d1, state.d2};
}

// A number of each sample.
template <class Get>
Eigen::VectorXd collect(const inside::MotionRecord& record, const Get& get) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(record.samples.size()));
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    values(static_cast<Eigen::Index>(i)) = get(record.samples[i]);
  }
  return values;
}

// A row of each sample.
template <class Get>
Eigen::MatrixXd collect_rows(const inside::MotionRecord& record, std::size_t columns,
                             const Get& get) {
  Eigen::MatrixXd values(static_cast<Eigen::Index>(record.samples.size()),
                         static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    values.row(static_cast<Eigen::Index>(i)) = get(record.samples[i]).transpose();
  }
  return values;
}

}  // namespace

Plan::Plan(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Plan::machine() const {
  return impl_->motion.plan.machine;
}

const std::string& Plan::path() const {
  return impl_->motion.plan.path;
}

const std::vector<std::string>& Plan::drives() const {
  return impl_->motion.drives.items();
}

PlanStatus Plan::status() const {
  return to_plan_status(impl_->motion.plan.status());
}

bool Plan::has_motion() const {
  return impl_->motion.plan.has_motion();
}

const std::string& Plan::reason() const {
  return impl_->motion.plan.reason;
}

const std::vector<std::string>& Plan::notes() const {
  return impl_->motion.plan.notes;
}

std::string Plan::planner() const {
  return inside::to_string(impl_->motion.plan.planner.method);
}

std::string Plan::regions_because() const {
  return inside::to_string(impl_->motion.plan.planner.reason);
}

std::optional<PlanFailure> Plan::failure() const {
  if (has_motion()) return std::nullopt;
  const inside::PathPlan& plan = impl_->motion.plan;
  PlanFailure failure;
  failure.reason = plan.reason;
  if (plan.status() == inside::PlanStatus::unreachable) failure.p = plan.failure.p;
  if (!plan.plan.obstacle) return failure;
  const inside::Obstacle& obstacle = *plan.plan.obstacle;
  if (plan.status() != inside::PlanStatus::unreachable) failure.p = obstacle.p;
  for (const inside::MissingLimit& one : obstacle.limits) {
    failure.limits.push_back({{one.limit.name, one.limit.limit}, one.missing, one.alone});
  }
  failure.d1_reached = to_intervals(obstacle.reached);
  failure.d1_needed = to_intervals(obstacle.needed);
  return failure;
}

double Plan::time() const {
  return has_motion() ? impl_->motion.plan.time() : 0.0;
}

double Plan::time_lower() const {
  return has_motion() ? impl_->motion.plan.time_lower() : 0.0;
}

std::optional<GivenLaw> Plan::law() const {
  const auto& given = impl_->motion.plan.given;
  if (!given) return std::nullopt;
  GivenLaw law{given->law, given->least_time, {}};
  for (const inside::ExceededLimit& one : given->exceeded) {
    law.exceeded.push_back({{one.limit.name, one.limit.limit}, one.by, one.t, one.p});
  }
  return law;
}

const std::vector<CycleStep>& Plan::steps() const {
  return impl_->steps;
}

double Plan::shortest() const {
  return impl_->motion.shortest;
}

double Plan::dwell() const {
  return impl_->motion.plan.dwell;
}

double Plan::max_violation() const {
  return impl_->motion.max_violation;
}

MotionState Plan::at(double t) const {
  return has_motion() ? to_motion_state(impl_->motion.plan.trajectory.at(t)) : MotionState{};
}

const std::vector<double>& Plan::nodes() const {
  return impl_->motion.plan.plan.p;
}

const std::vector<PathStop>& Plan::stops() const {
  return impl_->stops;
}

std::vector<double> Plan::switches() const {
  std::vector<double> times;
  for (std::size_t i = 1; i < impl_->stretches.size(); ++i) {
    times.push_back(impl_->stretches[i].t.low);
  }
  return times;
}

const std::vector<Stretch>& Plan::stretches() const {
  return impl_->stretches;
}

const std::vector<AccessibleSpeeds>& Plan::accessible() const {
  return impl_->accessible;
}

const std::vector<DriveUse>& Plan::use() const {
  return impl_->use;
}

const std::vector<MotorUse>& Plan::motors() const {
  return impl_->motors;
}

double Plan::energy() const {
  return impl_->motion.use.energy;
}

double Plan::braking_energy() const {
  return impl_->motion.use.braking_energy;
}

std::optional<WishedMotion> Plan::wished() const {
  const auto& wished = impl_->motion.plan.wished;
  if (!wished) return std::nullopt;
  const auto list = [](const Eigen::VectorXd& values) {
    return std::vector<double>(values.begin(), values.end());
  };
  const inside::WishPrices& prices = wished->prices;
  return WishedMotion{.fastest = wished->fastest,
                      .pause = wished->pause,
                      .losses = wished->losses,
                      .losses_unit = wished->losses_unit,
                      .energy = wished->energy,
                      .error = wished->error,
                      .is_global = wished->is_global,
                      .gap = wished->gap,
                      .variation = list(wished->variation),
                      .prices = {.rated = list(prices.rated),
                                 .power = list(prices.power),
                                 .supply = prices.supply,
                                 .supply_back = prices.supply_back,
                                 .time = prices.time}};
}

Eigen::VectorXd Plan::t() const {
  return collect(impl_->motion.record, [](const auto& sample) { return sample.state.t; });
}

Eigen::VectorXd Plan::p() const {
  return collect(impl_->motion.record, [](const auto& sample) { return sample.state.p; });
}

Eigen::VectorXd Plan::d1() const {
  return collect(impl_->motion.record, [](const auto& sample) { return sample.state.d1; });
}

Eigen::VectorXd Plan::d2() const {
  return collect(impl_->motion.record, [](const auto& sample) { return sample.state.d2; });
}

Eigen::MatrixXd Plan::forces() const {
  return collect_rows(impl_->motion.record, drives().size(),
                      [](const auto& sample) { return sample.forces; });
}

Eigen::MatrixXd Plan::positions() const {
  return collect_rows(impl_->motion.record, drives().size(),
                      [](const auto& sample) { return sample.positions; });
}

Eigen::MatrixXd Plan::speeds() const {
  return collect_rows(impl_->motion.record, drives().size(),
                      [](const auto& sample) { return sample.rates; });
}

Eigen::MatrixXd Plan::power() const {
  return collect_rows(impl_->motion.record, drives().size(),
                      [](const auto& sample) { return sample.calc_power(); });
}

std::vector<Frame> Plan::tool() const {
  std::vector<Frame> frames;
  if (!impl_->motion.plan.has_tool) return frames;
  for (const inside::MotionSample& one : impl_->motion.record.samples) {
    frames.push_back(to_public(one.tool));
  }
  return frames;
}

const std::vector<std::string>& Plan::reaction_names() const {
  return impl_->motion.reaction_names;
}

Eigen::MatrixXd Plan::reactions() const {
  return collect_rows(
      impl_->motion.record, reaction_names().size(), [](const inside::MotionSample& sample) {
        return Eigen::Map<const Eigen::VectorXd>(
            sample.reactions.data(), static_cast<Eigen::Index>(sample.reactions.size()));
      });
}

std::string Plan::json() const {
  return inside::to_json(impl_->motion, impl_->origin);
}

std::string Plan::csv() const {
  return inside::to_csv(impl_->motion, impl_->origin);
}

std::string Plan::drives_csv() const {
  return inside::to_csv(impl_->motor_use, impl_->machine.load_case());
}

void Plan::write(const std::string& folder) const {
  const inside::Origin origin = keep_origin(impl_->origin, impl_->machine, folder);
  const fs::path to = folder;
  inside::write_file((to / "plan.json").string(), inside::to_json(impl_->motion, origin));
  inside::write_file((to / "plan.csv").string(), inside::to_csv(impl_->motion, origin));
  inside::write_hdf5(impl_->motion, origin, (to / "plan.h5").string());
  if (has_motion()) inside::write_file((to / "drives.csv").string(), drives_csv());
}

const char* to_string(ForceChoice choice) {
  switch (choice) {
    case ForceChoice::minimum:
      return "minimum";
    case ForceChoice::preload:
      return "preload";
    case ForceChoice::smooth:
      return "smooth";
  }
  return "";
}

}  // namespace globaldyn
