#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "globaldyn/plan/limit_source.h"

namespace globaldyn {

/// Limits known at equally spaced p of a path, interpolated between them where the samples show
/// that they are smooth enough: by polynomials of degree five, whose error is taken to be what they
/// differ from those of degree four, with the largest of the fifth differences there and next to
/// it, one of which may vanish by chance; where limits are smooth it is far less. A machine's pose
/// costs some thirty times as much.
class SampledLimits {
 public:
  /// @param spacing between samples, the first of which is at p = 0
  /// @param accuracy the error of every coefficient, in sizes of its row's limits, is to be no more
  ///   than this share of the largest of its kind (alpha, beta, ...) nearby; of gamma, of the
  ///   limits
  SampledLimits(double spacing, double accuracy) : spacing_(spacing), accuracy_(accuracy) {}

  /// The limits at the next p.
  void add(const LimitSystem& system);

  /// Nothing is interpolated across these p, rising: limits or their derivatives may step there.
  /// The ends of the path are among them.
  void set_breaks(std::span<const double> breaks);

  /// Writes the limits at p, labels excepted; false where they are not known as accurately: then
  /// what is written is void.
  [[nodiscard]] bool write(double p, LimitSystem& system) const;

 private:
  static constexpr std::size_t kWindow = 6;
  using Weights = std::array<double, kWindow>;

  struct Sample {
    LimitSystem system;
    MatrixXd coefficients;     // a row each: alpha, beta, gamma, delta, v
    VectorXd sizes;            // of the limits of each row
    VectorXd largest;          // of each column, in sizes
    MatrixXd difference;       // fifth divided differences from here on, absolute; empty: not alike
    bool is_regular{true};     // rows only, all with limits a range apart
    bool is_like_last{false};  // as many rows as the sample before, of the same limits
  };

  // Samples to interpolate by, and the range within which windows may begin there.
  struct Window {
    std::size_t first;
    std::size_t lowest;
    std::size_t highest;
  };

  [[nodiscard]] std::optional<Window> find_window(double p) const;
  [[nodiscard]] static bool are_alike(std::span<const Sample> window);

  double spacing_;
  double accuracy_;
  std::vector<Sample> samples_;
  std::vector<double> breaks_;
};

}  // namespace globaldyn
