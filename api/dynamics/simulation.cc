#include <globaldyn/simulation.h>

#include <filesystem>

#include "api/dynamics/run.h"
#include "api/dynamics/sample_impl.h"
#include "api/dynamics/simulation_impl.h"
#include "core/base/write_file.h"

namespace globaldyn {
namespace {

using Rows = std::vector<inside::SimulationRow>;

// A number of each sample.
template <class Get>
Eigen::VectorXd collect(const Rows& rows, const Get& get) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values(static_cast<Eigen::Index>(i)) = get(rows[i]);
  }
  return values;
}

// A number of each sample and drive.
Eigen::MatrixXd collect_rows(const Rows& rows, std::size_t drives,
                             Eigen::VectorXd inside::SimulationRow::*of) {
  Eigen::MatrixXd values(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(drives));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values.row(static_cast<Eigen::Index>(i)) = (rows[i].*of).transpose();
  }
  return values;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

SimulationStatus Simulation::status() const {
  switch (impl_->simulation.result.status) {
    case inside::SimulationStatus::done:
      return SimulationStatus::done;
    case inside::SimulationStatus::singular:
      return SimulationStatus::singular;
    case inside::SimulationStatus::travel_end:
      return SimulationStatus::travel_end;
    case inside::SimulationStatus::failed:
      return SimulationStatus::failed;
    case inside::SimulationStatus::cancelled:
      return SimulationStatus::cancelled;
  }
  return SimulationStatus::failed;
}

const std::string& Simulation::reason() const {
  return impl_->simulation.result.reason;
}

double Simulation::time() const {
  return impl_->simulation.result.time;
}

long Simulation::steps() const {
  return impl_->simulation.result.count.steps;
}

long Simulation::right_sides() const {
  return impl_->simulation.result.count.right_sides;
}

double Simulation::constraint_drift() const {
  return impl_->simulation.result.max_drift;
}

double Simulation::energy_error() const {
  return impl_->simulation.result.energy_error;
}

double Simulation::largest_kinetic_energy() const {
  return impl_->simulation.result.max_kinetic;
}

bool Simulation::energy_is_bounded() const {
  return impl_->simulation.energy_is_bounded;
}

std::optional<double> Simulation::tracking_error() const {
  const inside::MachineSimulation& simulation = impl_->simulation;
  return simulation.is_tracked() ? std::optional(simulation.tracking_error) : std::nullopt;
}

std::optional<double> Simulation::orientation_error() const {
  const inside::MachineSimulation& simulation = impl_->simulation;
  return simulation.is_tracked() ? std::optional(simulation.orientation_error) : std::nullopt;
}

const std::vector<std::string>& Simulation::drives() const {
  return impl_->simulation.drives.items();
}

const std::vector<double>& Simulation::saturated_shares() const {
  return impl_->simulation.saturated_shares.items();
}

Eigen::VectorXd Simulation::t() const {
  return collect(impl_->simulation.rows, [](const auto& row) { return row.t; });
}

Eigen::MatrixXd Simulation::positions() const {
  return collect_rows(impl_->simulation.rows, drives().size(), &inside::SimulationRow::positions);
}

Eigen::MatrixXd Simulation::speeds() const {
  return collect_rows(impl_->simulation.rows, drives().size(), &inside::SimulationRow::rates);
}

Eigen::MatrixXd Simulation::forces() const {
  return collect_rows(impl_->simulation.rows, drives().size(), &inside::SimulationRow::forces);
}

Eigen::MatrixXd Simulation::transmitted() const {
  return collect_rows(impl_->simulation.rows, drives().size(), &inside::SimulationRow::transmitted);
}

const std::vector<std::string>& Simulation::reaction_names() const {
  return impl_->simulation.reaction_names;
}

Eigen::MatrixXd Simulation::reactions() const {
  const Rows& rows = impl_->simulation.rows;
  const auto count = static_cast<Eigen::Index>(reaction_names().size());
  Eigen::MatrixXd values(static_cast<Eigen::Index>(rows.size()), count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(rows[i].reactions.data(), count);
  }
  return values;
}

Eigen::VectorXd Simulation::kinetic() const {
  return collect(impl_->simulation.rows, [](const auto& row) { return row.kinetic; });
}

Eigen::VectorXd Simulation::potential() const {
  return collect(impl_->simulation.rows, [](const auto& row) { return row.potential; });
}

Eigen::VectorXd Simulation::work() const {
  return collect(impl_->simulation.rows, [](const auto& row) { return row.work; });
}

Eigen::VectorXd Simulation::tracking() const {
  return collect(impl_->simulation.rows, [](const auto& row) { return row.tracking; });
}

std::vector<Frame> Simulation::tool() const {
  std::vector<Frame> frames;
  if (!impl_->simulation.has_tool) return frames;
  for (const inside::SimulationRow& one : impl_->simulation.rows) {
    frames.push_back(to_public(one.tool));
  }
  return frames;
}

std::string Simulation::json() const {
  return inside::to_json(impl_->simulation, impl_->origin);
}

std::string Simulation::csv() const {
  return inside::to_csv(impl_->simulation);
}

void Simulation::write(const std::string& folder) const {
  const inside::Origin origin = keep_origin(impl_->origin, impl_->machine, folder);
  const std::filesystem::path to = folder;
  inside::write_file((to / "simulation.json").string(), inside::to_json(impl_->simulation, origin));
  inside::write_file((to / "simulation.csv").string(), csv());
  inside::write_hdf5(impl_->simulation, origin, (to / "simulation.h5").string());
}

const char* to_string(SimulationStatus status) {
  switch (status) {
    case SimulationStatus::done:
      return "done";
    case SimulationStatus::singular:
      return "singular";
    case SimulationStatus::travel_end:
      return "travel_end";
    case SimulationStatus::failed:
      return "failed";
    case SimulationStatus::cancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace globaldyn
