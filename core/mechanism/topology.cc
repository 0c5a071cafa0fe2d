#include "core/mechanism/topology.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>

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

Graph make_joint_graph(const Mechanism& mechanism) {
  Graph graph(mechanism.bodies.size());
  for (const JointId j : mechanism.joints.ids()) {
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

}  // namespace

Topology make_topology(const Mechanism& mechanism) {
  Topology topology;
  topology.attachment.resize(mechanism.bodies.size());
  const Graph graph = make_joint_graph(mechanism);
  std::vector<boost::default_color_type> colors(mechanism.bodies.size());
  IdVector<BodyId, bool> seen(mechanism.bodies.size(), false);
  // The ground's tree first; bodies held only by drives start their own trees.
  for (const BodyId root : mechanism.bodies.ids()) {
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
  IdVector<JointId, char> in_tree(mechanism.joints.size(), 0);
  for (const auto& attached : topology.attachment) {
    if (attached) in_tree[attached->joint] = 1;
  }
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
