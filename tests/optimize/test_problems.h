#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optimize/pareto/outcome.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside::test {

/// A problem from the literature whose front is known.
struct TestProblem {
  std::string name;
  DesignSpace space;
  std::function<Outcome(const Design&)> evaluate;
  std::vector<double> reference;  ///< of hypervolumes: the front's worst values, and 10 % of its
                                  ///< range; the same for ZDT and DTLZ as in the literature
  double true_hypervolume{0.0};   ///< of the whole front, which is described at each problem
};

/// Zitzler, Deb & Thiele 2000.
[[nodiscard]] TestProblem make_zdt1();
[[nodiscard]] TestProblem make_zdt2();
[[nodiscard]] TestProblem make_zdt3();
[[nodiscard]] TestProblem make_zdt4();
[[nodiscard]] TestProblem make_zdt6();

/// Deb, Thiele, Laumanns & Zitzler 2002, with three objectives.
[[nodiscard]] TestProblem make_dtlz2();

/// Constrained: Binh & Korn 1997, Srinivas & Deb 1994, Tanaka et al. 1995, Osyczka & Kundu 1995.
/// The violation is the sum of the constraints' deficits, each as a share of its constant.
[[nodiscard]] TestProblem make_bnh();
[[nodiscard]] TestProblem make_srn();
[[nodiscard]] TestProblem make_srn_inside();  ///< the part of the front inside the constraints
[[nodiscard]] TestProblem make_tnk();
[[nodiscard]] TestProblem make_osy();

/// A beam of a material, width, height and number of ribs, which must be light and stiff and hold
/// its load: 28 800 designs of a categorical and three integer variables, some of them infeasible,
/// and those that are too slender without objectives. No hypervolume: the front is found by
/// evaluating all of them.
[[nodiscard]] TestProblem make_beam();

/// Every design of a space of integer and categorical variables.
[[nodiscard]] std::vector<Design> list_designs(const DesignSpace& space);

}  // namespace globaldyn::inside::test
