#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/formulations/inertia/link_tree.h"

namespace globaldyn::inside {
inline namespace core {

enum class InertiaMethod {
  direction_cosines,  ///< column by column, none of which needs another (Zou et al. 1997)
  composite_bodies,   ///< inertias summed up from the ends of the branches
  articulated_bodies  ///< columns of M⁻¹, from accelerations; M is its inverse
};

/// Calls visit(i) for every i < count, on several threads if it likes: run_sweep(), say.
using RunEach =
    std::function<void(std::size_t count, const std::function<void(std::size_t i)>& visit)>;

/// The inertia matrix of a machine without loops at coordinates q. Shape: n x n, symmetric; kg m²,
/// kg m or kg.
[[nodiscard]] MatrixXd calc_inertia_matrix(const LinkTree& tree, const VectorXd& q,
                                           InertiaMethod method = InertiaMethod::composite_bodies);

/// The same by direction cosines, its columns on several threads. Bit for bit as on one.
[[nodiscard]] MatrixXd calc_inertia_columns(const LinkTree& tree, const VectorXd& q,
                                            const RunEach& run);

/// At many poses at once, on several threads. @param q shape: n x poses
[[nodiscard]] std::vector<MatrixXd> calc_inertia_matrices(const LinkTree& tree, const MatrixXd& q,
                                                          InertiaMethod method, const RunEach& run);

}  // namespace core
}  // namespace globaldyn::inside
