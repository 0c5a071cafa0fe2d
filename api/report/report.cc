#include <globaldyn/report.h>
#include <globaldyn/version.h>

#include <filesystem>

#include "api/dynamics/evaluation_impl.h"
#include "api/dynamics/machine_impl.h"
#include "api/dynamics/map_impl.h"
#include "api/dynamics/plan_impl.h"
#include "api/dynamics/run.h"
#include "api/dynamics/simulation_impl.h"
#include "api/optimize/study_impl.h"
#include "core/base/write_file.h"
#include "optimize/run/stored_study.h"
#include "report/document/page_file.h"
#include "report/document/result_page.h"
#include "report/document/study_page.h"
#include "report/pictures.h"

namespace globaldyn {
namespace {

namespace fs = std::filesystem;

std::string make_document_of_study(const std::string& folder,
                                   const inside::report::PageOptions& page) {
  const inside::StudyStore store = inside::StudyStore::open_readonly(folder);
  inside::report::StudyPageOptions options{.page = page};
  options.load = [&](const inside::DesignRecord& record) {
    return inside::load_study_of(store, record);
  };
  options.sensitivities = inside::read_sensitivities(store);
  return inside::report::make_study_document(inside::load_table(store),
                                             inside::find_shown_units(store.header()), options);
}

}  // namespace

std::string write_report(const std::string& folder, const std::string& file, const Work& work) {
  const bool is_file = fs::is_regular_file(folder);  // of a study
  const fs::path beside = is_file ? fs::path(folder).parent_path() : fs::path(folder);
  const std::string to = file.empty() ? (beside / "report.html").string() : file;
  (void)inside::report::make_page_file("");  // there is a page at all
  const inside::report::PageOptions options{.program = program_name(), .sweep = to_sweep(work)};
  const bool is_study = is_file || fs::exists(fs::path(folder) / "study.sqlite");
  inside::write_file(to, inside::report::make_page_file(
                             is_study ? make_document_of_study(folder, options)
                                      : inside::report::make_result_document(folder, options)));
  return to;
}

std::vector<std::string> draw(const Evaluation& evaluation, const std::string& folder) {
  return inside::report::draw_evaluation(machine_of(evaluation.impl().machine),
                                         evaluation.impl().evaluation, folder);
}

std::vector<std::string> draw(const Plan& plan, const std::string& folder) {
  const Plan::Impl& impl = plan.impl();
  if (impl.motion.plan.accessible.empty()) return {};
  return inside::report::draw_plan(machine_of(impl.machine), impl.motion, impl.motor_use, folder);
}

std::vector<std::string> draw(const Map& map, const std::string& folder) {
  return inside::report::draw_map(map.impl().map, machine_of(map.impl().machine).units, folder);
}

std::vector<std::string> draw(const Simulation& simulation, const std::string& folder) {
  return inside::report::draw_simulation(machine_of(simulation.impl().machine),
                                         simulation.impl().simulation, folder);
}

std::vector<std::string> draw(const Study& study, const std::string& folder) {
  const inside::StudyTable& table = study.impl().table;
  return inside::report::draw_study(table, inside::find_shown_units(table.header), folder);
}

}  // namespace globaldyn
