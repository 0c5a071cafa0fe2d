#pragma once

#include <optional>

#include "report/canvas/picture.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {

/// An upright axis among parallel ones.
struct ParallelAxis {
  StudyAxis axis;
  Interval range{0.0, 1.0};     ///< at its lower and its upper end
  std::optional<double> only;   ///< the value, if all have the same
  std::vector<double> choices;  ///< those drawn, ascending: by their numbers; empty for numbers

  /// 0 at the lower end, 1 at the upper one; choices at equal distances.
  [[nodiscard]] double height_of(const DesignRecord& record) const;
};

/// An axis for designs of a front: over all that the study has tried if it is a variable, else over
/// theirs. Of choices only those that occur among them.
[[nodiscard]] ParallelAxis make_parallel_axis(const StudyAxis& axis, const StudyTable& table,
                                              const DesignList& designs);

/// Draws it at `x` px over the heights `y`, with its name, unit and numbers, for a distance of
/// `pitch` px between axes. At the left of the first one there is nothing but room.
void add_parallel_axis(Picture& picture, const ParallelAxis& axis, double x, const Interval& y,
                       double pitch, bool is_first);

}  // namespace globaldyn::inside::report
