#include "core/mechanism/topology.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/pending/disjoint_sets.hpp>
#include <tuple>

#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                    boost::no_property, boost::property<boost::edge_index_t, int>>;
using Edge = boost::graph_traits<Graph>::edge_descriptor;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

Vertex vertex_of(BodyId body) {
  return static_cast<Vertex>(body.number());
}

using Flags = IdVector<JointId, char>;

// Of those joints.
Graph make_joint_graph(const Mechanism& mechanism, const Flags& is_in) {
  Graph graph(mechanism.bodies.size());
  for (const JointId j : mechanism.joints.ids()) {
    if (is_in[j] == 0) continue;
    const Joint& joint = mechanism.joints[j];
    boost::add_edge(vertex_of(joint.body_a), vertex_of(joint.body_b), j.number(), graph);
  }
  return graph;
}

// Records the tree edges and the order of discovery.
class TreeRecorder : public boost::default_bfs_visitor {
 public:
  explicit TreeRecorder(Topology& topology) : topology_(&topology) {}

  void tree_edge(Edge edge, const Graph& graph) const {
    const BodyId child(boost::target(edge, graph)), parent(boost::source(edge, graph));
    topology_->attachment[child] =
        Attachment{JointId(boost::get(boost::edge_index, graph, edge)), parent};
    topology_->order.push_back(child);
  }

 private:
  Topology* topology_;
};

std::vector<JointId> path_to_root(const Topology& topology, BodyId body) {
  std::vector<JointId> joints;
  for (auto at = topology.attachment[body]; at; at = topology.attachment[at->parent]) {
    joints.push_back(at->joint);
  }
  return joints;
}

// The two tree paths without their common part, plus the cut joint.
std::vector<JointId> find_loop(const Topology& topology, const Joint& cut, JointId cut_id) {
  std::vector<JointId> a = path_to_root(topology, cut.body_a);
  std::vector<JointId> b = path_to_root(topology, cut.body_b);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  a.insert(a.end(), b.rbegin(), b.rend());
  a.push_back(cut_id);
  return a;
}

std::vector<BodyId> find_loose_bodies(const Mechanism& mechanism, Graph graph) {
  const auto connect = [&](const ActingCoordinate& coordinate) {
    if (const auto* pair = std::get_if<PointPair>(&coordinate)) {
      boost::add_edge(vertex_of(pair->from.body), vertex_of(pair->to.body), graph);
    }
  };
  for (const Drive& drive : mechanism.drives) connect(drive.coordinate);
  for (const Spring& spring : mechanism.springs) connect(spring.coordinate);
  IdVector<BodyId, int> component(mechanism.bodies.size());
  boost::connected_components(graph, component.span().data());
  std::vector<BodyId> loose;
  for (const BodyId body : moving_bodies(component)) {
    if (component[body] != component[kGround]) loose.push_back(body);
  }
  return loose;
}

// Breadth first: the ground's tree first; bodies that no joint leads to from it start their own.
void grow_trees(const Graph& graph, Topology& topology) {
  const std::size_t count = boost::num_vertices(graph);
  topology.attachment = IdVector<BodyId, std::optional<Attachment>>(count);
  topology.order.clear();
  std::vector<boost::default_color_type> colors(count);
  IdVector<BodyId, bool> seen(count, false);
  for (const BodyId root : topology.attachment.ids()) {
    if (seen[root]) continue;
    if (root != kGround) topology.order.push_back(root);
    const std::size_t first = topology.order.size();
    boost::breadth_first_search(graph, vertex_of(root),
                                boost::visitor(TreeRecorder(topology)).color_map(colors.data()));
    seen[root] = true;
    for (std::size_t i = first; i < topology.order.size(); ++i) {
      seen[topology.order[i]] = true;
    }
  }
}

Flags flag_tree_joints(const Mechanism& mechanism, const Topology& topology) {
  Flags in_tree(mechanism.joints.size(), 0);
  for (const auto& attached : topology.attachment) {
    if (attached) in_tree[attached->joint] = 1;
  }
  return in_tree;
}

// How many joints a body is away from the root of its tree.
IdVector<BodyId, int> list_depths(const Topology& topology) {
  IdVector<BodyId, int> depths(topology.attachment.size(), 0);
  for (const BodyId body : topology.order) {
    const auto& attached = topology.attachment[body];
    if (attached) depths[body] = depths[attached->parent] + 1;
  }
  return depths;
}

// Kruskal: the joints of trees that leave the fewest equations to those that are cut. Among as
// many, those of the breadth-first tree stay, near its root before far from it, so that branches
// stay short. (A distance in a tree leaves its equation all the same, as its body floats, but none
// has fewer.)
Flags choose_tree_joints(const Mechanism& mechanism, const Topology& breadth_first) {
  const Flags is_in = flag_tree_joints(mechanism, breadth_first);
  const IdVector<BodyId, int> depths = list_depths(breadth_first);
  const auto rank = [&](JointId j) {
    const Joint& joint = mechanism.joints[j];
    const int depth = std::max(depths[joint.body_a], depths[joint.body_b]);
    return std::tuple(-count_constraint_rows(joint), is_in[j] == 0, depth, j.number());
  };
  std::vector<JointId> joints;
  for (const JointId j : mechanism.joints.ids()) joints.push_back(j);
  std::sort(joints.begin(), joints.end(), [&](JointId a, JointId b) { return rank(a) < rank(b); });
  boost::disjoint_sets_with_storage<> joined(mechanism.bodies.size());
  for (const BodyId body : mechanism.bodies.ids()) joined.make_set(vertex_of(body));
  Flags chosen(mechanism.joints.size(), 0);
  for (const JointId j : joints) {
    const auto a = joined.find_set(vertex_of(mechanism.joints[j].body_a));
    const auto b = joined.find_set(vertex_of(mechanism.joints[j].body_b));
    if (a == b) continue;
    joined.link(a, b);
    chosen[j] = 1;
  }
  return chosen;
}

}  // namespace

Topology make_topology(const Mechanism& mechanism) {
  Topology topology;
  const Graph graph = make_joint_graph(mechanism, Flags(mechanism.joints.size(), 1));
  grow_trees(graph, topology);
  grow_trees(make_joint_graph(mechanism, choose_tree_joints(mechanism, topology)), topology);
  const Flags in_tree = flag_tree_joints(mechanism, topology);
  for (const JointId j : mechanism.joints.ids()) {
    if (in_tree[j] != 0) continue;
    topology.cut_joints.push_back(j);
    topology.loops.push_back(find_loop(topology, mechanism.joints[j], j));
  }
  topology.loose = find_loose_bodies(mechanism, graph);
  return topology;
}

}  // namespace core
}  // namespace globaldyn::inside
