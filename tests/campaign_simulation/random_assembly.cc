#include "tests/campaign_simulation/random_assembly.h"

#include <Eigen/Core>
#include <algorithm>
#include <set>

#include "tests/campaign_simulation/placed_bodies.h"

// What is drawn is drawn one by one: compilers evaluate arguments in different orders.
namespace globaldyn::inside::test {
namespace {

using Eigen::Vector3d;

struct JointKind {
  const char* type;
  int freedoms;  // in space
  double share;  // of all
};

// Of trees in space, and of what closes loops there.
constexpr JointKind kTreeJoints[] = {
    {"revolute", 1, 0.5},    {"prismatic", 1, 0.15}, {"universal", 2, 0.1}, {"spherical", 3, 0.1},
    {"cylindrical", 2, 0.1}, {"screw", 1, 0.03},     {"planar", 3, 0.02}};
constexpr JointKind kClosingJoints[] = {{"spherical", 3, 0.35},
                                        {"distance", 5, 0.25},
                                        {"universal", 2, 0.15},
                                        {"cylindrical", 2, 0.1},
                                        {"revolute", 1, 0.15}};
constexpr JointKind kPlanarJoints[] = {{"revolute", 1, 0.75}, {"prismatic", 1, 0.25}};

template <std::size_t count>
const JointKind& draw_kind(Draw& draw, const JointKind (&kinds)[count]) {
  double left = draw.uniform(0.0, 1.0);
  for (const JointKind& kind : kinds) {
    left -= kind.share;
    if (left < 0.0) return kind;
  }
  return kinds[0];
}

struct TreeJoint {
  std::string name;
  std::string type;
  std::size_t parent{0};
  int freedoms{0};
  int used{0};  // by loops that it is in
};

struct AssemblyKind {
  const char* name;
  bool planar, branches;
  std::size_t least_loops, most_loops;
};

constexpr AssemblyKind kKinds[] = {
    {"arm", false, false, 0, 0},          {"tree", false, true, 0, 0},
    {"planar_loop", true, false, 1, 1},   {"planar_loops", true, true, 2, 3},
    {"spatial_loop", false, false, 1, 1}, {"spatial_loops", false, true, 2, 3}};

class AssemblyWriter {
 public:
  AssemblyWriter(Draw& draw, const AssemblyKind& kind)
      : draw_(draw), kind_(kind), bodies_(draw, kind.planar) {}

  RandomAssembly write() {
    made_.kind = kind_.name;
    const std::string gravity = draw_gravity();
    grow_tree();
    const std::size_t loops =
        kind_.least_loops + draw_.below(kind_.most_loops - kind_.least_loops + 1);
    for (std::size_t i = 0; i < loops; ++i) close_loop();
    add_drives();
    add_springs();
    add_coupling();
    draw_motion();
    made_.text = fmt::format("globaldyn: 1\nname: {}\ngravity: {}\n", kind_.name, gravity) +
                 bodies_.text() + "joints:\n" + joints_ + with_head("couplings", couplings_) +
                 with_head("springs", springs_) + with_head("drives", drives_);
    return made_;
  }

 private:
  static std::string with_head(const char* key, const std::string& entries) {
    return entries.empty() ? "" : fmt::format("{}:\n{}", key, entries);
  }

  std::string draw_gravity() {
    static constexpr const char* kGravity[] = {"[0, -9.81, 0]", "[0, -9.81, 0]", "[0, 0, 0]"};
    return kGravity[draw_.below(3)];
  }

  // Loops need bodies enough to move.
  void grow_tree() {
    const std::size_t least = kind_.most_loops == 0 ? 1 : kind_.most_loops + 2;
    const std::size_t count = least + draw_.below(kind_.most_loops == 0 ? 5 : 4);
    tree_.push_back({});  // the ground
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t last = bodies_.count() - 1;
      const std::size_t parent = kind_.branches ? draw_.below(last + 1) : last;
      add_tree_joint(parent, bodies_.add(parent));
    }
  }

