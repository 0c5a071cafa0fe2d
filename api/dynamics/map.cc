#include <globaldyn/map.h>

#include <algorithm>
#include <filesystem>

#include "api/dynamics/criteria_impl.h"
#include "api/dynamics/machine_impl.h"
#include "api/dynamics/map_impl.h"
#include "api/dynamics/run.h"
#include "api/dynamics/sample_impl.h"
#include "core/base/write_file.h"
#include "globaldyn/maps/write_map.h"

namespace globaldyn {
namespace {

void fill(Map::Impl& impl) {
  const inside::WorkspaceMap& map = impl.map;
  for (const inside::MapAxis& one : map.description.axes) {
    impl.axes.push_back({one.name, one.rotational, one.from, one.to, one.count});
  }
  for (const inside::MapOrientation& one : map.description.orientations) {
    impl.orientations.push_back(one.name);
  }
  for (const inside::SampleStatus one : map.status) impl.status.push_back(to_public(one));
  for (const inside::MapColumn& one : map.columns) {
    const inside::Criterion& criterion = *one.plan.criterion;
    impl.columns.push_back(
        {one.plan.name, criterion.unit, to_public(criterion.better), one.values});
  }
  for (const inside::Reduction& one : map.reductions) {
    impl.reductions.push_back(
        {one.name, one.column, inside::to_string(one.kind), one.value, one.unit});
  }
}

}  // namespace

Map::Map(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Map::name() const {
  return impl_->map.description.name;
}

const std::vector<MapAxis>& Map::axes() const {
  return impl_->axes;
}

const std::vector<std::string>& Map::orientations() const {
  return impl_->orientations;
}

const std::vector<std::size_t>& Map::shape() const {
  return impl_->map.shape;
}

const std::vector<SampleStatus>& Map::status() const {
  return impl_->status;
}

const std::vector<std::string>& Map::reason() const {
  return impl_->map.reason;
}

std::size_t Map::count(SampleStatus status) const {
  return static_cast<std::size_t>(std::count(impl_->status.begin(), impl_->status.end(), status));
}

const std::vector<double>& Map::signed_drive_margin() const {
  return impl_->map.signed_margin;
}

const std::vector<MapColumn>& Map::columns() const {
  return impl_->columns;
}

const std::vector<Reduction>& Map::reductions() const {
  return impl_->reductions;
}

std::string Map::json() const {
  return inside::to_json(impl_->map, impl_->origin);
}

std::string Map::csv() const {
  return inside::to_csv(impl_->map);
}

void Map::write(const std::string& folder) const {
  const inside::Origin origin = keep_origin(impl_->origin, impl_->machine, folder);
  const std::string stem = (std::filesystem::path(folder) / ("map_" + name())).string();
  inside::write_file(stem + ".json", inside::to_json(impl_->map, origin));
  inside::write_file(stem + ".csv", csv());
  inside::write_hdf5(impl_->map, origin, stem + ".h5");
}

Map make_map(const Machine& machine, const std::string& map, const MapOptions& options) {
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  inside::WorkspaceMap made = inside::make_map(model, inside::find_map(model, map),
                                               {to_method(options.method), to_sweep(options.run)});
  auto impl = std::make_shared<Map::Impl>(Map::Impl{.machine = machine,
                                                    .map = std::move(made),
                                                    .origin = make_origin(machine, before),
                                                    .axes = {},
                                                    .orientations = {},
                                                    .status = {},
                                                    .columns = {},
                                                    .reductions = {}});
  fill(*impl);
  return Map(std::move(impl));
}

}  // namespace globaldyn
