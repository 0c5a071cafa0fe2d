#include "core/description/read_couplings.h"

#include <algorithm>

#include "core/description/names.h"
#include "core/description/quantities.h"
#include "core/description/read_joints.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The dimension of a factor: a plain number keeps a coordinate's unit, other factors convert m to
// rad or rad to m.
Dimension find_dimension(const Node& factor, const Parameters& parameters, bool rotational) {
  const Expression expression =
      Expression::parse(factor.text(), factor.place(), parameters.make_scope());
  const Dimension& converts = rotational ? dimension::length : dimension::inverse_length;
  const bool does = expression.is_typed() && expression.dimension() == converts;
  return does ? converts : dimension::number;
}

Coupling read_coupling(const Node& key, const Node& node, const Parameters& parameters,
                       const Mechanism& mechanism) {
  node.allow_only({"of", "equals", "description"});
  Coupling coupling;
  coupling.name = read_name(key);
  coupling.sum = read_sum(node.require("of"), parameters, mechanism);
  if (const auto value = node.find("equals")) {
    coupling.value = read_number(
        *value, coupling.sum.rotational ? dimension::angle : dimension::length, parameters);
  }
  return coupling;
}

}  // namespace

CoordinateSum read_sum(const Node& node, const Parameters& parameters, const Mechanism& mechanism) {
  CoordinateSum sum;
  for (const auto& [key, value] : node.entries()) {
    const CoordinateIndex of = find_coordinate(key, mechanism);
    const bool is_known = std::any_of(sum.terms.begin(), sum.terms.end(),
                                      [&](const CoordinateTerm& term) { return term.of == of; });
    if (is_known) key.fail("the coordinate '" + key.text() + "' twice", "expected it once");
    const bool turns = is_rotational(mechanism, of);
    const Dimension dimension = find_dimension(value, parameters, turns);
    const double factor = read_number(value, dimension, parameters);
    const bool rotational = dimension == dimension::number ? turns : !turns;
    if (sum.terms.empty()) sum.rotational = rotational;
    if (rotational != sum.rotational) {
      value.fail(std::string("a term in ") + (rotational ? "rad" : "m") + " beside others in " +
                     (rotational ? "m" : "rad"),
                 turns ? "expected a length, such as a radius, as the factor of an angle"
                       : "expected an inverse length, such as 1/radius, as the factor of a slide");
    }
    if (factor == 0.0) value.fail("zero factor", "expected any other number");
    sum.terms.push_back({of, factor});
  }
  if (sum.terms.empty()) node.fail("no coordinates", "expected some, each with its factor");
  if (sum.terms.size() > kMostRowPairs) {
    node.fail(std::to_string(sum.terms.size()) + " coordinates",
              "expected at most " + std::to_string(kMostRowPairs));
  }
  const std::optional<double> period = find_period(mechanism.joints, sum.terms);
  if (!period) {
    node.fail("the factors of these angles have no common measure to tell full turns by",
              "expected ratios of whole numbers up to 1000, as of teeth, or 'travel' of the joints "
              "within 180 deg either way");
  }
  sum.period = *period;
  return sum;
}

void read_couplings(const Node& root, const FrameTable& frames, Mechanism& mechanism) {
  const auto node = root.find("couplings");
  if (!node) return;
  for (const auto& [key, value] : frames.patterns().entries(*node)) {
    mechanism.couplings.push_back(read_coupling(key, value, frames.parameters(), mechanism));
  }
}

}  // namespace core
}  // namespace globaldyn::inside
