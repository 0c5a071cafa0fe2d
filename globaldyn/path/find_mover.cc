#include "globaldyn/path/find_mover.h"

#include "core/description/names.h"
#include "core/kinematics/task.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

Mover find_tool(const Node& node, const Path& path) {
  Mover mover;
  for (std::size_t k = 0; k < path.coordinates.size(); ++k) {
    if (path.coordinates[k].kind != TaskCoordinate::Kind::position) continue;
    mover.rows.push_back(static_cast<Eigen::Index>(k));
  }
  if (mover.rows.empty()) {
    node.fail("a speed of the tool, whose position the path does not prescribe",
              "expected 'of: JOINT', one that it prescribes");
  }
  return mover;
}

}  // namespace

Mover find_mover(const Node& node, const Path& path, const Mechanism& mechanism) {
  const auto of = node.find("of");
  if (!of || of->text() == "tool") return find_tool(node, path);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < path.coordinates.size(); ++k) {
    const TaskCoordinate& one = path.coordinates[k];
    using Kind = TaskCoordinate::Kind;
    if (one.kind != Kind::joint && one.kind != Kind::drive) continue;
    names.push_back(one.kind == Kind::joint ? name_of(mechanism, one.joint)
                                            : mechanism.drives[one.drive].name);
    if (names.back() == of->text()) {
      return {{static_cast<Eigen::Index>(k)}, is_rotational(mechanism, one)};
    }
  }
  names.emplace_back("tool");
  of->fail("the path does not prescribe '" + of->text() + "'", suggest_name(of->text(), names));
}

}  // namespace path
}  // namespace globaldyn::inside