  void add_tree_joint(std::size_t parent, std::size_t body) {
    const JointKind& kind =
        kind_.planar ? draw_kind(draw_, kPlanarJoints) : draw_kind(draw_, kTreeJoints);
    const std::string name = fmt::format("J{}", body);
    write_joint(name, kind.type, parent, body);
    tree_.push_back({name, kind.type, parent, kind.freedoms, 0});
  }

  // At a point somewhere between the bodies.
  void write_joint(const std::string& name, const std::string& type, std::size_t a, std::size_t b) {
    const Vector3d point = bodies_.draw_point(a, b);
    if (type == "distance") {
      const Vector3d other = bodies_.draw_point(b, a);
      joints_ += fmt::format("  {}: {{type: distance, a: {}, b: {}, length: {:.17g}}}\n", name,
                             bodies_.write_point(a, point), bodies_.write_point(b, other),
                             (other - point).norm());
      return;
    }
    Vector3d axis = Vector3d::UnitZ();
    if (!kind_.planar) axis = bodies_.draw_direction();
    const Vector3d across = bodies_.draw_perpendicular(axis);
    if (kind_.planar && type == "prismatic") {
      write_ends(name, type, bodies_.write_end(a, point, across, axis),
                 bodies_.write_end(b, point, across, axis));
    } else if (type == "universal") {
      write_ends(name, type, bodies_.write_end(a, point, axis, across),
                 bodies_.write_end(b, point, across, axis));
    } else {
      write_ends(name, type, bodies_.write_end(a, point, axis, across),
                 bodies_.write_end(b, point, axis, across));
    }
  }

  void write_ends(const std::string& name, const std::string& type, const std::string& a,
                  const std::string& b) {
    const std::string lead = type == "screw" ? ", lead: 0.05" : "";
    joints_ += fmt::format("  {}: {{type: {}, a: {}, b: {}{}}}\n", name, type, a, b, lead);
  }

  // The bodies whose joints are between two bodies along the tree.
  [[nodiscard]] std::vector<std::size_t> list_between(std::size_t a, std::size_t b) const {
    std::set<std::size_t> to_ground;
    for (std::size_t i = a; i != 0; i = tree_[i].parent) to_ground.insert(i);
    std::vector<std::size_t> between;
    for (std::size_t i = b; i != 0; i = tree_[i].parent) {
      if (to_ground.erase(i) == 0) between.push_back(i);
    }
    between.insert(between.end(), to_ground.begin(), to_ground.end());
    return between;
  }

  // What joints of the loop that this makes may still move, without those of loops already there.
  [[nodiscard]] int count_freedoms(const std::vector<std::size_t>& between) const {
    int freedoms = 0, used = 0;
    for (const std::size_t i : between) {
      freedoms += tree_[i].freedoms;
      used = std::max(used, tree_[i].used);
    }
    return freedoms - used;
  }

  // Between two bodies that keep a freedom; there may be none.
  void close_loop() {
    constexpr int kTries = 30;
    for (int i = 0; i < kTries; ++i) {
      const std::size_t a = draw_.below(bodies_.count()), b = draw_.below(bodies_.count());
      JointKind kind =
          kind_.planar ? draw_kind(draw_, kPlanarJoints) : draw_kind(draw_, kClosingJoints);
      const int closed = (kind_.planar ? 3 : 6) - kind.freedoms;
      const std::vector<std::size_t> between = list_between(a, b);
      if (a == b || between.size() < 2 || count_freedoms(between) <= closed) continue;
      for (const std::size_t one : between) tree_[one].used += closed;
      write_joint(fmt::format("C{}", ++loops_), kind.type, a, b);
      return;
    }
  }

  static bool has_one_coordinate(const TreeJoint& joint) {
    return joint.type == "revolute" || joint.type == "prismatic";
  }

