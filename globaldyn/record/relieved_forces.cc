#include "globaldyn/record/relieved_forces.h"

#include <Eigen/QR>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// What friction takes is not unique: preload that only presses one drive's friction against
// another's costs the motors nothing. This weight of friction itself makes it so, and going on from
// the friction found before takes the error that it causes out again: each round leaves about this
// share of it (a proximal point method).
constexpr double kWeight = 1e-4;
constexpr int kRounds = 5;

// Unknowns u: y, then the friction of the drives that have some.
class RelievedForces {
 public:
  RelievedForces(const ForceProblem& problem, const std::vector<Slab>& slabs)
      : problem_(problem), preload_(problem.V.cols()) {
    for (Eigen::Index k = 0; k < problem.stictions.size(); ++k) {
      if (problem.stictions(k) > 0.0) drives_.push_back(k);
    }
    set_system();
    for (const Slab& slab : slabs) add(slab);
    for (std::size_t j = 0; j < drives_.size(); ++j) add_drive(j);
  }

  bool find(const VectorXd& wanted, VectorXd& y) const {
    const Eigen::Index m = problem_.particular.size(), count = size() - preload_;
    VectorXd aim = VectorXd::Zero(m + count), u;
    aim.head(m) = wanted - problem_.particular;
    for (int round = 0; round < kRounds; ++round) {
      VectorXd z;
      if (!find_nearest_point(slabs_, Q_.transpose() * aim, round_off::kSolved, z)) return false;
      u = R_.triangularView<Eigen::Upper>().solve(z);
      aim.tail(count) = std::sqrt(kWeight) * u.tail(count);
    }
    y = u.head(preload_);
    return true;
  }

 private:
  [[nodiscard]] Eigen::Index size() const {
    return preload_ + static_cast<Eigen::Index>(drives_.size());
  }

  // The motors' forces less the particular ones, and friction by its weight, are linear in u; in
  // z = R u their squares are those of z.
  void set_system() {
    const Eigen::Index m = problem_.particular.size(), count = size() - preload_;
    MatrixXd system = MatrixXd::Zero(m + count, size());
    system.topLeftCorner(m, preload_) = problem_.V;
    for (Eigen::Index j = 0; j < count; ++j) {
      system(nth(drives_, j), preload_ + j) = -1.0;
      system(m + j, preload_ + j) = std::sqrt(kWeight);
    }
    const Eigen::HouseholderQR<MatrixXd> qr(system);
    Q_ = qr.householderQ() * MatrixXd::Identity(m + count, size());
    R_ = qr.matrixQR().topRows(size()).triangularView<Eigen::Upper>();
  }

  void add(Slab slab) {
    VectorXd a = VectorXd::Zero(size());
    a.head(slab.a.size()) = slab.a;
    slab.a = R_.transpose().triangularView<Eigen::Lower>().solve(a);
    slabs_.push_back(std::move(slab));
  }

  // What its friction can be, and its motor.
  void add_drive(std::size_t j) {
    const Eigen::Index k = drives_[j], at = preload_ + static_cast<Eigen::Index>(j);
    const double stiction = problem_.stictions(k), fixed = problem_.particular(k);
    VectorXd a = VectorXd::Zero(size());
    a(at) = 1.0;
    add({a, -stiction, stiction, stiction});
    a.head(preload_) = problem_.V.row(k).transpose();
    a(at) = -1.0;
    const Interval& motor = nth(problem_.motors, k);
    add({a, motor.low - fixed, motor.high - fixed, stiction});
  }

  const ForceProblem& problem_;
  Eigen::Index preload_;
  std::vector<Eigen::Index> drives_;  // with friction
  MatrixXd Q_, R_;
  std::vector<Slab> slabs_;  // of z
};

}  // namespace

bool find_relieved_forces(const ForceProblem& problem, const std::vector<Slab>& slabs,
                          const VectorXd& wanted, VectorXd& y) {
  return RelievedForces(problem, slabs).find(wanted, y);
}

}  // namespace record
}  // namespace globaldyn::inside
