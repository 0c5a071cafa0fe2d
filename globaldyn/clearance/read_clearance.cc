#include "globaldyn/clearance/read_clearance.h"

#include "core/description/names.h"
#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace clearance {
std::optional<Clearance> read_clearance(const Node& root, const Parameters& parameters,
                                        const Mechanism& mechanism) {
  const auto node = root.find("clearance");
  if (!node) return std::nullopt;
  node->allow_only({"least", "ignore"});
  Clearance clearance;
  if (const auto least = node->find("least")) {
    clearance.least = read_positive(*least, dimension::length, parameters, "least distance", true);
  }
  if (const auto ignore = node->find("ignore")) {
    for (const Node& pair : ignore->items()) {
      const std::vector<Node> bodies = pair.items();
      if (bodies.size() != 2) pair.fail("not a pair", "expected [BODY, BODY]");
      const BodyId a = find_item(bodies[0], "body", mechanism.bodies);
      const BodyId b = find_item(bodies[1], "body", mechanism.bodies);
      if (a == b) pair.fail("a body and itself", "expected two different bodies");
      clearance.ignored.emplace_back(a, b);
    }
  }
  return clearance;
}

}  // namespace clearance
}  // namespace globaldyn::inside
