#include "globaldyn/record/feed_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/gauss.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// The tool's way per p, m, where its position is prescribed.
class ToolWay {
 public:
  explicit ToolWay(const Path& path) : path_(path) {}

  [[nodiscard]] double slope(double p) {
    path_.task.write(p, task_);
    return pick(task_.target.first).norm();
  }

  [[nodiscard]] VectorXd place(double p) {
    path_.task.write(p, task_);
    return pick(task_.target.value);
  }

  // Between two p, without a jump of a derivative inside. A blend is a polynomial whose rate hardly
  // changes over an eighth of it.
  [[nodiscard]] double integrate(double begin, double end) {
    constexpr int kParts = 8;
    const double part = (end - begin) / kParts;
    double sum = 0.0;
    for (int i = 0; i < kParts; ++i) {
      sum += integrate_by_gauss(begin + i * part, begin + (i + 1) * part,
                                [this](double p) { return slope(p); });
    }
    return sum;
  }

 private:
  [[nodiscard]] VectorXd pick(const VectorXd& values) const {
    VectorXd position = VectorXd::Zero(3);
    for (std::size_t k = 0; k < path_.coordinates.size(); ++k) {
      const TaskCoordinate& one = path_.coordinates[k];
      if (one.kind != TaskCoordinate::Kind::position) continue;
      position(one.index) = values(static_cast<Eigen::Index>(k));
    }
    return position;
  }

  const Path& path_;
  Task task_;
};

double find_length(const Path& path, const PathPiece& piece, ToolWay& way) {
  if (piece.kind == PieceKind::line) return (way.place(piece.end) - way.place(piece.begin)).norm();
  std::vector<double> places{piece.begin, piece.end};
  for (const auto* jumps : {&path.steps.breaks, &path.steps.corners}) {
    for (const double p : *jumps) {
      if (p > piece.begin && p < piece.end) places.push_back(p);
    }
  }
  std::sort(places.begin(), places.end());
  double length = 0.0;
  for (std::size_t i = 1; i < places.size(); ++i) length += way.integrate(places[i - 1], places[i]);
  return length;
}

// Takes in what of a segment of the plan is in the piece.
void add_segment(const PathPlan& plan, std::size_t segment, ToolWay& way, PieceFeed& feed) {
  const double from = plan.plan.p[segment], to = plan.plan.p[segment + 1];
  const double begin = std::max(from, feed.piece.begin), end = std::min(to, feed.piece.end);
  if (!(end > begin)) return;
  const double first = (begin - from) / (to - from), last = (end - from) / (to - from);
  feed.time +=
      plan.trajectory.at_share(segment, last).t - plan.trajectory.at_share(segment, first).t;
  constexpr int kPlaces = 8;
  for (int i = 0; i <= kPlaces; ++i) {
    const double share = first + (last - first) * i / kPlaces;
    const MotionState state = plan.trajectory.at_share(segment, share);
    // At the ends of the piece the side that is in it.
    constexpr double kInside = 1e-9;
    const double p =
        std::clamp(state.p, begin + kInside * (end - begin), end - kInside * (end - begin));
    const double speed = way.slope(p) * state.d1;
    feed.least = std::min(feed.least, speed);
    feed.greatest = std::max(feed.greatest, speed);
  }
}

PieceFeed find_feed(const Path& path, const PathPlan& plan, const PathPiece& piece, ToolWay& way) {
  PieceFeed feed{.piece = piece, .length = find_length(path, piece, way), .least = kInfinity};
  const std::vector<double>& nodes = plan.plan.p;
  const auto above = std::upper_bound(nodes.begin(), nodes.end(), piece.begin);
  std::size_t segment =
      above == nodes.begin() ? 0 : static_cast<std::size_t>(above - nodes.begin()) - 1;
  for (; segment + 1 < nodes.size() && nodes[segment] < piece.end; ++segment) {
    add_segment(plan, segment, way, feed);
  }
  return feed;
}

// Of the piece behind a stop; of the last piece, if none is.
void add_waits(const std::vector<PathStop>& stops, std::vector<PieceFeed>& feeds) {
  const double slack = round_off::kSame * feeds.back().piece.end;
  for (const PathStop& stop : stops) {
    const auto behind = std::find_if(feeds.begin(), feeds.end(), [&](const PieceFeed& feed) {
      return stop.p >= feed.piece.begin - slack && stop.p < feed.piece.end - slack;
    });
    (behind == feeds.end() ? feeds.back() : *behind).wait += stop.duration;
  }
}

void refuse_other_paths(const Path& path) {
  const SourcePlace option = option_place("--feed-rates");
  if (path.given) {
    throw InputError(option, "path '" + path.name + "' has a law of motion",
                     "expected a planned one");
  }
  if (path.pieces.empty()) {
    throw InputError(option, "path '" + path.name + "' is not made of lines and arcs",
                     "expected one whose position is a polyline or pieces");
  }
}

}  // namespace

std::vector<PieceFeed> list_feeds(const Path& path, const PlannedMotion& motion) {
  refuse_other_paths(path);
  ToolWay way(path);
  std::vector<PieceFeed> feeds;
  for (const PathPiece& piece : path.pieces) {
    feeds.push_back(find_feed(path, motion.plan, piece, way));
  }
  add_waits(motion.plan.stops, feeds);
  return feeds;
}

std::string to_csv(const std::vector<PieceFeed>& feeds, const ShownUnits& units) {
  const ShownUnit metre = units.unit_for("m"), second = units.unit_for("s");
  const ShownUnit speed = units.unit_for("m/s");
  const ShownUnit feed = speed.name == "m/s" ? ShownUnit{"mm/min", 1e-3 / 60.0} : speed;
  std::string csv = "piece,from,to,kind";
  for (const std::string& head :
       {metre.head("length"), second.head("time"), second.head("wait"), speed.head("least speed"),
        speed.head("mean speed"), speed.head("greatest speed"), feed.head("feed")}) {
    csv += "," + head;
  }
  csv += "\n";
  std::size_t number = 0;
  for (const PieceFeed& one : feeds) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", ++number, one.piece.from, one.piece.to,
                       to_string(one.piece.kind), one.length / metre.size, one.time / second.size,
                       one.wait / second.size, one.least / speed.size, one.mean() / speed.size,
                       one.greatest / speed.size, one.least / feed.size);
  }
  return csv;
}

}  // namespace record
}  // namespace globaldyn::inside
