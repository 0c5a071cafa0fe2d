#pragma once

#include <globaldyn/study.h>

#include "optimize/store/study_store.h"
#include "optimize/store/study_table.h"

namespace globaldyn {

struct Study::Impl {
  std::string file;
  inside::StudyTable table;
  std::vector<StudyColumn> columns;
  std::vector<Design> designs;
  std::vector<StudyEvent> events;
};

}  // namespace globaldyn
