#include "core/base/reason.h"

#include <fmt/format.h>

namespace globaldyn::inside {
inline namespace core {

std::string Reason::text() const {
  return p ? fmt::format("{} at p = {:g}", what, *p) : what;
}

}  // namespace core
}  // namespace globaldyn::inside
