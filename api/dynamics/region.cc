#include "api/dynamics/region_impl.h"
#include "globaldyn/region/intersection.h"

namespace globaldyn {
namespace {

RegionStatus to_region_status(inside::RegionStatus status) {
  switch (status) {
    case inside::RegionStatus::polygon:
      return RegionStatus::polygon;
    case inside::RegionStatus::arcs:
      return RegionStatus::arcs;
    case inside::RegionStatus::unbounded:
      return RegionStatus::unbounded;
    case inside::RegionStatus::segment:
      return RegionStatus::segment;
    case inside::RegionStatus::point:
      return RegionStatus::point;
    case inside::RegionStatus::empty:
      return RegionStatus::empty;
  }
  return RegionStatus::empty;
}

std::vector<RegionVertex> make_vertices(const std::vector<inside::RegionVertex>& vertices) {
  std::vector<RegionVertex> result;
  for (const inside::RegionVertex& one : vertices) result.push_back({one.d1_square, one.d2});
  return result;
}

RegionComponent make_component(const inside::RegionComponent& component) {
  RegionComponent result{.d1_interval = {component.d1.low, component.d1.high},
                         .vertices = make_vertices(component.vertices),
                         .edges = {},
                         .rays = make_vertices(component.rays)};
  for (const inside::RegionEdge& one : component.edges) {
    result.edges.push_back(
        {one.is_arc ? RegionEdge::Kind::arc : RegionEdge::Kind::line, to_public(one.active)});
  }
  return result;
}

}  // namespace

std::vector<ActiveLimit> to_public(const std::vector<inside::ActiveLimit>& limits) {
  std::vector<ActiveLimit> result;
  for (const inside::ActiveLimit& one : limits) result.push_back({one.name, one.limit});
  return result;
}

Region make_region(inside::Region region) {
  return Region(std::make_shared<const Region::Impl>(Region::Impl{std::move(region)}));
}

Region::Region() : Region(std::make_shared<const Impl>()) {}

Region::Region(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Region Region::intersect(const Region& other) const {
  return make_region(inside::intersect(impl_->region, other.impl_->region));
}

bool Region::is_empty() const {
  return impl_->region.is_empty();
}

RegionStatus Region::status() const {
  return to_region_status(impl_->region.status());
}

std::vector<RegionComponent> Region::components() const {
  std::vector<RegionComponent> result;
  for (const inside::RegionComponent& one : impl_->region.components()) {
    result.push_back(make_component(one));
  }
  return result;
}

std::vector<Interval> Region::d1_intervals() const {
  return to_intervals(impl_->region.d1_intervals());
}

std::optional<Interval> Region::d2_at(double d1) const {
  const auto range = impl_->region.d2_range(d1);
  if (!range) return std::nullopt;
  return Interval{range->low, range->high};
}

bool Region::contains(double d1, double d2) const {
  return impl_->region.contains(d1, d2);
}

double Region::support(double u, double w) const {
  return impl_->region.support(u, w);
}

std::optional<double> Region::area_d1_d2() const {
  return impl_->region.area_d1_d2();
}

std::optional<double> Region::area_d1sq_d2() const {
  return impl_->region.area_d1sq_d2();
}

const char* to_string(RegionStatus status) {
  switch (status) {
    case RegionStatus::polygon:
      return "polygon";
    case RegionStatus::arcs:
      return "arcs";
    case RegionStatus::unbounded:
      return "unbounded";
    case RegionStatus::segment:
      return "segment";
    case RegionStatus::point:
      return "point";
    case RegionStatus::empty:
      return "empty";
  }
  return "";
}

}  // namespace globaldyn