  void add_drives() {
    for (std::size_t i = 1; i < tree_.size(); ++i) {
      if (!has_one_coordinate(tree_[i]) || !draw_.chance(0.8)) continue;
      std::string motor;
      if (draw_.chance(0.2)) motor += fmt::format(", viscous: {:.6g}", draw_.decade(-2.0, 0.5));
      if (draw_.chance(0.2)) {
        const double ratio = draw_.uniform(2.0, 30.0);
        const bool turns = tree_[i].type == "revolute";
        motor += fmt::format(", rotor_inertia: {:.6g}, gear: {{ratio: {:.6g}{}}}",
                             draw_.decade(-5.0, -3.0), ratio, turns ? "" : " rad/m");
      }
      drives_ += fmt::format("  D{}: {{joint: J{}{}}}\n", i, i, motor);
      driven_.push_back(i);
    }
  }

  void add_springs() {
    const std::size_t count = draw_.below(3);
    for (std::size_t s = 1; s <= count; ++s) {
      const std::string where = draw_spring_place();
      if (where.empty()) continue;
      const double stiffness = draw_.decade(0.0, 3.3);
      const std::string damping =
          draw_.chance(0.5) ? "" : fmt::format(", damping: {:.6g}", draw_.decade(-1.0, 1.3));
      springs_ += fmt::format("  S{}: {{{}, stiffness: {:.6g}, rest: {:.6g}{}}}\n", s, where,
                              stiffness, draw_.uniform(0.0, 0.6), damping);
    }
  }

  // At a joint, or between points of two bodies; empty: of one body alone.
  std::string draw_spring_place() {
    const std::size_t a = draw_.below(bodies_.count()), b = draw_.below(bodies_.count());
    if (draw_.chance(0.5) && a != 0 && has_one_coordinate(tree_[a])) {
      return "joint: " + tree_[a].name;
    }
    if (a == b) return "";
    const Vector3d from = bodies_.draw_point(a, a), to = bodies_.draw_point(b, b);
    return fmt::format("from: {}, to: {}", bodies_.write_point(a, from),
                       bodies_.write_point(b, to));
  }

  // Of two angles of an open machine; loops have few freedoms.
  void add_coupling() {
    if (kind_.most_loops > 0 || driven_.size() < 3 || !draw_.chance(0.2)) return;
    const TreeJoint &first = tree_[driven_[0]], &second = tree_[driven_[1]];
    if (first.type != "revolute" || second.type != "revolute") return;
    couplings_ =
        fmt::format("  K: {{of: {{{}: 2, {}: -3}}, equals: 0}}\n", first.name, second.name);
  }

  void draw_motion() {
    made_.duration = draw_.uniform(0.1, 0.6);
    const bool is_pushed = draw_.chance(0.6), is_timed = draw_.chance(0.25);
    for (const std::size_t i : driven_) {
      if (!is_pushed || !draw_.chance(0.6)) continue;
      const double size = draw_.sign() * draw_.decade(-1.0, 1.3);
      const double frequency = draw_.uniform(1.0, 20.0);
      made_.forces.push_back(is_timed
                                 ? fmt::format("D{}={:.6g}*sin({:.6g}/s*t)", i, size, frequency)
                                 : fmt::format("D{}={:.6g}", i, size));
    }
    // All rates of an open machine, but those that couplings bind; of a loop one.
    const bool is_free = kind_.most_loops == 0 && couplings_.empty();
    for (const std::size_t i : driven_) {
      made_.rates.push_back(fmt::format("D{}={:.6g}", i, draw_.uniform(-2.0, 2.0)));
      if (!is_free) return;
    }
  }

  Draw& draw_;
  const AssemblyKind& kind_;
  PlacedBodies bodies_;
  std::vector<TreeJoint> tree_;  // a body's joint to its parent
  std::vector<std::size_t> driven_;
  std::size_t loops_{0};
  std::string joints_, drives_, springs_, couplings_;
  RandomAssembly made_;
};

}  // namespace

RandomAssembly make_random_assembly(std::uint64_t seed) {
  Draw draw(seed);
  const AssemblyKind& kind = kKinds[draw.below(std::size(kKinds))];
  return AssemblyWriter(draw, kind).write();
}

}  // namespace globaldyn::inside::test
