#pragma once

#include <globaldyn/interval.h>
#include <globaldyn/quantity.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// Another value of a parameter: what `--set name=text` is to the command.
struct Setting {
  std::string name;
  std::string text;  ///< a formula, units allowed; a bare number is in SI

  bool operator==(const Setting&) const = default;
};

/// A named number of a machine file.
struct Parameter {
  std::string name;
  Quantity quantity;
  std::optional<double> min;  ///< SI
  std::optional<double> max;
  std::string description;
};

struct Body {
  std::string name;
  double mass{0.0};  ///< kg
};

/// A way in which a joint can move.
struct JointCoordinate {
  std::string name;        ///< angle, displacement, angle_a, angle_b, x, y
  bool rotational{false};  ///< rad, otherwise m
  Interval travel;         ///< ends may be infinite
};

struct Joint {
  std::string name;
  std::string type;  ///< revolute, prismatic, ...
  std::string body_a;
  std::string body_b;
  std::vector<JointCoordinate> coordinates;
};

/// A drive: its force n does the work n dq on the mechanism. Figures are at its coordinate q.
struct Drive {
  enum class Kind { joint, linear_motor, cable };

  std::string name;
  Kind kind{Kind::joint};
  bool rotational{false};         ///< q in rad and n in N m, otherwise m and N
  double ratio{1.0};              ///< motor's rotation, or travel, per q
  double efficiency{1.0};         ///< of the gear, where the motor drives the load
  double efficiency_back{1.0};    ///< where the load drives the motor; <= 0: it cannot
  double reflected_inertia{0.0};  ///< kg m² or kg: the rotor's, times ratio²
  double viscous{0.0};            ///< N m s/rad or N s/m
  double coulomb{0.0};            ///< N m or N
};

/// joint, linear_motor, cable.
[[nodiscard]] const char* to_string(Drive::Kind kind);

/// What moves: the part of a machine file that knows nothing of paths and limits.
struct Mechanism {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Body> bodies;  ///< the first is the ground
  std::vector<Joint> joints;
  std::vector<Drive> drives;                         ///< in the file's order, as everywhere
  Eigen::Vector3d gravity{Eigen::Vector3d::Zero()};  ///< m/s²
  double payload_mass{0.0};                          ///< kg, of what the tool carries
  bool has_tool{false};
  std::vector<std::string> remarks;  ///< on what the file may have meant otherwise
};

/// Reads the mechanism in a machine file; what else is in the file is not looked at.
/// @throws InputError at the first mistake, with file, line and column
[[nodiscard]] Mechanism load_mechanism(const std::string& file,
                                       const std::vector<Setting>& settings = {},
                                       const std::string& load_case = {});

/// The same from text, called `file` in messages; files that it names are looked for in `folder`.
[[nodiscard]] Mechanism parse_mechanism(const std::string& text, const std::string& file,
                                        const std::string& folder,
                                        const std::vector<Setting>& settings = {},
                                        const std::string& load_case = {});

}  // namespace globaldyn
