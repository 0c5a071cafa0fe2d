#include "globaldyn/plan/reversals.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/evaluation/path_walker.h"

namespace globaldyn {
namespace {

// How fast the drives with Coulomb friction move along the path, at rising p.
class Rates {
 public:
  Rates(const Machine& machine, const Path& path) : machine_(machine), path_(path) {
    for (int k = 0; k < machine.mechanism.drive_count(); ++k) {
      if (machine.mechanism.drives[static_cast<std::size_t>(k)].coulomb > 0.0) {
        drives_.push_back(k);
      }
    }
  }

  [[nodiscard]] std::size_t count() const { return drives_.size(); }

  // q'_k, a row per p, a column per drive; NaN where the machine cannot be.
  [[nodiscard]] MatrixXd list(const std::vector<double>& p) const {
    PathWalker walker(machine_, path_);
    MatrixXd rates(static_cast<Eigen::Index>(p.size()), static_cast<Eigen::Index>(drives_.size()));
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Sample& sample = walker.move_to(p[i]);
      for (std::size_t k = 0; k < drives_.size(); ++k) {
        rates(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
            sample.status == SampleStatus::ok ? sample.map.drive_rate(drives_[k]) : std::nan("");
      }
    }
    return rates;
  }

 private:
  const Machine& machine_;
  const Path& path_;
  std::vector<int> drives_;
};

// A change of sign of one drive's rate.
struct Bracket {
  Interval p;
  std::size_t drive;
  bool begins_positive;
};

// The samples, and more between those where a rate comes near to zero and goes away again.
std::vector<double> look_closer(const std::vector<double>& p, const MatrixXd& rates) {
  constexpr int kMore = 32;
  constexpr double kNear = 0.2;
  std::vector<double> all = p;
  for (Eigen::Index k = 0; k < rates.cols(); ++k) {
    for (Eigen::Index i = 1; i + 1 < rates.rows(); ++i) {
      const double before = rates(i - 1, k), here = rates(i, k), after = rates(i + 1, k);
      const bool is_dip = before * here > 0.0 && here * after > 0.0 &&
                          std::abs(here) <= std::abs(before) && std::abs(here) <= std::abs(after);
      const double bend = std::abs(before - 2.0 * here + after);
      if (!is_dip || std::abs(here) > kNear * std::max(std::abs(before), bend) + bend) continue;
      const double begin = p[static_cast<std::size_t>(i - 1)];
      const double end = p[static_cast<std::size_t>(i + 1)];
      for (int j = 1; j < kMore; ++j) all.push_back(begin + (end - begin) * j / kMore);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Rates that are zero but for round-off keep the sign they had.
std::vector<Bracket> find_brackets(const std::vector<double>& p, const MatrixXd& rates) {
  constexpr double kRoundOff = 1e-9;
  std::vector<Bracket> brackets;
  for (Eigen::Index k = 0; k < rates.cols(); ++k) {
    double most = 0.0;
    for (Eigen::Index i = 0; i < rates.rows(); ++i) {
      if (!std::isnan(rates(i, k))) most = std::max(most, std::abs(rates(i, k)));
    }
    double last = 0.0;
    for (Eigen::Index i = 0; i < rates.rows(); ++i) {
      const double here = rates(i, k);
      if (std::isnan(here) || std::abs(here) <= kRoundOff * most) continue;
      if (last * here < 0.0) {
        // Back over what counted as zero.
        Eigen::Index before = i - 1;
        while (before > 0 && !(std::abs(rates(before, k)) > kRoundOff * most)) --before;
        const std::size_t from = static_cast<std::size_t>(i - before > 2 ? i - 1 : before);
        brackets.push_back(
            {{p[from], p[static_cast<std::size_t>(i)]}, static_cast<std::size_t>(k), last > 0.0});
      }
      last = here;
    }
  }
  return brackets;
}

// Each round divides every bracket in as many parts.
void narrow(const Rates& rates, double width, std::vector<Bracket>& brackets) {
  constexpr int kParts = 8;
  constexpr int kMostRounds = 20;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<double> p;
    for (const Bracket& bracket : brackets) {
      if (bracket.p.high - bracket.p.low <= width) continue;
      for (int j = 1; j < kParts; ++j) {
        p.push_back(bracket.p.low + (bracket.p.high - bracket.p.low) * j / kParts);
      }
    }
    if (p.empty()) return;
    std::sort(p.begin(), p.end());
    const MatrixXd values = rates.list(p);
    for (Bracket& bracket : brackets) {
      const Interval old = bracket.p;
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] <= old.low || p[i] >= old.high) continue;
        const double rate =
            values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(bracket.drive));
        const bool is_before = bracket.begins_positive ? rate > 0.0 : rate < 0.0;
        if (!is_before) {
          bracket.p.high = p[i];
          break;
        }
        bracket.p.low = p[i];
      }
    }
  }
}

}  // namespace

std::vector<Interval> find_reversals(const Machine& machine, const Path& path) {
  const Rates rates(machine, path);
  if (rates.count() == 0) return {};
  constexpr int kSamples = 513;
  constexpr double kWidth = 1e-12;
  const std::vector<double> coarse = path.make_samples(kSamples);
  const std::vector<double> p = look_closer(coarse, rates.list(coarse));
  std::vector<Bracket> brackets = find_brackets(p, rates.list(p));
  narrow(rates, kWidth * path.p_max, brackets);
  std::vector<Interval> reversals;
  // Clear of the rates that count as zero.
  constexpr double kClear = 1e-9;
  for (const Bracket& bracket : brackets) {
    reversals.push_back(
        {bracket.p.low - kClear * path.p_max, bracket.p.high + kClear * path.p_max});
  }
  std::sort(reversals.begin(), reversals.end(),
            [](const Interval& a, const Interval& b) { return a.low < b.low; });
  return reversals;
}

}  // namespace globaldyn
