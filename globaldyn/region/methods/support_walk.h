#pragma once

#include <optional>

#include "globaldyn/region/methods/region_draft.h"
#include "globaldyn/region/methods/tableau.h"

namespace globaldyn::inside {
inline namespace region {

/// Regions by parametric linear programming: at a given d1 the largest and the smallest d2 are
/// linear programs in (d2, y), whose optimal active rows stay the same between break points. The
/// walk goes from d1 = 0 to infinity, from one break point to the next by dual simplex steps; break
/// points, and the ends of accessible stretches, are roots of quadratics. Nothing is sampled. What
/// happens just right of a point is judged by value, slope and curvature there. Exact; cost (rows)
/// (r + 4) per step, and about one step per vertex. Allocates nothing once it has seen its largest
/// system.
class SupportWalk {
 public:
  /// Turns `draft`, which starts with everything, into the region of the rows. False if the walk
  /// did not terminate, which it always should.
  [[nodiscard]] bool run(const BoundedRows& rows, RegionDraft& draft);

 private:
  // Just right of the walk's t, or at t alone.
  enum class Look { ahead, here };
  // The slack of a row to one of its limits just beyond the walk's t: >= 0 if kept.
  struct Slack {
    bool is_endless{false};  ///< unlimited room: an active row without a limit gives way
    bool is_bottomless{false};
    Polynomial from_here;  ///< in t - t0, cleaned of rounding errors
    [[nodiscard]] bool is_violated(Look look) const;
  };
  struct Violation {
    int row{0};
    LimitSide side{LimitSide::max};
    Slack slack;
  };

  [[nodiscard]] bool trace(Bound bound, RegionDraft& draft, Strips& strips);
  void choose_sides(double direction);
  [[nodiscard]] double find_largest_coefficient(int row) const;
  [[nodiscard]] Slack find_slack(int row, LimitSide side) const;
  [[nodiscard]] std::optional<Violation> find_violation(Look look, bool first_only) const;
  [[nodiscard]] std::optional<int> find_leaving(const Violation& violation, bool first_only) const;
  [[nodiscard]] double find_break() const;
  [[nodiscard]] CurveNumber add_curve(RegionDraft& draft);
  [[nodiscard]] int add_wall(const Violation& violation, RegionDraft& draft);
  [[nodiscard]] double to_d1(double t) const;
  void move_to(double t);

  const BoundedRows* rows_{nullptr};
  Tableau start_;
  Tableau tableau_;
  RowElimination elimination_;
  double t_{0.0};
  std::vector<LimitSide> sides_;  // per active row
  std::vector<double> sizes_;     // per row, of its terms at t_
  std::vector<double> slopes_;    // per row, of the terms of its derivative there
  std::vector<HeldRow> held_;
  std::vector<HeldLimit> held_limits_;
  Strips upper_;
  Strips lower_;
};

}  // namespace region
}  // namespace globaldyn::inside
