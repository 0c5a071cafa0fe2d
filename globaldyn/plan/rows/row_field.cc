#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

void write_system(const RowsAt& rows, LimitSystem& system) {
  system = {};
  for (std::size_t k = 0; k < rows.a.size(); ++k) {
    system.rows.push_back(
        {rows.a[k], rows.b[k], rows.c[k], rows.d[k], VectorXd(), rows.low[k], rows.high[k]});
  }
}

}  // namespace

void RowField::look(std::span<const double> p, std::span<LimitsAt> limits) {
  const std::vector<SmoothPart>& of = parts();
  std::size_t part = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    while (part + 1 < of.size() && of[part].end < p[i]) ++part;
    write(part, p[i], rows_);
    write_system(rows_, limits[i].before);
    limits[i].after.reset();
    if (of[part].end != p[i] || part + 1 == of.size()) continue;
    write(part + 1, p[i], rows_);
    write_system(rows_, limits[i].after.emplace());
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
