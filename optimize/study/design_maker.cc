#include "optimize/study/design_maker.h"

#include <filesystem>

#include "globaldyn/machine/read_machine.h"
#include "optimize/study/design_settings.h"

namespace globaldyn::inside {
inline namespace study {

DesignMaker::DesignMaker(const Study& study)
    : study_(study),
      folder_(std::filesystem::path(study.machine_file).parent_path().string()),
      root_(parse_document(study.machine_text, study.machine_file)) {}

Machine DesignMaker::make(const Design& design) const {
  const StudyScenario& scenario = study_.scenarios.front();
  return read_machine(root_, study_.machine_file, folder_, list_settings(study_, scenario, design),
                      scenario.load_case);
}

}  // namespace study
}  // namespace globaldyn::inside
