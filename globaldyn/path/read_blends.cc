#include "globaldyn/path/read_blends.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using OwnBlends = std::vector<std::optional<Node>>;

BlendWish read_blend_wish(const Node& node, const Dimension& dimension,
                          const Parameters& parameters) {
  if (node.is_scalar() && node.text() == "fit") return {kInfinity, true};
  if (!node.is_map()) return {read_positive(node, dimension, parameters, "blend", true), false};
  node.allow_only({"fit"});
  return {read_positive(node.require("fit"), dimension, parameters, "fit"), true};
}

// Of each point its own blend, or the one for all.
std::vector<BlendWish> read_wishes(const Node& node, const OwnBlends& own,
                                   const Dimension& dimension, const std::vector<bool>& corners,
                                   const Parameters& parameters) {
  const auto common = node.find("blend");
  const BlendWish all = common ? read_blend_wish(*common, dimension, parameters) : BlendWish{};
  std::vector<BlendWish> wishes(corners.size(), all);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!own[i]) continue;
    wishes[i] = read_blend_wish(*own[i], dimension, parameters);
    if (corners[i] || wishes[i].length == 0.0) continue;
    own[i]->fail("a blend where there is nothing to round",
                 "expected none at the ends, at stops, where the path goes straight on, stands "
                 "still, or goes back the way it came");
  }
  return wishes;
}

std::string tell_clash(const BlendClash& clash, const std::string& unit) {
  const std::string piece =
      fmt::format("where the piece from point {} to point {} is {:.9g}{} long", clash.piece + 1,
                  clash.piece + 2, clash.length, unit);
  if (clash.first != clash.last && clash.first > 0.0 && clash.last > 0.0) {
    return fmt::format("blends of {:.9g}{} and {:.9g}{}, {}", clash.first, unit, clash.last, unit,
                       piece);
  }
  return fmt::format("a blend of {:.9g}{}, {} and has one at {}", std::max(clash.first, clash.last),
                     unit, piece, clash.first == clash.last ? "both ends" : "one end");
}

std::string tell_most(const BlendClash& clash, const std::string& unit) {
  if (clash.first == clash.last) {
    return fmt::format("expected at most {:.12g}{}", 0.5 * clash.length, unit);
  }
  const bool is_alone = clash.first == 0.0 || clash.last == 0.0;
  return fmt::format("expected {}at most {:.12g}{}", is_alone ? "" : "together ", clash.length,
                     unit);
}

// At the blend of one of the points, or of all.
[[noreturn]] void refuse_blends(const Node& node, const OwnBlends& own, const BlendClash& clash,
                                const std::string& unit) {
  const auto find_own = [&](std::size_t i, double length) -> const Node* {
    return length > 0.0 && i < own.size() && own[i] ? &*own[i] : nullptr;
  };
  const Node* at = find_own(clash.piece + 1, clash.last);
  if (at == nullptr) at = find_own(clash.piece, clash.first);
  (at != nullptr ? *at : node.require("blend"))
      .fail(tell_clash(clash, unit), tell_most(clash, unit));
}

}  // namespace

std::vector<double> read_blend_lengths(const Node& node, const OwnBlends& own,
                                       const PointMeasure& measure,
                                       const std::vector<double>& pieces,
                                       const std::vector<bool>& corners,
                                       const Parameters& parameters) {
  const std::vector<BlendWish> wishes =
      read_wishes(node, own, measure.dimension, corners, parameters);
  std::vector<double> lengths = fit_blends(pieces, corners, wishes);
  if (const auto clash = find_blend_clash(pieces, lengths)) {
    refuse_blends(node, own, *clash, measure.unit);
  }
  return lengths;
}

BlendShape read_blend_shape(const Node& node) {
  const auto shape = node.find("shape");
  if (!shape) return BlendShape::smooth;
  return shape->read_choice({"smooth", "parabola"}) == 0 ? BlendShape::smooth
                                                         : BlendShape::parabola;
}

}  // namespace path
}  // namespace globaldyn::inside
