#include "core/description/read_solids.h"

#include <cmath>
#include <utility>

#include "core/description/quantities.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Reads the solids of one body and their masses.
class SolidReader {
 public:
  SolidReader(const Materials& materials, const FrameTable& frames, BodyId body)
      : materials_(materials), frames_(frames), parameters_(frames.parameters()), body_(body) {}

  SolidList read(const Node& list) {
    for (const Node& item : frames_.patterns().items(list)) {
      auto entries = item.entries();
      if (item.is_element()) {
        std::erase_if(entries, [](const auto& entry) { return entry.first.text() == "pattern"; });
      }
      if (entries.size() != 1) item.fail("a solid without shape", "expected '- rod: {…}' or alike");
      const auto& [key, node] = entries[0];
      const std::size_t shape =
          key.read_choice({"rod", "cylinder", "tube", "box", "plate", "sphere"});
      Solid solid = read_solid(shape, node);
      if (item.is_element()) solid.frame = frames_.turn_with_member(node, solid.frame);
      place_ = node.place();
      read_mass(node, solid);
      result_.solids.push_back(solid);
    }
    return std::move(result_);
  }

 private:
  Solid read_solid(std::size_t shape, const Node& node) const {
    switch (shape) {
      case 0:
      case 1:
        return read_bar(node, Solid::Shape::cylinder, {"diameter"});
      case 2:
        return read_bar(node, Solid::Shape::tube, {"diameter", "wall"});
      case 3:
        return read_block(node, false);
      case 4:
        return read_block(node, true);
      default:
        return read_sphere(node);
    }
  }

  Solid read_bar(const Node& node, Solid::Shape shape, std::vector<std::string> keys) const {
    keys.insert(keys.end(), {"from", "to", "material", "density", "mass"});
    node.allow_only(keys);
    const Vector3d from = read_vector(node.require("from"), dimension::length, parameters_);
    const Vector3d to = read_vector(node.require("to"), dimension::length, parameters_);
    const double length = (to - from).norm();
    if (length == 0.0) node.fail("'from' and 'to' are the same point", "expected a length");
    const double outer = read_length(node, "diameter");
    double inner = 0.0;
    if (shape == Solid::Shape::tube) {
      inner = outer - 2.0 * read_length(node, "wall");
      if (inner < 0.0) node.require("wall").fail("wall thicker than the radius", "expected less");
    }
    return {shape, {0.5 * (from + to), make_frame_about(to - from)}, {outer, inner, length}};
  }

  Solid read_block(const Node& node, bool plate) const {
    std::vector<std::string> own{"size", "material", "density", "mass"};
    if (plate) own.emplace_back("thickness");
    Solid solid{Solid::Shape::box, frames_.read_frame(node, body_, own), Vector3d::Zero()};
    const Node size = node.require("size");
    const std::vector<Node> edges = size.items();
    if (edges.size() != (plate ? 2u : 3u)) {
      size.fail(std::to_string(edges.size()) + " edges", plate ? "expected 2" : "expected 3");
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      solid.size(static_cast<int>(i)) =
          read_positive(edges[i], dimension::length, parameters_, "edge");
    }
    if (plate) solid.size.z() = read_length(node, "thickness");
    return solid;
  }

  Solid read_sphere(const Node& node) const {
    node.allow_only({"at", "diameter", "material", "density", "mass"});
    const auto at = node.find("at");
    const Vector3d center =
        at ? read_vector(*at, dimension::length, parameters_) : Vector3d(Vector3d::Zero());
    return {Solid::Shape::sphere,
            {center, Matrix3d::Identity()},
            Vector3d::Constant(read_length(node, "diameter"))};
  }

  [[nodiscard]] double read_length(const Node& node, const std::string& key) const {
    return read_positive(node.require(key), dimension::length, parameters_, key);
  }

  void read_mass(const Node& node, const Solid& solid) {
    const auto mass = node.find("mass");
    const auto density = node.find("density");
    const auto material = node.find("material");
    node.allow_one_of({"mass", "density", "material"});
    if (mass) {
      add(solid, read_positive(*mass, dimension::mass, parameters_, "mass"));
    } else if (density) {
      add(solid,
          calc_volume(solid) * read_positive(*density, dimension::density, parameters_, "density"));
    } else if (material) {
      add(solid, calc_volume(solid) * find_density(*material));
    }
  }

  void add(const Solid& solid, double mass) {
    if (!std::isfinite(mass)) {
      throw InputError(place_, "a solid of infinite mass", "expected a finite size and density");
    }
    result_.masses.push_back(calc_mass_properties(solid, mass));
  }

  [[nodiscard]] double find_density(const Node& material) const {
    const auto found = materials_.find(material.text());
    if (found != materials_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, density] : materials_) names.push_back(name);
    material.fail("there is no material '" + material.text() + "'",
                  suggest_name(material.text(), names));
  }

  const Materials& materials_;
  const FrameTable& frames_;
  const Parameters& parameters_;
  BodyId body_;
  SourcePlace place_;  // of the solid being read
  SolidList result_;
};

}  // namespace

Materials read_materials(const Node& root, const Parameters& parameters) {
  Materials materials;
  const auto node = root.find("materials");
  if (!node) return materials;
  for (const auto& [key, value] : node->entries()) {
    materials[read_name(key)] =
        read_positive(value, dimension::density, parameters, "density of a material");
  }
  return materials;
}

SolidList read_solids(const Node& list, const Materials& materials, const FrameTable& frames,
                      BodyId body) {
  return SolidReader(materials, frames, body).read(list);
}

}  // namespace core
}  // namespace globaldyn::inside
