#pragma once

#include <optional>
#include <string>
#include <vector>

namespace globaldyn::inside {
inline namespace core {

/// Exponents of metre, kilogram and second, doubled so that square roots remain integers. Angles
/// have no dimension (rad = 1).
struct Dimension {
  int length{0};
  int mass{0};
  int time{0};

  bool operator==(const Dimension&) const = default;
  [[nodiscard]] Dimension operator*(const Dimension& other) const {
    return {length + other.length, mass + other.mass, time + other.time};
  }
  [[nodiscard]] Dimension operator/(const Dimension& other) const {
    return {length - other.length, mass - other.mass, time - other.time};
  }
};

/// The dimensions used in a machine file.
namespace dimension {
inline constexpr Dimension number{};
inline constexpr Dimension angle{};
inline constexpr Dimension length{2, 0, 0};
inline constexpr Dimension mass{0, 2, 0};
inline constexpr Dimension inertia{4, 2, 0};
inline constexpr Dimension density{-6, 2, 0};
inline constexpr Dimension force{2, 2, -4};
inline constexpr Dimension torque{4, 2, -4};
inline constexpr Dimension time{0, 0, 2};
inline constexpr Dimension speed{2, 0, -2};
inline constexpr Dimension rotary_speed{0, 0, -2};
inline constexpr Dimension acceleration{2, 0, -4};
inline constexpr Dimension rotary_acceleration{0, 0, -4};
inline constexpr Dimension stiffness{0, 2, -4};
inline constexpr Dimension rotary_stiffness{4, 2, -4};
inline constexpr Dimension damping{0, 2, -2};
inline constexpr Dimension rotary_damping{4, 2, -2};
inline constexpr Dimension inverse_length{-2, 0, 0};
inline constexpr Dimension power{4, 2, -6};
inline constexpr Dimension force_rate{2, 2, -6};
inline constexpr Dimension torque_rate{4, 2, -6};
inline constexpr Dimension jerk{2, 0, -6};
inline constexpr Dimension rotary_jerk{0, 0, -6};
inline constexpr Dimension loss_by_force{0, -2, 2};    ///< W/N²
inline constexpr Dimension loss_by_torque{-4, -2, 2};  ///< W/(N m)²
}  // namespace dimension

/// For messages: "length (m)", "force (N)", or the base units of a dimension without a name.
[[nodiscard]] std::string describe(const Dimension& dimension);

/// The SI unit of a dimension: "N", "N m", "W", otherwise in base units, such as "m s^-2"; "1" for
/// a plain number. It can be read back wherever a unit is allowed.
[[nodiscard]] std::string format_unit(const Dimension& dimension);

/// A unit of the machine file: 1 of it is `factor` SI units of `dimension`.
struct Unit {
  double factor;
  Dimension dimension;
};

/// The unit called `name`, if there is one.
[[nodiscard]] std::optional<Unit> find_unit(const std::string& name);

/// All unit names, for suggestions and as names that parameters must not have.
[[nodiscard]] std::vector<std::string> list_unit_names();

}  // namespace core
}  // namespace globaldyn::inside
