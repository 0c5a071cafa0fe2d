#include "globaldyn/convex/solve_motion.h"

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/convex/chords.h"
#include "globaldyn/convex/find_excess.h"
#include "globaldyn/convex/write_program.h"
#include "globaldyn/plan/segment_motion.h"

namespace globaldyn::inside {
inline namespace convex {
namespace {

// Of the motion from which to start, x is this much: well within its limits.
constexpr double kStart = 0.6;
// How often limits at nodes are tightened on one grid: what is left falls by the square of cells.
constexpr int kRounds = 8;
// What is exceeded by more than this says that the grid is too coarse: limits that much tighter
// might leave no motion.
constexpr double kMostToTighten = 0.3;
// Where a cell's motion exceeds limits by more than this before they are tightened, the next grid's
// cells are so many times shorter than this one's, as long as such cells are few; elsewhere they
// are half as long. Narrow bumps of limits are found that way, and places where forces change over
// at once.
constexpr double kCoarse = 1e-3, kZoneStep = 1.0 / 8.0, kMostInZones = 0.1;
// Of two grids the finer one's error is less than this of their difference: errors fall with the
// square of cells, next to gentle rests by a factor of nearly three, where peaks alone limit the
// motion hardly by two.
constexpr double kShareOfDifference = 0.6, kShareOfPeaks = 1.0;

// Places on a cell next to rest between which cubics follow its power of 4/3 to 1e-5; what is left
// to rest is as short as a thousandth of the cell's time, if p can tell such places apart.
std::vector<double> list_shares(const GridCell& cell) {
  constexpr double kMostHalvings = 30.0, kApart = 1e-12;
  const double size = std::max(std::abs(cell.begin), std::abs(cell.begin + cell.length));
  const double halvings = std::min(kMostHalvings, std::log2(cell.length / (kApart * size)));
  std::vector<double> shares;
  for (int i = static_cast<int>(halvings); i > 0; --i) shares.push_back(std::exp2(-i));
  if (cell.gentle > 0) return shares;
  for (double& share : shares) share = 1.0 - share;
  std::reverse(shares.begin(), shares.end());
  return shares;
}

// How much limits are to be tightened so that nothing is exceeded between the places where they are
// kept. What is taken off at one place comes back by a part at others, so that the excess would
// fall by hardly more than half in every round: each limit's next step is a secant's.
class MarginSearch {
 public:
  // @param allowed an excess that may stay
  void take(const VectorXd& excess, double allowed) {
    // To well below it, or the last of it would stay just above.
    VectorXd steps = excess.unaryExpr([&](double e) { return e > 0.0 ? e + 0.5 * allowed : 0.0; });
    if (steps_.size() > 0) {
      for (Eigen::Index i = 0; i < steps.size(); ++i) {
        const double fallen = excess_[i] - excess[i];
        if (steps_[i] <= 0.0 || excess[i] <= 0.0) continue;
        steps[i] *= std::clamp(steps_[i] / std::max(fallen, kLeastPart * steps_[i]), 1.0, kMost);
      }
    }
    excess_ = excess;
    steps_ = std::move(steps);
  }
  [[nodiscard]] const VectorXd& next() const { return steps_; }

 private:
  // Where a step did next to nothing others did not do it either.
  static constexpr double kMost = 3.0, kLeastPart = 1.0 / kMost;
  VectorXd excess_, steps_;
};

// The solution on one grid.
struct GridSolution {
  WrittenProgram written;
  ProgramSolution found;
  double excess{0.0};
  VectorXd excess_of_cells;  // before limits were tightened
  bool moves{false};         // everywhere between its ends
  int steps{0};
};

class MotionSolver {
 public:
  MotionSolver(const MotionField& field, const std::vector<GridStretch>& stretches,
               const std::vector<GridRest>& rests, const MotionAim& aim,
               const std::function<double(double)>& x_at, const MotionOptions& options)
      : field_(field),
        stretches_(stretches),
        rests_(rests),
        aim_(aim),
        x_at_(x_at),
        options_(options),
        zones_(options.first.zones) {
    choose_units();
    // Forces and accelerations that change in finite time begin at what they are at rest.
    if (field.is_of_change()) rest_kind_ = RestKind::gentle;
  }

  MotionSolution run() {
    MotionSolution best;
    int steps = 0;
    std::size_t work = 0;
    for (int cells = options_.first.cells; cells <= options_.most_cells; cells *= 2) {
      if (options_.work != 0 && work >= options_.work) break;
      const SplineGrid grid(field_, stretches_, rests_, cells, rest_kind_, zones_);
      const GridSolution solution = solve_on(grid);
      steps += solution.steps;
      work += static_cast<std::size_t>(solution.steps) * solution.written.program.count_terms();
      best.steps = steps;
      best.work = work;
      if (!solution.found.is_solved) break;
      const GridChoice choice{cells, zones_};
      add_zones(grid, solution.excess_of_cells);
      if (!solution.moves) continue;
      const bool is_first = best.nodes.empty();
      const double share = rest_kind_ == RestKind::gentle ? kShareOfDifference : kShareOfPeaks;
      const double before = best.objective;
      best = tell(grid, solution);
      best.grid = choice;
      best.steps = steps;
      best.work = work;
      best.status = MotionSolution::Status::inaccurate;
      best.error = is_first ? best.size : share * std::abs(best.objective - before);
      const bool is_known = best.error + best.gap <= options_.tolerance * best.size;
      if (is_known && best.excess <= options_.most_excess) {
        best.status = MotionSolution::Status::solved;
        break;
      }
    }
    return best;
  }

  // Of a program that allows more.
  std::optional<double> find_bound(const GridChoice& choice) {
    const SplineGrid grid(field_, stretches_, rests_, choice.cells, rest_kind_, choice.zones);
    WrittenProgram written;
    const VectorXd start = write(grid, written);
    drop_powers(written);
    take_chords([this](double p) { return find_most(p); }, written.program);
    const ProgramSolution found = solve_program(written.program, start);
    if (!found.is_global) return std::nullopt;
    return units_.time * (found.objective - found.gap);
  }

 private:
  // x that no motion exceeds: no motion within the limits is faster anywhere than the fastest one,
  // which x_at_ is, known to less than this margin.
  [[nodiscard]] double find_most(double p) const {
    constexpr double kMargin = 1e-3;
    return (1.0 + kMargin) * x_at_(p) / units_.x;
  }

  // Those of power, of which nothing convex is near.
  static void drop_powers(WrittenProgram& written) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < written.kept.size(); ++i) {
      if (!is_power(written.kept[i])) continue;
      written.program.rows.high[i] = kNone;
      written.program.rows.low[i] = -kNone;
    }
  }

  // Whether x, which is above 0 at the points of the quadrature, is so between them: of cells
  // on which it is not the excess is all of the limits.
  bool find_motion(const SplineGrid& grid, const VectorXd& z, VectorXd& excess) const {
    bool moves = true;
    for (std::size_t s = 0; s < stretches_.size(); ++s) {
      const auto [first, last] = grid.cells_of(s);
      for (std::size_t c = first; c < last; ++c) {
        const GridCell& cell = grid.cells()[c];
        if (cell.length == 0.0 || cell.gentle != 0) continue;
        const auto state_at = [&](double share) {
          return find_state(cell, SplineGrid::find_place(cell, share), units_, grid.redundancy(),
                            z);
        };
        const auto [x_begin, u_begin] = state_at(0.0);
        const auto [x_end, u_end] = state_at(1.0);
        const bool dips = u_begin < 0.0 && u_end > 0.0;
        const bool rests = (x_begin <= 0.0 && c > first) || (x_end <= 0.0 && c + 1 < last) ||
                           (dips && state_at(u_begin / (u_begin - u_end)).first <= 0.0);
        if (!rests) continue;
        moves = false;
        excess.data()[c] = 1.0;
      }
    }
    return moves;
  }

  // Cells on which too much is exceeded, and those beside them: if there are many, those of the
  // largest excess. Grids stay within a few times the cells that are allowed without zones.
  void add_zones(const SplineGrid& grid, const VectorXd& excess) {
    if (grid.cells().size() >= static_cast<std::size_t>(options_.most_cells)) return;
    std::vector<std::size_t> coarse;
    for (std::size_t c = 0; c < grid.cells().size(); ++c) {
      if (excess.data()[c] > kCoarse) coarse.push_back(c);
    }
    const auto most = static_cast<std::size_t>(kMostInZones * static_cast<double>(excess.size()));
    if (coarse.size() > most) {
      std::stable_sort(coarse.begin(), coarse.end(), [&](std::size_t a, std::size_t b) {
        return excess.data()[a] > excess.data()[b];
      });
      coarse.resize(most);
      std::sort(coarse.begin(), coarse.end());
    }
    for (const std::size_t c : coarse) {
      const GridCell& cell = grid.cells()[c];
      const double width = cell.angle_end - cell.angle_begin;
      zones_.push_back({grid.stretch_of(c), cell.angle_begin - width, cell.angle_end + width,
                        kZoneStep * width});
    }
  }

  // So that unknowns and totals are near 1.
  void choose_units() {
    units_.forces = aim_.forces;
    double largest = 0.0;
    units_.time = calc_time([&](double p) {
      const double x = x_at_(p);
      largest = std::max(largest, x);
      return x;
    });
    units_.x = largest;
    // What y means is the field's business; as forces it is as large as they are.
    FieldRows rows;
    field_.write(0, field_.parts().front().begin, rows);
    units_.preload.resize(field_.redundancy());
    for (Eigen::Index j = 0; j < units_.preload.size(); ++j) {
      const VectorXd share = rows.v.col(j).head(field_.drives()).cwiseQuotient(aim_.forces);
      units_.preload[j] = 1.0 / share.cwiseAbs().maxCoeff();
    }
  }

  void take_aim(WrittenProgram& written) const {
    MotionProgram& program = written.program;
    program.costs = aim_.costs;
    program.period_cost = aim_.period_cost;
    program.has_period = aim_.has_period;
    program.budgets = aim_.budgets;
    program.energy_cost = aim_.energy_cost;
    program.drawn.losses = aim_.loss_rates;
    program.drawn.recovered = aim_.recovered;
    program.variation_costs = aim_.variation_costs / units_.time;
    for (const AimedEnergy& one : aim_.weighted) {
      WeightedEnergy energy{.drive = one.drive, .weights = {}};
      for (const PointPlace& place : written.places) energy.weights.push_back(one.weight(place));
      program.weighted.push_back(std::move(energy));
    }
    for (const Station& point : program.points) {
      program.most_x.push_back(point.rests ? 0.0 : find_most(point.p));
    }
    // Totals and the period are measured in units_.time.
    for (Budget& budget : program.budgets) budget.most /= units_.time;
  }

  // The program on a grid, scaled to its start. @return the start
  [[nodiscard]] VectorXd write(const SplineGrid& grid, WrittenProgram& written) const {
    written = write_program(field_, grid, units_, aim_.energy_cost > 0.0, list_varied());
    take_aim(written);
    VectorXd start = choose_start(grid, written);
    scale_rows(start, written);
    return start;
  }

  [[nodiscard]] std::vector<int> list_varied() const {
    std::vector<int> varied;
    for (Eigen::Index k = 0; k < aim_.variation_costs.size(); ++k) {
      if (aim_.variation_costs[k] > 0.0) varied.push_back(static_cast<int>(k));
    }
    return varied;
  }

  // A share of the motion that is known; what is to change in finite time, and would have to change
  // far too fast there, starts from a smooth one instead, slow enough to be within its limits.
  [[nodiscard]] VectorXd choose_start(const SplineGrid& grid, const WrittenProgram& written) const {
    constexpr double kFarTooFast = 4.0;
    VectorXd start = make_start(grid, units_, [&](double p) { return kStart * x_at_(p); });
    const bool is_near =
        rest_kind_ == RestKind::forceful || find_change(start, written) <= kFarTooFast;
    return is_near ? start : find_gentle_start(grid, written);
  }

  // What accelerations change does so with the third power of the speed, what loads change with the
  // first.
  [[nodiscard]] VectorXd find_gentle_start(const SplineGrid& grid,
                                           const WrittenProgram& written) const {
    constexpr int kMostTrials = 12;
    double fast = find_smooth_speed();
    for (int trial = 1;; ++trial) {
      VectorXd start = make_start(grid, units_, [&](double p) { return fast * find_shape(p); });
      const double ratio = find_change(start, written);
      if (ratio <= kStart || trial == kMostTrials) return start;
      fast *= std::pow(kStart / ratio, 2.0 / 3.0);
    }
  }

  // x as it is next to gentle rests, about 1 elsewhere.
  [[nodiscard]] double find_shape(double p) const {
    const auto after = std::find_if(stretches_.begin(), stretches_.end() - 1,
                                    [p](const GridStretch& one) { return p <= one.end; });
    const double share = (p - after->begin) / (after->end - after->begin);
    double rise = 1.0;
    if (!after->is_free_begin && after->x_begin == 0.0) rise *= 2.0 * share;
    if (!after->is_free_end && after->x_end == 0.0) rise *= 2.0 * (1.0 - share);
    return std::pow(std::max(rise, 0.0), 4.0 / 3.0);
  }

  // The x in the middle with which smooth motions take half as long again as the one that is known.
  [[nodiscard]] double find_smooth_speed() const {
    constexpr double kSlower = 1.5;
    const double time = calc_time([this](double p) { return find_shape(p); });
    return std::pow(time / (kSlower * units_.time), 2);
  }

  // Of a motion with this d1² at p, roughly: nothing but units and starts depend on it.
  template <class Function>
  [[nodiscard]] double calc_time(const Function& find_x) const {
    constexpr int kPlaces = 64;
    double time = 0.0;
    for (const GridStretch& stretch : stretches_) {
      const double step = (stretch.end - stretch.begin) / kPlaces;
      for (int i = 0; i < kPlaces; ++i) {
        time += step / std::sqrt(find_x(stretch.begin + step * (i + 0.5)));
      }
    }
    return time;
  }

  GridSolution solve_on(const SplineGrid& grid) {
    GridSolution best;
    const VectorXd start = write(grid, best.written);
    MotionProgram& program = best.written.program;

    ProgramState known;
    MarginSearch margins;
    for (int round = 0; round < kRounds; ++round) {
      ProgramSolution found =
          solve_program(program, start, {}, known.z.size() > 0 ? &known : nullptr);
      best.steps += found.steps;
      if (round == 0) known = std::move(found.on_the_way);
      // Of limits that are too tight: the motion before, if there is one, with what it exceeds.
      if (!found.is_solved) return best;
      best.found = std::move(found);
      const Excess excess = find_excess(field_, grid, units_, best.written, best.found.z);
      best.excess = excess.cells.size() > 0 ? excess.cells.maxCoeff() : 0.0;
      if (round == 0) best.excess_of_cells = excess.cells;
      best.moves = find_motion(grid, best.found.z, best.excess_of_cells);
      if (best.excess <= options_.most_excess || best.excess > kMostToTighten) return best;
      margins.take(excess.sides, options_.most_excess);
      tighten(margins.next(), best.found.z, best.written);
    }
    return best;
  }

  [[nodiscard]] MotionSolution tell(const SplineGrid& grid, const GridSolution& solution) const {
    const ProgramSolution& found = solution.found;
    MotionSolution told;
    told.totals = units_.time * found.totals;
    told.period = units_.time * found.period;
    told.prices = found.prices;
    told.power_prices = find_power_prices(field_, found.z, found.row_prices, solution.written);
    told.power_prices.drives *= units_.time;
    told.power_prices.supply *= units_.time;
    told.power_prices.supply_back *= units_.time;
    told.drawn = units_.time * found.drawn;
    told.variations = found.variations;
    told.objective = units_.time * found.objective;
    told.size = units_.time * found.size;
    told.is_global = found.is_global;
    told.gap = units_.time * found.gap;
    told.excess = solution.excess;
    told.cells = static_cast<int>(grid.cells().size());
    for (std::size_t q = 0; q < solution.written.places.size(); ++q) {
      const auto i = static_cast<Eigen::Index>(q);
      told.heats.push_back(
          {solution.written.places[q], units_.time * found.times[i], found.squares.col(i)});
    }
    FieldRows rows;
    const int between = std::clamp(options_.places / told.cells, 1, 8);
    std::size_t stretch = 0;
    const auto add_forces = [&](const GridCell& cell, double share) {
      const CellPlace place = SplineGrid::find_place(cell, share);
      field_.write(cell.part, place.p, rows);
      const VectorXd values = calc_values(rows, cell, place, units_, found.z);
      told.course.push_back({place.p, field_.find_told_forces(values), stretch});
    };
    const auto add_node = [&](const GridCell& cell, double share) {
      const CellPlace place = SplineGrid::find_place(cell, share);
      const auto [x, u] = find_state(cell, place, units_, field_.redundancy(), found.z);
      told.nodes.push_back({.p = place.p, .x = x, .u = u, .stretch = stretch});
    };
    for (; stretch < grid.stretches().size(); ++stretch) {
      const auto [first, last] = grid.cells_of(stretch);
      for (std::size_t i = first; i < last; ++i) {
        const GridCell& cell = grid.cells()[i];
        if (cell.length == 0.0) continue;
        const bool is_last = i + 1 == last || grid.cells()[i + 1].length == 0.0;
        add_node(cell, 0.0);
        if (cell.gentle != 0) {
          for (const double share : list_shares(cell)) add_node(cell, share);
        }
        if (is_last) add_node(cell, 1.0);
        for (int k = 0; k < between + (is_last ? 1 : 0); ++k) {
          add_forces(cell, static_cast<double>(k) / between);
        }
      }
    }
    VectorXd friction;
    for (std::size_t i = 0; i < grid.rests().size(); ++i) {
      const GridCell& cell = grid.cell_of_rest(i);
      field_.write_rest(cell.part, cell.begin, rows, friction);
      const VectorXd values = calc_values(rows, cell, {.p = cell.begin}, units_, found.z);
      told.forces_at_rests.push_back(field_.find_told_forces(values));
    }
    for (std::size_t i = 0; i + 1 < told.nodes.size(); ++i) {
      const double length = told.nodes[i + 1].p - told.nodes[i].p;
      if (rest_kind_ == RestKind::gentle && length > 0.0)
        fit_bulge(told.nodes[i + 1], told.nodes[i]);
    }
    return told;
  }

  // Where u is not linear between nodes: so that x is right at both.
  static void fit_bulge(MotionNode& next, MotionNode& node) {
    const double rise = (next.x - node.x) / (next.p - node.p);
    // Out of rest, and into it, with an acceleration.
    if (node.x == 0.0) node.u = rise - next.u;
    if (next.x == 0.0) next.u = rise - node.u;
    const double bulge = (rise - node.u - next.u) / kRiseByBulge;
    const double size = std::max(std::abs(node.u), std::abs(next.u));
    node.bulge = std::abs(bulge) > round_off::kSolved * size ? bulge : 0.0;
  }

  const MotionField& field_;
  const std::vector<GridStretch>& stretches_;
  const std::vector<GridRest>& rests_;
  const MotionAim& aim_;
  const std::function<double(double)>& x_at_;
  const MotionOptions& options_;
  std::vector<GridZone> zones_;
  ProgramUnits units_;
  RestKind rest_kind_{RestKind::forceful};
};

}  // namespace

MotionSolution solve_motion(const MotionField& field, const std::vector<GridStretch>& stretches,
                            const std::vector<GridRest>& rests, const MotionAim& aim,
                            const std::function<double(double)>& x_at,
                            const MotionOptions& options) {
  return MotionSolver(field, stretches, rests, aim, x_at, options).run();
}

std::optional<double> find_lower_bound(const MotionField& field,
                                       const std::vector<GridStretch>& stretches,
                                       const std::vector<GridRest>& rests, const MotionAim& aim,
                                       const std::function<double(double)>& x_at,
                                       const MotionSolution& solution) {
  const MotionOptions options;
  return MotionSolver(field, stretches, rests, aim, x_at, options).find_bound(solution.grid);
}

}  // namespace convex
}  // namespace globaldyn::inside
