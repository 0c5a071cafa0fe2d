#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/bodies/body.h"
#include "core/description/frames.h"

namespace globaldyn::inside {
inline namespace core {

/// Densities in kg/m³ by the name of the material.
using Materials = std::map<std::string, double>;

/// Reads `materials:` of the file's root, if there are any.
/// @throws InputError where a density is not a positive density.
[[nodiscard]] Materials read_materials(const Node& root, const Parameters& parameters);

/// The solids of a body, and the mass properties of those with a mass, density or material.
struct SolidList {
  std::vector<Solid> solids;
  std::vector<MassProperties> masses;
};

/// Reads the `solids:` list of `body`.
/// @throws InputError at the first invalid entry.
[[nodiscard]] SolidList read_solids(const Node& list, const Materials& materials,
                                    const FrameTable& frames, BodyId body);

}  // namespace core
}  // namespace globaldyn::inside
