#pragma once

#include <globaldyn/evaluation.h>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn {

struct Evaluation::Impl {
  Machine machine;
  inside::Evaluation evaluation;
  inside::Origin origin;
  std::vector<PathEvaluation> paths;
  std::vector<CriterionValue> criteria;
};

}  // namespace globaldyn
