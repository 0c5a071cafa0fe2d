#include <globaldyn/study.h>

#include <algorithm>

#include "api/optimize/study_impl.h"
#include "optimize/pareto/knees.h"
#include "optimize/run/stored_study.h"
#include "optimize/store/export.h"
#include "optimize/study/design_settings.h"
#include "optimize/study/write_design.h"

namespace globaldyn {
namespace {

StudyColumn::Role to_role(inside::StudyColumn::Role role) {
  switch (role) {
    case inside::StudyColumn::Role::variable:
      return StudyColumn::Role::variable;
    case inside::StudyColumn::Role::objective:
      return StudyColumn::Role::objective;
    case inside::StudyColumn::Role::constraint:
      return StudyColumn::Role::constraint;
    case inside::StudyColumn::Role::quantity:
      return StudyColumn::Role::quantity;
  }
  return StudyColumn::Role::quantity;
}

DesignState to_design_state(inside::DesignState state) {
  switch (state) {
    case inside::DesignState::ok:
      return DesignState::ok;
    case inside::DesignState::infeasible:
      return DesignState::infeasible;
    case inside::DesignState::failed:
      return DesignState::failed;
  }
  return DesignState::failed;
}

StudyColumn make_column(const inside::StudyColumn& column) {
  return {.name = column.name,
          .role = to_role(column.role),
          .unit = column.unit.si,
          .description = column.description,
          .choices = column.choices,
          .is_integer = column.is_integer,
          .is_maximized = column.is_maximized};
}

Design make_design(const inside::DesignRecord& record) {
  return {.id = record.id,
          .variables = record.design,
          .state = to_design_state(record.state),
          .reason = record.reason,
          .objectives = record.objectives,
          .constraints = record.constraints,
          .quantities = record.quantities,
          .violation = record.violation};
}

inside::StudyStore open(const Study::Impl& impl) {
  return inside::StudyStore::open_readonly(impl.file);
}

// A design as it was evaluated: the study of then, and its variables.
struct Evaluated {
  inside::Study study;
  inside::Design design;
};

Evaluated find_evaluated(const Study::Impl& impl, std::uint64_t id) {
  const inside::StudyStore store = open(impl);
  const inside::DesignRecord record = inside::read_design(store, id);
  return {inside::load_study_of(store, record), record.design};
}

}  // namespace

Study::Study(const std::string& folder) {
  const inside::StudyStore store = inside::StudyStore::open_readonly(folder);
  auto impl = std::make_shared<Impl>();
  impl->file = store.file();
  impl->table = inside::load_table(store);
  for (const auto& one : impl->table.header.columns) impl->columns.push_back(make_column(one));
  for (const auto& one : impl->table.records) impl->designs.push_back(make_design(one));
  for (const auto& one : impl->table.events) {
    impl->events.push_back({one.kind, one.evaluation, one.text});
  }
  impl_ = std::move(impl);
}

const std::string& Study::name() const {
  return impl_->table.header.name;
}

const std::string& Study::file() const {
  return impl_->file;
}

const std::string& Study::program() const {
  return impl_->table.header.program;
}

const std::string& Study::created() const {
  return impl_->table.header.created;
}

const std::vector<StudyEvent>& Study::events() const {
  return impl_->events;
}

std::string Study::end() const {
  return impl_->events.empty() ? "" : impl_->events.back().kind;
}

const std::vector<StudyColumn>& Study::columns() const {
  return impl_->columns;
}

std::vector<StudyColumn> Study::columns(StudyColumn::Role role) const {
  std::vector<StudyColumn> result;
  for (const StudyColumn& one : impl_->columns) {
    if (one.role == role) result.push_back(one);
  }
  return result;
}

const std::vector<Design>& Study::designs() const {
  return impl_->designs;
}

const Design& Study::design(std::uint64_t id) const {
  const auto is_before = [](const Design& one, std::uint64_t number) { return one.id < number; };
  const auto found = std::lower_bound(impl_->designs.begin(), impl_->designs.end(), id, is_before);
  if (found != impl_->designs.end() && found->id == id) return *found;
  throw InputError(inside::whole_place(impl_->file), "there is no evaluation " + std::to_string(id),
                   "expected one of its designs");
}

std::size_t Study::count(DesignState state) const {
  return static_cast<std::size_t>(
      std::count_if(impl_->designs.begin(), impl_->designs.end(),
                    [&](const Design& one) { return one.state == state; }));
}

ParetoSet Study::pareto() const {
  ParetoSet set;
  set.objectives = columns(StudyColumn::Role::objective);
  for (const std::uint64_t id : impl_->table.front) set.designs.push_back(design(id));
  if (set.designs.empty()) return set;
  for (const inside::Knee& one : inside::find_knees(impl_->table.front_points())) {
    set.knees.push_back(static_cast<std::size_t>(one.index));
  }
  return set;
}

Machine Study::machine(std::uint64_t id) const {
  const Evaluated found = find_evaluated(*impl_, id);
  const inside::StudyScenario& scenario = found.study.scenarios.front();
  std::vector<Setting> settings;
  for (const auto& one : inside::list_settings(found.study, scenario, found.design)) {
    settings.push_back({one.name, one.text});
  }
  return load_machine(found.study.machine_file, settings, scenario.load_case);
}

std::string Study::machine_file(std::uint64_t id, const std::string& folder) const {
  const Evaluated found = find_evaluated(*impl_, id);
  return inside::make_design_file(found.study, found.study.scenarios.front(), found.design, folder);
}

std::string Study::csv() const {
  return inside::to_csv(open(*impl_), impl_->table.front);
}

std::string Study::json() const {
  return inside::to_json(open(*impl_), impl_->table.front);
}

void Study::write_csv(const std::string& file) const {
  inside::write_csv(open(*impl_), impl_->table.front, file);
}

void Study::write_json(const std::string& file) const {
  inside::write_json(open(*impl_), impl_->table.front, file);
}

void Study::write_hdf5(const std::string& file) const {
  inside::write_hdf5(open(*impl_), impl_->table.front, file);
}

}  // namespace globaldyn
