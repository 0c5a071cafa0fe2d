#include "globaldyn/free_run/run_course.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/gauss.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace free_run {
namespace {

// The integral of dp / d1 over a part of a piece. From rest on d1² is a straight line there: such a
// piece is as short as that.
double calc_time(const LapPiece& piece, double from, double to) {
  if (piece.square == 0.0 && from == piece.begin) {
    return 2.0 * (to - from) / std::sqrt(std::max(piece.calc_square(to), round_off::kLeastSize));
  }
  return integrate_by_gauss(from, to,
                            [&](double p) { return 1.0 / std::sqrt(piece.calc_square(p)); });
}

// p over the time, piece by piece.
class RunCourse {
 public:
  explicit RunCourse(const Lap& lap) : pieces_(lap.pieces) {
    times_.push_back(0.0);
    for (const LapPiece& piece : pieces_) {
      times_.push_back(times_.back() + calc_time(piece, piece.begin, piece.end));
    }
  }

  [[nodiscard]] double duration() const { return times_.back(); }

  [[nodiscard]] TimedValue at(double t) const {
    const auto after = std::upper_bound(times_.begin() + 1, times_.end() - 1, t);
    const std::ptrdiff_t i = after - times_.begin() - 1;
    const LapPiece& piece = nth(pieces_, i);
    const double p = find_place(piece, t - nth(times_, i), nth(times_, i + 1) - nth(times_, i));
    const double square = std::max(0.0, piece.calc_square(p));
    return {p, std::sqrt(square), 0.5 * piece.calc_slope(p)};
  }

  [[nodiscard]] double find_time(double p) const {
    const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), p,
                                        [](double a, const LapPiece& b) { return a < b.begin; });
    const std::ptrdiff_t i = after - pieces_.begin() - 1;
    const LapPiece& piece = nth(pieces_, i);
    return nth(times_, i) + calc_time(piece, piece.begin, std::clamp(p, piece.begin, piece.end));
  }

 private:
  // By Newton's method: d1 is the slope.
  [[nodiscard]] static double find_place(const LapPiece& piece, double time, double whole) {
    if (time <= 0.0) return piece.begin;
    if (time >= whole) return piece.end;
    if (piece.square == 0.0) {
      return piece.begin + (piece.end - piece.begin) * (time / whole) * (time / whole);
    }
    double p = piece.begin + (piece.end - piece.begin) * time / whole;
    constexpr int kMost = 50;
    for (int i = 0; i < kMost; ++i) {
      const double miss = time - calc_time(piece, piece.begin, p);
      const double next =
          std::clamp(p + miss * std::sqrt(piece.calc_square(p)), piece.begin, piece.end);
      const bool is_known = std::abs(next - p) <= round_off::kNumber * std::abs(piece.end);
      p = next;
      if (is_known) break;
    }
    return p;
  }

  std::vector<LapPiece> pieces_;
  std::vector<double> times_;  // at their ends, from 0 on
};

}  // namespace

ParameterCourse make_run_course(const Lap& lap, const std::vector<double>& breaks) {
  const auto run = std::make_shared<const RunCourse>(lap);
  ParameterCourse course;
  course.duration = run->duration();
  course.at = [run](double t) { return run->at(t); };
  course.find_time = [run](double p) { return run->find_time(p); };
  for (const double p : breaks) {
    const double t = run->find_time(p);
    if (t > 0.0 && t < course.duration) course.breaks.push_back(t);
  }
  return course;
}

}  // namespace free_run
}  // namespace globaldyn::inside
