#include "report/charts/front_picture.h"

#include "report/charts/convergence_picture.h"
#include "report/charts/front_matrix.h"
#include "report/charts/front_scatter.h"

namespace globaldyn::inside::report {

Picture draw_front(const StudyTable& table) {
  const std::size_t objectives = table.columns(StudyColumn::Role::objective).size();
  if (objectives == 1) return draw_convergence(table);
  return objectives <= 3 ? draw_front_scatter(table) : draw_front_matrix(table);
}

}  // namespace globaldyn::inside::report
