#include "core/expression/share.h"

#include <cmath>

#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {

double parse_share(const std::string& text, const SourcePlace& place) {
  const Expression expression = Expression::parse(text, place, units_only());
  expression.require_dimension(dimension::number);
  const double share = expression.evaluate();
  if (std::isfinite(share)) return share;
  throw InputError(place, "'" + text + "' is not finite", "expected a share, such as 0.05 or 5%");
}

}  // namespace core
}  // namespace globaldyn::inside
