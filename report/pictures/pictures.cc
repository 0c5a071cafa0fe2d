#include "report/pictures/pictures.h"

namespace globaldyn {

std::vector<std::string> draw_evaluation(const Machine&, const Evaluation&, const std::string&) {
  return {};
}

std::vector<std::string> draw_pose(const Machine&, const Pose&, const std::string&) { return {}; }

}  // namespace globaldyn
