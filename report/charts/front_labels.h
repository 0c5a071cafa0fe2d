#pragma once

#include "report/canvas/labels.h"
#include "report/canvas/plot_area.h"
#include "report/charts/study_axis.h"

namespace globaldyn::inside::report {

/// Names points of a front in the current plot of two of its objectives: the best designs and the
/// knees always, with the reason; others spread over the front where there is room, with what they
/// are made of. All by their design's id.
/// @param marks what names should not hide, px; the front's points are added to them
void add_front_labels(Picture& picture, const PlotArea& area, const StudyTable& table,
                      const StudyAxis& x, const StudyAxis& y, std::vector<PixelBox> marks);

}  // namespace globaldyn::inside::report
