#pragma once

#include <optional>
#include <vector>

#include "bench/simbody.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {

/// Who applies weights and drive forces.
enum class ForcesBy {
  caller,    ///< whoever calls Simbody's operators
  elements,  ///< force elements of Simbody's, when a state is realized
};

/// A mechanism as Simbody's users would model it: the spanning tree's joints as mobilizers, a body
/// without joints as a free one, every cut joint as a constraint that closes its loop without
/// redundant equations.
///
/// Supported are revolute, prismatic, universal and spherical joints in the tree, their body_a the
/// parent; spherical and universal cut joints, and revolute ones of planar loops (a point on the
/// axis: the other equations of a revolute joint would be redundant there); gravity; drives of
/// joints in the tree and cables, without losses and rotor inertia.
class SimbodyModel {
 public:
  /// @throws NumericalError if the mechanism has anything else.
  explicit SimbodyModel(const Mechanism& mechanism, ForcesBy forces_by = ForcesBy::caller);
  SimbodyModel(const SimbodyModel&) = delete;
  SimbodyModel& operator=(const SimbodyModel&) = delete;

  [[nodiscard]] const SimTK::MultibodySystem& system() const { return system_; }
  [[nodiscard]] const SimTK::SimbodyMatterSubsystem& matter() const { return matter_; }
  [[nodiscard]] const SimTK::State& default_state() const { return system_.getDefaultState(); }

  /// The mobilized body of each of the mechanism's bodies.
  [[nodiscard]] const IdVector<BodyId, SimTK::MobilizedBodyIndex>& indices() const {
    return indices_;
  }

  /// The mechanism's bodies except the ground, parents before children.
  [[nodiscard]] const std::vector<BodyId>& order() const { return order_; }

  /// Weights with opposite signs, in Simbody's order of bodies; empty without gravity.
  [[nodiscard]] const SimTK::Vector_<SimTK::SpatialVec>& lifts() const { return lifts_; }

  /// Two points fixed in bodies.
  struct PointPair {
    SimTK::MobilizedBodyIndex from{};
    SimTK::MobilizedBodyIndex to{};
    SimTK::Vec3 from_point{};
    SimTK::Vec3 to_point{};
  };
  /// What a drive acts on: a generalised speed, or (-1) a cable.
  struct Drive {
    int speed{-1};
    PointPair cable;
  };
  [[nodiscard]] const std::vector<Drive>& drives() const { return drives_; }

  /// What a cut joint keeps together: two points, in directions fixed in the first body; and, if it
  /// is universal, a right angle besides.
  struct Closure {
    PointPair points;
    std::vector<SimTK::Vec3> directions;
    bool has_angle{false};
  };
  [[nodiscard]] const std::vector<Closure>& closures() const { return closures_; }

  /// Gravity, and drive forces that a state holds.
  struct ForceElements {
    ForceElements(SimTK::MultibodySystem& system, const SimTK::SimbodyMatterSubsystem& matter,
                  const SimTK::Vec3& acceleration)
        : subsystem(system), gravity(subsystem, matter, acceleration), drives(subsystem, matter) {}

    SimTK::GeneralForceSubsystem subsystem;
    SimTK::Force::Gravity gravity;
    SimTK::Force::DiscreteForces drives;
  };
  /// None if forces are the caller's.
  [[nodiscard]] const std::optional<ForceElements>& elements() const { return elements_; }

 private:
  void add_body(const Mechanism& mechanism, const Topology& topology, BodyId body);
  void add_cut_joint(const Joint& joint);
  void add_lifts(const Mechanism& mechanism);
  void add_drive(const Mechanism& mechanism, const Topology& topology, const inside::Drive& drive);
  [[nodiscard]] SimTK::MobilizedBody& mobilized(BodyId body);

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  IdVector<BodyId, SimTK::MobilizedBodyIndex> indices_;
  std::vector<BodyId> order_;
  std::vector<Drive> drives_;
  std::vector<Closure> closures_;
  SimTK::Vector_<SimTK::SpatialVec> lifts_;
  std::optional<ForceElements> elements_;
};

}  // namespace globaldyn::inside
