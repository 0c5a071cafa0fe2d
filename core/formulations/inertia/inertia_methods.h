#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "core/formulations/inertia/link_tree.h"

namespace globaldyn::inside {
inline namespace core {

/// Inertia matrices of open machines by three methods, for any type of number: `double`, or one
/// that counts what is done with it. q: rad or m, shape n.

template <class Number>
using Vector3 = Eigen::Matrix<Number, 3, 1>;
template <class Number>
using Matrix3 = Eigen::Matrix<Number, 3, 3>;
template <class Number>
using SquareMatrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
template <class Number>
using NumberVector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

/// A link's frame in that of its parent.
template <class Number>
struct LinkFrame {
  Matrix3<Number> R;
  Vector3<Number> r;
};

template <class Number>
LinkFrame<Number> calc_link_frame(const Link& link, const Number& q) {
  using std::cos;
  using std::sin;
  const Matrix3<Number> before = link.before.template cast<Number>();
  LinkFrame<Number> frame{before, link.at.template cast<Number>()};
  if (link.is_prismatic) {
    frame.r += before.col(2) * q;
    return frame;
  }
  const Number angle = q + Number(link.offset);
  const Number c = cos(angle), s = sin(angle);
  frame.R.col(0) = before.col(0) * c + before.col(1) * s;
  frame.R.col(1) = before.col(1) * c - before.col(0) * s;
  return frame;
}

/// Where links are, by direction cosines (Zou et al. 1997, section 2.1): what is common to all
/// columns.
template <class Number>
struct DirectionCosines {
  std::vector<Vector3<Number>> axis;    ///< of the joints, global axes
  std::vector<Vector3<Number>> origin;  ///< of the links' frames
  std::vector<Vector3<Number>> com;     ///< of the links
  std::vector<Matrix3<Number>> C;       ///< of the links' principal axes: eq. (1)
};

template <class Number>
DirectionCosines<Number> calc_direction_cosines(const LinkTree& tree,
                                                const NumberVector<Number>& q) {
  DirectionCosines<Number> result;
  std::vector<Matrix3<Number>> axes;
  for (int i = 0; i < tree.size(); ++i) {
    const Link& link = tree.links[static_cast<std::size_t>(i)];
    LinkFrame<Number> frame = calc_link_frame(link, q(i));
    if (link.parent >= 0) {
      const auto parent = static_cast<std::size_t>(link.parent);
      frame.r = (result.origin[parent] + axes[parent] * frame.r).eval();
      frame.R = (axes[parent] * frame.R).eval();
    }
    axes.push_back(frame.R);
    result.axis.push_back(frame.R.col(2));
    result.origin.push_back(frame.r);
    result.com.push_back(frame.r + frame.R * link.com.template cast<Number>());
    result.C.push_back(frame.R * link.principal.template cast<Number>());
  }
  return result;
}

/// Column j on and above the diagonal, from inverse dynamics at rest with the acceleration 1 of
/// coordinate j alone: what the links beyond it need is summed up without recursion, in no
/// particular order. Other columns need nothing of it.
template <class Number>
void calc_column_by_cosines(const LinkTree& tree, const DirectionCosines<Number>& at, int j,
                            SquareMatrix<Number>& inertia) {
  const auto nth_link = [&](int i) -> const Link& {
    return tree.links[static_cast<std::size_t>(i)];
  };
  const auto column = static_cast<std::size_t>(j);
  Vector3<Number> force = Vector3<Number>::Constant(Number(0.0)), moment = force;
  std::vector<bool> moves(tree.links.size(), false);
  for (int i = j; i < tree.size(); ++i) {
    const auto link = static_cast<std::size_t>(i);
    const int parent = nth_link(i).parent;
    moves[link] = i == j || (parent >= 0 && moves[static_cast<std::size_t>(parent)]);
    if (!moves[link]) continue;
    const Vector3<Number>& z = at.axis[column];
    const Number mass(nth_link(i).mass);
    if (nth_link(j).is_prismatic) {
      const Vector3<Number> own = z * mass;
      force += own;
      moment += at.com[link].cross(own);
      continue;
    }
    const Vector3<Number> own = z.cross(at.com[link] - at.origin[column]) * mass;
    const Vector3<Number> about = at.C[link].transpose() * z;
    const Vector3<Number> turned = nth_link(i).moments.template cast<Number>().cwiseProduct(about);
    force += own;
    moment += at.C[link] * turned + at.com[link].cross(own);
  }
  for (int k = j; k >= 0; k = nth_link(k).parent) {
    const auto row = static_cast<std::size_t>(k);
    inertia(k, j) = nth_link(k).is_prismatic
                        ? Number(at.axis[row].dot(force))
                        : Number(at.axis[row].dot(moment - at.origin[row].cross(force)));
  }
}

/// The upper triangle. Entries between links of different branches are zero.
template <class Number>
void calc_inertia_by_cosines(const LinkTree& tree, const NumberVector<Number>& q,
                             SquareMatrix<Number>& inertia) {
  inertia = SquareMatrix<Number>::Constant(tree.size(), tree.size(), Number(0.0));
  const DirectionCosines<Number> at = calc_direction_cosines(tree, q);
  for (int j = 0; j < tree.size(); ++j) calc_column_by_cosines(tree, at, j, inertia);
}

/// R A Rᵀ of a symmetric A.
template <class Number>
Matrix3<Number> turn_symmetric(const Matrix3<Number>& R, const Matrix3<Number>& A) {
  const Matrix3<Number> half = R * A;
  Matrix3<Number> result;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k <= i; ++k) {
      result(i, k) = half.row(i).dot(R.row(k));
      result(k, i) = result(i, k);
    }
  }
  return result;
}

