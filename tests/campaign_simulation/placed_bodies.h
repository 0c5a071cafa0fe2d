#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/draw.h"

namespace globaldyn::inside::test {

/// Bodies that were placed before they were joined; the ground is the first, at the origin.
class PlacedBodies {
 public:
  /// @param planar all origins and centres of mass in the plane z = 0, turned about z alone
  PlacedBodies(Draw& draw, bool planar);

  /// Adds a body near another one. @return its number
  std::size_t add(std::size_t near);

  [[nodiscard]] std::size_t count() const { return places_.size(); }

  /// A global point between two bodies (m), in the plane if planar.
  [[nodiscard]] Eigen::Vector3d draw_point(std::size_t a, std::size_t b);
  /// A global unit vector.
  [[nodiscard]] Eigen::Vector3d draw_direction();
  /// One that is perpendicular to it; in the plane if planar and `to` is z.
  [[nodiscard]] Eigen::Vector3d draw_perpendicular(const Eigen::Vector3d& to);

  /// A joint's end on a body, where the body is: with its z axis along `axis`, its x axis `x_axis`.
  [[nodiscard]] std::string write_end(std::size_t body, const Eigen::Vector3d& point,
                                      const Eigen::Vector3d& axis,
                                      const Eigen::Vector3d& x_axis) const;
  /// A point fixed in a body, given where it is.
  [[nodiscard]] std::string write_point(std::size_t body, const Eigen::Vector3d& point) const;

  /// "ground", "b1", …
  [[nodiscard]] static std::string name_of(std::size_t body);

  /// The section `bodies` of the file.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Place {
    Eigen::Vector3d origin;
    Eigen::Matrix3d axes;
  };

  [[nodiscard]] Place draw_place(const Eigen::Vector3d& near);
  [[nodiscard]] Eigen::Vector3d draw_offset(double size);
  void write_body(const Place& place);

  Draw& draw_;
  bool planar_;
  std::vector<Place> places_;
  std::string text_{"bodies:\n"};
};

}  // namespace globaldyn::inside::test
