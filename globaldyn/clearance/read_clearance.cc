#include <algorithm>

#include "globaldyn/clearance/clearance.h"

namespace globaldyn {
namespace {

int find_body(const Node& node, const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Body& body : mechanism.bodies) names.push_back(body.name);
  const auto found = std::find(names.begin(), names.end(), node.text());
  if (found == names.end()) {
    node.fail("there is no body '" + node.text() + "'", suggest_name(node.text(), names));
  }
  return static_cast<int>(found - names.begin());
}

}  // namespace

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
      const int a = find_body(bodies[0], mechanism), b = find_body(bodies[1], mechanism);
      if (a == b) pair.fail("a body and itself", "expected two different bodies");
      clearance.ignored.emplace_back(a, b);
    }
  }
  return clearance;
}

}  // namespace globaldyn