/// Mass, first moment and inertia of links that are rigid together, in the frame of the first.
template <class Number>
struct CompositeBody {
  Number mass{0.0};
  Vector3<Number> first;
  Matrix3<Number> second;
};

/// A body whose first moment is `first` at a point goes to one that lies -r from there: adds to the
/// inertia what that changes.
template <class Number>
void add_displaced(const Vector3<Number>& r, const Vector3<Number>& first, const Number& mass,
                   Matrix3<Number>& second) {
  const Vector3<Number> g = first + r * (mass * Number(0.5));
  const Number twice = r.dot(g) * Number(2.0);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < i; ++k) {
      second(i, k) -= r(i) * g(k) + g(i) * r(k);
      second(k, i) = second(i, k);
    }
    second(i, i) += twice - r(i) * g(i) * Number(2.0);
  }
}

/// The upper triangle by composite rigid bodies: inertias summed up from the ends of the branches,
/// and each column's force handed down to the ground (M. W. Walker, D. E. Orin, *Efficient dynamic
/// computer simulation of robotic mechanisms*, 1982, method 3).
template <class Number>
void calc_inertia_by_composites(const LinkTree& tree, const NumberVector<Number>& q,
                                SquareMatrix<Number>& inertia) {
  const int n = tree.size();
  const auto nth_link = [&](int i) -> const Link& {
    return tree.links[static_cast<std::size_t>(i)];
  };
  inertia = SquareMatrix<Number>::Constant(n, n, Number(0.0));
  std::vector<LinkFrame<Number>> frames;
  std::vector<CompositeBody<Number>> bodies;
  for (int i = 0; i < n; ++i) {
    const Link& link = nth_link(i);
    frames.push_back(calc_link_frame(link, q(i)));
    // Constants of the links, worked out once.
    Matrix3d second = link.inertia;
    add_displaced<double>(link.com, Vector3d::Zero(), link.mass, second);
    bodies.push_back({Number(link.mass), (link.mass * link.com).template cast<Number>(),
                      second.template cast<Number>()});
  }
  for (int j = n - 1; j >= 0; --j) {
    const CompositeBody<Number>& body = bodies[static_cast<std::size_t>(j)];
    const Vector3<Number>& h = body.first;
    const Number none(0.0);
    Vector3<Number> force, moment;
    if (nth_link(j).is_prismatic) {
      force << none, none, body.mass;
      moment << h.y(), -h.x(), none;
    } else {
      force << -h.y(), h.x(), none;
      moment = body.second.col(2);
    }
    for (int k = j;; k = nth_link(k).parent) {
      inertia(k, j) = nth_link(k).is_prismatic ? force.z() : moment.z();
      if (nth_link(k).parent < 0) break;
      const LinkFrame<Number>& frame = frames[static_cast<std::size_t>(k)];
      force = (frame.R * force).eval();
      moment = (frame.R * moment + frame.r.cross(force)).eval();
    }
    if (nth_link(j).parent < 0) continue;
    CompositeBody<Number>& parent = bodies[static_cast<std::size_t>(nth_link(j).parent)];
    const LinkFrame<Number>& frame = frames[static_cast<std::size_t>(j)];
    const Vector3<Number> first = frame.R * h;
    parent.second += turn_symmetric<Number>(frame.R, body.second);
    add_displaced<Number>(frame.r, first, body.mass, parent.second);
    parent.first += first + frame.r * body.mass;
    parent.mass += body.mass;
  }
}

/// M⁻¹ times the forces, of an upper triangle, by L D Lᵀ.
template <class Number>
NumberVector<Number> solve_with_inertia(SquareMatrix<Number> inertia, NumberVector<Number> forces) {
  const Eigen::Index n = inertia.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const Number share = inertia(k, i) / inertia(k, k);
      for (Eigen::Index j = i; j < n; ++j) inertia(i, j) -= share * inertia(k, j);
      forces(i) -= share * forces(k);
    }
  }
  for (Eigen::Index k = n - 1; k >= 0; --k) {
    for (Eigen::Index i = k + 1; i < n; ++i) forces(k) -= inertia(k, i) * forces(i);
    forces(k) /= inertia(k, k);
  }
  return forces;
}

