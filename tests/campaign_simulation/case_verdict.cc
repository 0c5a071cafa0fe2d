#include "tests/campaign_simulation/case_verdict.h"

#include <algorithm>
#include <cmath>

#include "core/base/rotation.h"
#include "core/formulations/registry/formulations.h"

namespace globaldyn::inside::test {
namespace {

// What projections leave, added up over the steps of a reference.
constexpr double kLeastTolerance = 1e-11;

struct Sizes {
  double speed, rate;  // m/s, rad/s
};

Sizes find_sizes(const Machine& machine, const CaseRun& run) {
  const double length = machine.mechanism.kinematic_length;
  double largest = 1.0;  // 1/s
  for (const BodyId body : moving_bodies(run.pose)) {
    largest = std::max({largest, run.twists[body].v.norm() / length, run.twists[body].w.norm()});
  }
  return {largest * length, largest};
}

Verdict find_verdict(const Reference& reference, const CaseRun& run, double errors) {
  if (!run.is_repeatable) return Verdict::disagrees;
  if (!run.error.empty()) {
    return reference.run.error.empty() ? Verdict::disagrees : Verdict::refused;
  }
  if (run.status != SimulationStatus::done) return Verdict::ended;
  if (!run.is_bounded) return Verdict::flagged;
  return errors <= kMostErrors ? Verdict::agrees : Verdict::disagrees;
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees:
      return "agrees";
    case Verdict::flagged:
      return "flagged";
    case Verdict::ended:
      return "ended";
    case Verdict::refused:
      return "refused";
    case Verdict::disagrees:
      return "disagrees";
  }
  return "";
}

double find_distance(const Machine& machine, const CaseRun& a, const CaseRun& b) {
  const Sizes sizes = find_sizes(machine, a);
  double largest = 0.0;
  for (const BodyId body : moving_bodies(a.pose)) {
    const Vector3d turn = find_rotation_vector(a.pose[body].R * b.pose[body].R.transpose());
    largest = std::max(
        {largest, (a.pose[body].r - b.pose[body].r).norm() / machine.mechanism.kinematic_length,
         turn.norm(), (a.twists[body].v - b.twists[body].v).norm() / sizes.speed,
         (a.twists[body].w - b.twists[body].w).norm() / sizes.rate});
  }
  return largest;
}

Reference find_reference(const SimulatedCase& c, long work) {
  constexpr double kShare = 1e-7;  // so small that what it does is linear, and well above errors
  Reference reference;
  const RunChoice tight{"denoc", IntegrationMethod::runge_kutta, Reference::kTolerance};
  reference.run = run_once(c, tight, work);
  if (!reference.is_known()) return reference;
  const RunChoice other{"recursive", IntegrationMethod::runge_kutta, Reference::kTolerance};
  const CaseRun second = run_once(c, other, work);
  if (second.status == SimulationStatus::done) {
    reference.disagreement = find_distance(c.machine, reference.run, second);
  }
  const SimulatedCase disturbed = disturb(c, kShare);
  const CaseRun moved = run_once(disturbed, tight, work);
  if (moved.status != SimulationStatus::done) return reference;
  const double begin = find_distance(c.machine, find_start(c), find_start(disturbed));
  const double end = find_distance(c.machine, reference.run, moved);
  if (begin > 0.0) reference.magnification = std::max(1.0, end / begin);
  return reference;
}

JudgedRun judge(const SimulatedCase& c, const Reference& reference, const RunChoice& choice,
                long work) {
  JudgedRun judged{choice, run_case(c, choice, work)};
  const bool is_comparable =
      judged.run.error.empty() && judged.run.status == SimulationStatus::done;
  if (reference.is_known() && is_comparable) {
    const double tolerance = std::max(choice.tolerance, kLeastTolerance);
    judged.errors =
        find_distance(c.machine, reference.run, judged.run) / (tolerance * reference.magnification);
  } else if (is_comparable) {
    judged.errors = 2.0 * kMostErrors;  // it came to an end that the reference has not
  }
  judged.verdict = find_verdict(reference, judged.run, judged.errors);
  return judged;
}

std::vector<RunChoice> list_choices(double tolerance) {
  std::vector<RunChoice> choices;
  for (const Formulation& formulation : list_formulations()) {
    for (const IntegrationMethod method :
         {IntegrationMethod::runge_kutta, IntegrationMethod::adams, IntegrationMethod::bdf}) {
      choices.push_back({formulation.key, method, tolerance});
    }
  }
  return choices;
}

}  // namespace globaldyn::inside::test
