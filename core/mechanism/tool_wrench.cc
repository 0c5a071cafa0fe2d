#include "core/mechanism/tool_wrench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {

WrenchTable::Row WrenchTable::at(double parameter) const {
  // A table in degrees ends where its path does up to rounding errors.
  const double slack = round_off::kSolved * (std::abs(p.front()) + std::abs(p.back()));
  if (!(parameter >= p.front() - slack && parameter <= p.back() + slack)) {
    const bool is_before = parameter < p.front();
    throw InputError(
        place,
        fmt::format("the table {} at p = {:g}, the load at p = {:g} is asked for",
                    is_before ? "starts" : "ends", is_before ? p.front() : p.back(), parameter),
        "expected a table from the path's start to its end, for maps one with p = 0");
  }
  const auto above = std::upper_bound(p.begin() + 1, p.end() - 1, parameter);
  const auto i = static_cast<std::size_t>(above - p.begin());
  const double share = (parameter - p[i - 1]) / (p[i] - p[i - 1]);
  return (1.0 - share) * rows[i - 1] + share * rows[i];
}

}  // namespace core
}  // namespace globaldyn::inside