/// Accelerations at rest, without gravity, under forces of the joints: M⁻¹ tau, without M, by
/// articulated bodies (R. Featherstone, *The calculation of robot dynamics using articulated-body
/// inertias*, 1983). N m or N; rad/s² or m/s².
template <class Number>
NumberVector<Number> solve_by_articulated_bodies(const LinkTree& tree,
                                                 const NumberVector<Number>& q,
                                                 const NumberVector<Number>& forces) {
  const int n = tree.size();
  // Force and moment for an acceleration (v', w') of the frame's origin.
  struct Articulated {
    Matrix3<Number> M, H, I;  // F = M v' + H w', N = Hᵀ v' + I w'
    Vector3<Number> F, N;     // at no acceleration
    Vector3<Number> U_force, U_moment;
    Number D{0.0}, u{0.0};
  };
  std::vector<Articulated> bodies(static_cast<std::size_t>(n));
  std::vector<LinkFrame<Number>> frames;
  const Number none(0.0);
  for (int i = 0; i < n; ++i) {
    const Link& link = tree.links[static_cast<std::size_t>(i)];
    frames.push_back(calc_link_frame(link, q(i)));
    Articulated& body = bodies[static_cast<std::size_t>(i)];
    const Vector3d h = link.mass * link.com;
    Matrix3d second = link.inertia, first;
    add_displaced<double>(link.com, Vector3d::Zero(), link.mass, second);
    first << 0.0, h.z(), -h.y(), -h.z(), 0.0, h.x(), h.y(), -h.x(), 0.0;  // w' x h = first w'
    body.M = Matrix3d(link.mass * Matrix3d::Identity()).template cast<Number>();
    body.H = first.template cast<Number>();
    body.I = second.template cast<Number>();
    body.F = body.N = Vector3<Number>::Constant(none);
  }
  for (int i = n - 1; i >= 0; --i) {
    const Link& link = tree.links[static_cast<std::size_t>(i)];
    Articulated& body = bodies[static_cast<std::size_t>(i)];
    if (link.is_prismatic) {
      body.U_force = body.M.col(2);
      body.U_moment = body.H.row(2).transpose();
      body.D = body.M(2, 2);
      body.u = forces(i) - body.F.z();
    } else {
      body.U_force = body.H.col(2);
      body.U_moment = body.I.col(2);
      body.D = body.I(2, 2);
      body.u = forces(i) - body.N.z();
    }
    if (link.parent < 0) continue;
    const Vector3<Number> share_force = body.U_force / body.D,
                          share_moment = body.U_moment / body.D;
    Matrix3<Number> M = body.M, H = body.H, I = body.I;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        H(r, c) -= body.U_force(r) * share_moment(c);
        if (c > r) continue;
        M(r, c) -= body.U_force(r) * share_force(c);
        I(r, c) -= body.U_moment(r) * share_moment(c);
        M(c, r) = M(r, c);
        I(c, r) = I(r, c);
      }
    }
    const LinkFrame<Number>& frame = frames[static_cast<std::size_t>(i)];
    const Vector3<Number>& p = frame.r;
    M = turn_symmetric<Number>(frame.R, M);
    I = turn_symmetric<Number>(frame.R, I);
    H = (frame.R * H * frame.R.transpose()).eval();
    // The parent's origin lies -p from the link's: v' there, + w' x p here.
    Matrix3<Number> P;
    P << none, -p.z(), p.y(), p.z(), none, -p.x(), -p.y(), p.x(), none;
    const Matrix3<Number> PM = P * M;
    Articulated& parent = bodies[static_cast<std::size_t>(link.parent)];
    parent.M += M;
    parent.H += H + PM.transpose();
    const Matrix3<Number> PH = P * H;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c <= r; ++c) {
        // I + P H + (P H)ᵀ - P M P
        parent.I(r, c) += I(r, c) + PH(r, c) + PH(c, r) - PM.row(r).dot(P.col(c));
        parent.I(c, r) = parent.I(r, c);
      }
    }
    const Vector3<Number> F = frame.R * (body.F + share_force * body.u);
    parent.F += F;
    parent.N += frame.R * (body.N + share_moment * body.u) + p.cross(F);
  }
  NumberVector<Number> result(n);
  std::vector<Vector3<Number>> linear(static_cast<std::size_t>(n)), angular(linear);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Link& link = tree.links[at];
    const Articulated& body = bodies[at];
    const LinkFrame<Number>& frame = frames[at];
    Vector3<Number> v = Vector3<Number>::Constant(none), w = v;
    if (link.parent >= 0) {
      const auto parent = static_cast<std::size_t>(link.parent);
      w = frame.R.transpose() * angular[parent];
      v = frame.R.transpose() * (linear[parent] + angular[parent].cross(frame.r));
      result(i) = (body.u - body.U_force.dot(v) - body.U_moment.dot(w)) / body.D;
    } else {
      result(i) = body.u / body.D;
    }
    (link.is_prismatic ? v : w).z() += result(i);
    linear[at] = v;
    angular[at] = w;
  }
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
