#pragma once

#include <string>

#include "report/canvas/plot_area.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {

/// The designs as points of two axes.
[[nodiscard]] Outline list_points(const StudyAxis& x, const StudyAxis& y,
                                  const DesignList& designs);

/// How many points of a cloud can be seen.
struct CloudCounts {
  std::size_t drawn{0};
  std::size_t outside{0};  ///< of the plot's axes
};

/// Draws points small and pale in the current plot: those within its axes, at most `most` of them,
/// evenly chosen.
CloudCounts add_cloud(Picture& picture, const PlotArea& area, const Outline& points,
                      std::size_t most);

/// "front of 12 designs; 80 others feasible, 50 drawn, 3 outside the axes; 20 not feasible".
[[nodiscard]] std::string describe_designs(const StudyTable& table, const CloudCounts& counts);

}  // namespace globaldyn::inside::report
