#include "globaldyn/machine/point_files.h"

namespace globaldyn::inside {
inline namespace machine {

void visit_point_files(const Node& node, const std::function<void(const Node& file)>& visit) {
  if (node.is_sequence()) {
    for (const Node& item : node.items()) visit_point_files(item, visit);
  }
  if (!node.is_map()) return;
  for (const auto& [key, value] : node.entries()) {
    if (key.text() == "csv" && value.is_map() && value.find("file")) visit(value.require("file"));
    visit_point_files(value, visit);
  }
}

}  // namespace machine
}  // namespace globaldyn::inside
