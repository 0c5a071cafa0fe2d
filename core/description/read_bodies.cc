#include "core/description/read_bodies.h"

#include <cmath>
#include <map>

namespace globaldyn {
namespace {

using Materials = std::map<std::string, double>;

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

// Reads the solids of one body and what they weigh.
class SolidReader {
 public:
  SolidReader(const Materials& materials, const FrameTable& frames, int body)
      : materials_(materials), frames_(frames), parameters_(frames.parameters()), body_(body) {}

  void read(const Node& list) {
    for (const Node& item : list.items()) {
      const auto entries = item.entries();
      if (entries.size() != 1) item.fail("a solid without shape", "expected '- rod: {…}' or alike");
      const std::size_t shape =
          entries[0].first.read_choice({"rod", "cylinder", "tube", "box", "plate", "sphere"});
      const Solid solid = read_solid(shape, entries[0].second);
      place_ = entries[0].second.place();
      read_mass(entries[0].second, solid);
      solids_.push_back(solid);
    }
  }

  [[nodiscard]] const std::vector<Solid>& solids() const { return solids_; }
  [[nodiscard]] const std::vector<MassProperties>& masses() const { return masses_; }

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
    masses_.push_back(calc_mass_properties(solid, mass));
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
  int body_;
  SourcePlace place_;  // of the solid being read
  std::vector<Solid> solids_;
  std::vector<MassProperties> masses_;
};

Matrix3d read_matrix(const Node& node, const Parameters& parameters) {
  const std::vector<Node> rows = node.items();
  if (rows.size() != 3) node.fail(std::to_string(rows.size()) + " rows", "expected 3");
  Matrix3d matrix;
  for (int i = 0; i < 3; ++i) {
    matrix.row(i) =
        read_vector(rows[static_cast<std::size_t>(i)], dimension::inertia, parameters, false);
  }
  return matrix;
}

// The six distinct entries by name; the products of inertia are the matrix's entries.
Matrix3d read_entries(const Node& node, const Parameters& parameters) {
  const auto entry = [&](const char* key, bool needed) {
    const auto value = needed ? std::optional(node.require(key)) : node.find(key);
    return value ? read_number(*value, dimension::inertia, parameters) : 0.0;
  };
  const double xy = entry("xy", false), xz = entry("xz", false), yz = entry("yz", false);
  Matrix3d matrix;
  matrix << entry("xx", true), xy, xz, xy, entry("yy", true), yz, xz, yz, entry("zz", true);
  return matrix;
}

Matrix3d read_inertia(const Node& node, const Parameters& parameters, double mass,
                      const Vector3d& com) {
  node.allow_only({"diag", "matrix", "plate", "rod", "xx", "yy", "zz", "xy", "xz", "yz", "about",
                   "cardan", "measured"});
  node.allow_one_of({"diag", "matrix", "plate", "rod"});
  for (const char* entry : {"xx", "yy", "zz", "xy", "xz", "yz"}) {
    node.allow_one_of({"diag", "matrix", "plate", "rod", entry});
  }
  Matrix3d inertia;
  if (const auto diag = node.find("diag")) {
    inertia = read_vector(*diag, dimension::inertia, parameters, false).asDiagonal();
  } else if (const auto matrix = node.find("matrix")) {
    inertia = read_matrix(*matrix, parameters);
  } else if (const auto plate = node.find("plate")) {
    // A thin plate in the x-y plane, given by its moment about z, as planar machines are.
    const double moment = read_positive(*plate, dimension::inertia, parameters, "inertia", true);
    inertia = Vector3d(0.5 * moment, 0.5 * moment, moment).asDiagonal();
  } else if (const auto rod = node.find("rod")) {
    // A slender rod along x, given by its moment across; 1 % of it about its own axis.
    const double moment = read_positive(*rod, dimension::inertia, parameters, "inertia", true);
    inertia = Vector3d(0.01 * moment, moment, moment).asDiagonal();
  } else {
    inertia = read_entries(node, parameters);
  }
  if (const auto cardan = node.find("cardan")) {
    const Matrix3d R =
        make_cardan_rotation(read_vector(*cardan, dimension::angle, parameters, false));
    inertia = R * inertia * R.transpose();
  }
  if (const auto about = node.find("about")) {
    if (about->read_choice({"com", "origin"}) == 1) {
      inertia -= mass * (com.squaredNorm() * Matrix3d::Identity() - com * com.transpose());
    }
  }
  // Published measurements (the PUMA 560's, for one) exceed the triangle inequality by percents.
  const auto measured = node.find("measured");
  const double slack = measured && measured->read_flag() ? 0.05 : 0.0;
  const std::string impossible = explain_impossible_inertia(inertia, slack);
  if (!impossible.empty()) {
    node.fail("an inertia tensor that no body can have (" + impossible + ")",
              "expected one about the centre of mass of a real body");
  }
  return inertia;
}

MassProperties read_mass_properties(const Node& node, const Parameters& parameters,
                                    const std::vector<MassProperties>& solids) {
  const auto mass = node.find("mass");
  if (!mass) {
    for (const char* key : {"com", "inertia"}) {
      if (const auto stray = node.find(key)) {
        stray->fail(std::string("'") + key + "' without 'mass'", "expected both or neither");
      }
    }
    if (solids.empty()) {
      node.fail("a body without mass", "expected 'mass', or solids with a material");
    }
    return combine(solids);
  }
  if (!solids.empty()) {
    mass->fail("both 'mass' and solids with a mass of their own", "expected one of them");
  }
  MassProperties result;
  result.mass = read_positive(*mass, dimension::mass, parameters, "mass", true);
  if (const auto com = node.find("com")) {
    result.com = read_vector(*com, dimension::length, parameters);
  }
  if (const auto inertia = node.find("inertia")) {
    result.inertia = read_inertia(*inertia, parameters, result.mass, result.com);
  }
  return result;
}

Body read_body(const Node& key, const Node& node, const Materials& materials, FrameTable& frames) {
  node.allow_only({"mass", "com", "inertia", "solids", "frames", "pose", "description"});
  Body body;
  body.name = read_name(key);
  if (body.name == "ground" || body.name == "global") {
    key.fail("'" + body.name + "' is the fixed frame", "expected another name");
  }
  if (const auto pose = node.find("pose")) body.guess = frames.read_pose(*pose);
  const int index = frames.add_body(body.name, body.guess);
  if (const auto named = node.find("frames")) frames.add_frames(index, *named);
  SolidReader solids(materials, frames, index);
  if (const auto list = node.find("solids")) solids.read(*list);
  body.mass_properties = read_mass_properties(node, frames.parameters(), solids.masses());
  body.solids = solids.solids();
  return body;
}

}  // namespace

void read_bodies(const Node& root, FrameTable& frames, Mechanism& mechanism) {
  const Materials materials = read_materials(root, frames.parameters());
  mechanism.bodies.push_back({"ground", {}, {}, Frame{}});
  for (const auto& [key, value] : root.require("bodies").entries()) {
    if (key.text() == "ground") {
      value.allow_only({"frames", "solids", "description"});
      if (const auto named = value.find("frames")) frames.add_frames(0, *named);
      SolidReader solids(materials, frames, 0);
      if (const auto list = value.find("solids")) solids.read(*list);
      mechanism.bodies[0].solids = solids.solids();
      continue;
    }
    mechanism.bodies.push_back(read_body(key, value, materials, frames));
  }
  if (mechanism.body_count() == 0)
    root.require("bodies").fail("no bodies", "expected at least one");
}

}  // namespace globaldyn
