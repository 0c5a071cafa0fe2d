#include <globaldyn/evaluation.h>

#include <cmath>
#include <filesystem>

#include "api/dynamics/criteria_impl.h"
#include "api/dynamics/evaluation_impl.h"
#include "api/dynamics/machine_impl.h"
#include "api/dynamics/region_impl.h"
#include "api/dynamics/run.h"
#include "api/dynamics/sample_impl.h"
#include "core/base/write_file.h"
#include "globaldyn/evaluation/write_evaluation.h"

namespace globaldyn {
namespace {

namespace fs = std::filesystem;

void refuse_negative(const std::vector<double>& values, const std::string& option) {
  for (const double value : values) {
    if (std::isfinite(value) && value >= 0.0) continue;
    throw InputError(inside::whole_place(option), "'" + std::to_string(value) + "'",
                     "expected finite numbers >= 0");
  }
}

Sample make_sample(const inside::Sample& sample, bool has_tool) {
  Sample result;
  result.p = sample.p;
  result.status = to_public(sample.status);
  if (sample.status != inside::SampleStatus::ok) {
    result.reason = sample.reason.text();
    return result;
  }
  if (has_tool) result.tool = to_public(sample.tool);
  result.A = sample.map.A();
  result.B = sample.map.B();
  result.C = sample.map.C();
  result.D = sample.map.D();
  result.V = sample.map.V;
  result.unbalanced = sample.map.unbalanced();
  result.region = make_region(sample.region);
  for (const auto& [d1, d2] : sample.d2_at) {
    result.d2_at.push_back({d1, d2 ? std::optional(Interval{d2->low, d2->high}) : std::nullopt});
  }
  if (const auto& matrices = sample.matrices) {
    result.matrices = PoseMatrices{matrices->M, matrices->W, matrices->jacobian, matrices->K,
                                   matrices->joint_inertia};
  }
  return result;
}

}  // namespace

SampleStatus to_public(inside::SampleStatus status) {
  switch (status) {
    case inside::SampleStatus::ok:
      return SampleStatus::ok;
    case inside::SampleStatus::unreachable:
      return SampleStatus::unreachable;
    case inside::SampleStatus::singular:
      return SampleStatus::singular;
    case inside::SampleStatus::lost_branch:
      return SampleStatus::lost_branch;
    case inside::SampleStatus::out_of_travel:
      return SampleStatus::out_of_travel;
    case inside::SampleStatus::colliding:
      return SampleStatus::colliding;
  }
  return SampleStatus::unreachable;
}

Frame to_public(const inside::Frame& frame) {
  return {frame.origin, frame.axes};
}

const char* to_string(SampleStatus status) {
  switch (status) {
    case SampleStatus::ok:
      return "ok";
    case SampleStatus::unreachable:
      return "unreachable";
    case SampleStatus::singular:
      return "singular";
    case SampleStatus::lost_branch:
      return "lost_branch";
    case SampleStatus::out_of_travel:
      return "out_of_travel";
    case SampleStatus::colliding:
      return "colliding";
  }
  return "";
}

Evaluation::Evaluation(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::vector<PathEvaluation>& Evaluation::paths() const {
  return impl_->paths;
}

const std::vector<CriterionValue>& Evaluation::criteria() const {
  return impl_->criteria;
}

int Evaluation::n_bodies() const {
  return impl_->evaluation.n_bodies;
}

std::optional<int> Evaluation::n_dof() const {
  return impl_->evaluation.n_dof;
}

std::optional<int> Evaluation::redundancy() const {
  return impl_->evaluation.redundancy;
}

const std::vector<std::string>& Evaluation::links() const {
  return impl_->evaluation.links;
}

std::string Evaluation::json(bool bodies) const {
  return inside::to_json(impl_->evaluation, impl_->origin,
                         bodies ? machine_of(impl_->machine).mechanism.bodies : inside::Bodies());
}

std::string Evaluation::csv() const {
  return inside::to_csv(impl_->evaluation);
}

void Evaluation::write(const std::string& folder) const {
  const inside::Origin origin = keep_origin(impl_->origin, impl_->machine, folder);
  inside::write_file((fs::path(folder) / "evaluation.json").string(),
                     inside::to_json(impl_->evaluation, origin));
  inside::write_file((fs::path(folder) / "regions.csv").string(), csv());
}

Evaluation evaluate(const Machine& machine, const EvaluationOptions& options) {
  if (options.samples < 1) {
    throw InputError(inside::whole_place("samples"), "none", "expected at least 1");
  }
  refuse_negative(options.at, "at");
  refuse_negative(options.bounds_at, "bounds_at");
  const inside::FallbackCounts before = inside::list_fallbacks();
  const inside::Machine& model = machine_of(machine);
  inside::Evaluation evaluation = inside::evaluate(model, {.paths = options.paths,
                                                           .samples = options.samples,
                                                           .at = options.at,
                                                           .bounds_at = options.bounds_at,
                                                           .matrices = options.matrices,
                                                           .method = to_method(options.method),
                                                           .sweep = to_sweep(options.run)});
  if (!options.criteria.empty()) {
    inside::PathCriteriaOptions rating = to_inside(options.criteria_options);
    rating.sweep = to_sweep(options.run);
    evaluation.criteria =
        inside::calc_path_criteria(model, options.paths, options.criteria, rating);
  }
  auto impl = std::make_shared<Evaluation::Impl>(
      Evaluation::Impl{machine, std::move(evaluation), make_origin(machine, before), {}, {}});
  for (const inside::PathEvaluation& path : impl->evaluation.paths) {
    impl->paths.push_back({path.name, path.p_max, {}, path.coordinates});
    for (const inside::Sample& one : path.samples) {
      impl->paths.back().samples.push_back(make_sample(one, model.mechanism.tool.has_value()));
    }
  }
  for (const auto& one : impl->evaluation.criteria) impl->criteria.push_back(to_public(one));
  return Evaluation(std::move(impl));
}

}  // namespace globaldyn
