#include "report/document/study_machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/base/errors.h"
#include "core/following/path_follower.h"
#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/free_run/run_freely.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"
#include "optimize/evaluator/plan_options.h"
#include "optimize/study/asked_paths.h"
#include "optimize/study/design_maker.h"
#include "report/charts/front_designs.h"
#include "report/charts/study_axis.h"
#include "report/document/machine_section.h"
#include "report/document/machine_table.h"
#include "report/document/path_section.h"
#include "report/document/result_sections.h"

namespace globaldyn::inside::report {
namespace {

constexpr int kPosesOfDesign = 61;  // along each path of a design
constexpr int kInstants = 101;      // of each plan

// The front thinned out evenly, with all designs that have a name.
std::vector<const DesignRecord*> choose_designs(const StudyTable& table, std::size_t most) {
  std::vector<const DesignRecord*> chosen;
  if (table.front.empty()) return chosen;
  const std::vector<NamedDesign> named = name_designs(table);
  chosen = thin_out(list_front(table), most > named.size() ? most - named.size() : 0);
  if (chosen.size() > most) chosen.clear();
  for (const NamedDesign& one : named) {
    if (std::find(chosen.begin(), chosen.end(), one.design) == chosen.end()) {
      chosen.push_back(one.design);
    }
  }
  return chosen;
}

// Visits designs on several threads: visit(study, maker, i) with the study that the i-th was
// evaluated by and what makes its machine. Those whose study is not known are left out.
class DesignSweep {
 public:
  DesignSweep(const SweepOptions& options, StudyCache& studies)
      : options_(options), studies_(studies) {}

  template <class Visit>
  void run(std::span<const DesignRecord* const> records, ProgressCounter& counter,
           const Visit& visit) {
    for (const DesignRecord* record : records) (void)studies_.find(*record);
    std::vector<std::map<std::uint64_t, DesignMaker>> makers(
        static_cast<std::size_t>(count_threads(options_)));
    run_sweep(records.size(), options_, counter, [&](std::size_t slot, std::size_t i) {
      const std::uint64_t inputs = records[i]->inputs;
      if (const Study* study = studies_.find(*records[i])) {
        visit(*study, makers[slot].try_emplace(inputs, *study).first->second, i);
      }
      counter.count_one();
    });
  }

 private:
  const SweepOptions& options_;
  StudyCache& studies_;
};

// A design on all paths that its study asks for.
struct SeenDesign {
  std::optional<Machine> machine;
  std::vector<PathEvaluation> paths;
  std::vector<Json> plans;  ///< as plan.json
  std::string fault;        ///< why there is nothing
};

// Planned as the study plans it. The criteria of paths begin and end at rest.
Json plan(const Study& study, const Machine& machine, const Path& path) {
  PlannedMotionOptions options;
  options.plan = make_plan_options(study.precision);
  options.samples = kInstants;
  return make_plan_document(plan_motion(machine, run_freely(machine, path), options), {});
}

SeenDesign look(const Study& study, const DesignMaker& maker, const Design& design) {
  SeenDesign seen;
  try {
    seen.machine = maker.make(design);
    for (const Path* path : list_asked_paths(study, *seen.machine)) {
      seen.paths.push_back(look_along(*seen.machine, *path, kPosesOfDesign, {}, {.threads = 1}));
      seen.plans.push_back(plan(study, *seen.machine, *path));
    }
  } catch (const Error& error) {
    seen.fault = error.what();
  }
  return seen;
}

Json describe(std::uint64_t id, const SeenDesign& design, PageArrays& arrays) {
  Json json = {
      {"id", id}, {"machine", nullptr}, {"paths", Json::array()}, {"plans", Json::array()}};
  for (std::size_t k = 0; k < design.paths.size(); ++k) {
    json["paths"].push_back(describe_path(*design.machine, design.paths[k], arrays));
    json["plans"].push_back(describe_plan(design.plans[k], arrays));
    const Pose* pose = find_pose(design.paths[k]);
    if (!json["machine"].is_null() || pose == nullptr) continue;
    json["machine"] = describe_machine(*design.machine, *pose);
  }
  return json;
}

// Where a machine is at the beginning of its first path, as JSON with `machine` and `pose`; null if
// it cannot be there.
Json look_at_start(const Study& study, const DesignMaker& maker, const Design& design) {
  try {
    const Machine machine = maker.make(design);
    const std::vector<const Path*> paths = list_asked_paths(study, machine);
    if (paths.empty()) return nullptr;
    PathFollower follower(machine.mechanism, machine.topology, paths.front()->task, 0.0,
                          paths.front()->p_max, choose_solution(machine, {}));
    const FollowedPose& start = follower.follow(0.0);
    if (start.status != PoseStatus::ok) return nullptr;
    return {{"machine", describe_machine(machine, start.motion.pose)},
            {"pose", list_body_frames(machine.mechanism.bodies, start.motion.pose)}};
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace

Json describe_designs(const StudyTable& table, const StudyPageOptions& options, StudyCache& studies,
                      PageArrays& arrays, Json& notes) {
  const std::vector<const DesignRecord*> chosen = choose_designs(table, options.most_designs);
  if (chosen.size() < table.front.size()) {
    notes.push_back(fmt::format("Regions and plans are shown of {} of the {} designs on the front.",
                                chosen.size(), table.front.size()));
  }
  std::vector<SeenDesign> seen(chosen.size());
  ProgressCounter counter(chosen.size(), options.page.sweep);
  DesignSweep(options.page.sweep, studies)
      .run(chosen, counter, [&](const Study& study, const DesignMaker& maker, std::size_t i) {
        seen[i] = look(study, maker, chosen[i]->design);
      });
  Json designs = Json::array();
  const SinglePrecision single(arrays);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool is_known = studies.find(*chosen[i]) != nullptr;
    const std::string fault = is_known ? seen[i].fault : studies.why(*chosen[i]);
    if (fault.empty()) {
      designs.push_back(describe(chosen[i]->id, seen[i], arrays));
    } else {
      notes.push_back(fmt::format("Design {} is not shown as a machine: {}", chosen[i]->id, fault));
    }
  }
  return designs;
}

Json describe_machines(const StudyTable& table, const StudyPageOptions& options,
                       StudyCache& studies, PageArrays& arrays) {
  constexpr std::size_t kAtOnce = 256, kMost = 20'000;  // for memory and time
  std::vector<const DesignRecord*> all, records;
  for (const DesignRecord& record : table.records) {
    if (record.state != DesignState::failed) all.push_back(&record);
  }
  const std::size_t every = 1 + all.size() / (kMost + 1);
  for (std::size_t i = 0; i < all.size(); i += every) records.push_back(all[i]);
  MachineTable machines;
  DesignSweep sweep(options.page.sweep, studies);
  ProgressCounter counter(records.size(), options.page.sweep);
  for (std::size_t begin = 0; begin < records.size(); begin += kAtOnce) {
    const auto part = std::span(records).subspan(begin, std::min(kAtOnce, records.size() - begin));
    std::vector<Json> found(part.size());
    sweep.run(part, counter, [&](const Study& study, const DesignMaker& maker, std::size_t i) {
      found[i] = look_at_start(study, maker, part[i]->design);
    });
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (found[i].is_null()) continue;
      machines.add(static_cast<std::uint32_t>(part[i]->id), part[i]->design, found[i]);
    }
  }
  return machines.write(arrays, options.most_bytes);
}

}  // namespace globaldyn::inside::report
