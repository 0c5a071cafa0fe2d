#include "core/mechanism/tool_wrench.h"

#include <fmt/format.h>

#include <algorithm>

namespace globaldyn {

WrenchTable::Row WrenchTable::at(double parameter) const {
  if (!(parameter >= p.front() && parameter <= p.back())) {
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

}  // namespace globaldyn
