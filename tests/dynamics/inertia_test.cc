// Inertia matrices of open machines by three methods. Oracles: each other, the kinetic energy of
// forward dynamics, and operations counted by hand.
#include "core/formulations/inertia/inertia_matrix.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <array>
#include <fstream>
#include <iterator>

#include "core/base/nth.h"
#include "core/formulations/inertia/inertia_methods.h"
#include "core/formulations/registry/formulations.h"
#include "core/loops/spanning_tree.h"
#include "globaldyn/limits/limit_scales.h"
#include "globaldyn/sweep/sweep.h"
#include "tests/support/counting_number.h"
#include "tests/support/draw.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr std::array kMethods{InertiaMethod::direction_cosines, InertiaMethod::composite_bodies,
                              InertiaMethod::articulated_bodies};

// A tree of bodies on revolute and prismatic joints in any directions, each on one of the last two.
Machine make_random_tree(Draw& draw, int count) {
  const auto any = [&] { return draw.uniform(-1.0, 1.0); };
  const auto write_vector = [&](double size) {
    return fmt::format("[{}, {}, {}]", size * any(), size * any(), size * any());
  };
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    const double a = 0.05 + 0.05 * std::abs(any());
    bodies +=
        fmt::format("  b{}: {{mass: {}, com: {}, inertia: {{xx: {}, yy: {}, zz: {}, yz: {}}}}}\n",
                    i, 1.0 + std::abs(any()), write_vector(0.2), a, 1.2 * a, 1.1 * a, 0.1 * a);
    const std::string parent =
        i == 0 ? std::string("ground") : fmt::format("b{}", std::max(0, i - 1 - (i % 3 == 0)));
    joints += fmt::format(
        "  j{0}: {{type: {1}, a: {{body: {2}, at: {3}, axis: {4}}}, b: {{body: b{0}, axis: "
        "{5}}}}}\n",
        i, any() < -0.4 ? "prismatic" : "revolute", parent, write_vector(0.5), write_vector(1.0),
        write_vector(1.0));
  }
  return parse_machine("globaldyn: 1\nname: tree\nbodies:\n" + bodies + "joints:\n" + joints,
                       "tree.yaml", ".");
}

VectorXd draw_coordinates(Draw& draw, Eigen::Index count) {
  return VectorXd::NullaryExpr(count, [&] { return draw.uniform(-2.0, 2.0); });
}

// ½ q'ᵀ M q' of bodies that move as the spanning tree says.
double calc_energy(const Machine& machine, const VectorXd& q, const VectorXd& rates) {
  SpanningTree tree(machine.mechanism, machine.topology);
  tree.set_state({q.data(), q.data() + q.size()});
  const std::vector<double> sizes = tree.list_state_sizes();
  std::vector<double> columns(rates.data(), rates.data() + rates.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] /= sizes[i];
  Screws screws(machine.mechanism.bodies.size());
  tree.calc_rates(columns, screws);
  double energy = 0.0;
  for (const BodyId b : moving_bodies(screws)) {
    const MassProperties& mass = machine.mechanism.bodies[b].mass_properties;
    const Vector3d v = screws[b].linear + screws[b].angular.cross(tree.pose()[b].r);
    const Vector3d w = tree.pose()[b].R.transpose() * screws[b].angular;
    energy += 0.5 * (mass.mass * v.squaredNorm() + w.dot(mass.inertia * w));
  }
  return energy;
}

void expect_all_agree(const Machine& machine, Draw& draw) {
  const LinkTree tree = make_link_tree(machine.mechanism, machine.topology);
  for (int pose = 0; pose < 5; ++pose) {
    const VectorXd q = draw_coordinates(draw, tree.size());
    const MatrixXd M = calc_inertia_matrix(tree, q);
    EXPECT_EQ(Eigen::LLT<MatrixXd>(M).info(), Eigen::Success);
    for (int k = 0; k < 3; ++k) {
      const VectorXd rates = draw_coordinates(draw, tree.size());
      const double energy = calc_energy(machine, q, rates);
      EXPECT_NEAR(0.5 * rates.dot(M * rates), energy, 1e-12 * energy);
    }
    for (const InertiaMethod method : kMethods) {
      // Inverses lose as much as the matrix is ill-conditioned.
      const bool is_inverse = method == InertiaMethod::articulated_bodies;
      EXPECT_LE((calc_inertia_matrix(tree, q, method) - M).norm(),
                (is_inverse ? 1e-10 : 1e-13) * M.norm());
    }
    const VectorXd forces = draw_coordinates(draw, tree.size());
    const VectorXd accelerations = solve_by_articulated_bodies<double>(tree, q, forces);
    EXPECT_LE((M * accelerations - forces).norm(), 1e-11 * forces.norm());
    EXPECT_LE((solve_with_inertia<double>(M, forces) - accelerations).norm(),
              1e-10 * accelerations.norm());
  }
}

TEST(InertiaMatrix, OfTheLibrarysOpenMachines) {
  Draw draw(1);
  for (const char* name : {"puma560", "arm_2r", "arm_3r"}) {
    SCOPED_TRACE(name);
    expect_all_agree(load(name), draw);
  }
}

TEST(InertiaMatrix, OfRandomTrees) {
  Draw draw(2);
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    expect_all_agree(make_random_tree(draw, 1 + i % 9), draw);
  }
}

// Along a path that moves one joint, the forces for d2 = 1 are a column of H(q).
TEST(InertiaMatrix, OfThePumaIsThatOfEveryFormulation) {
  const Vector3d base(0.4, 0.6, 0.3);
  std::ifstream file(file_of("puma560"));
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string head = "\npaths:\n";
  std::string paths = head;
  for (int i = 0; i < 3; ++i) {
    const auto tell = [&](int k) { return fmt::format("{}{}", base(k), k == i ? " + p" : ""); };
    paths += fmt::format("  column{}: {{joints: {{J1: {}, J2: {}, J3: {}}}, p_max: 1}}\n", i,
                         tell(0), tell(1), tell(2));
  }
  ASSERT_NE(text.find(head), std::string::npos);
  text.replace(text.find(head), head.size(), paths);
  const Machine machine = parse_machine(text, file_of("puma560"), ".");
  const LinkTree tree = make_link_tree(machine.mechanism, machine.topology);
  const VectorXd limits = make_limit_scales(machine.mechanism.drives);
  int compared = 0;
  for (int i = 0; i < 3; ++i) {
    const Path& path = find_path(machine, fmt::format("column{}", i));
    for (const PoseCase& c : sample_path(machine, path, 5)) {
      const VectorXd q = base + c.p * Vector3d::Unit(i);
      const MatrixXd H = calc_inertia_matrix(tree, q);
      for (const Formulation& formulation : list_formulations()) {
        SCOPED_TRACE(testing::Message() << formulation.key << ", column " << i << ", p = " << c.p);
        const DriveForceMap map =
            make_drive_force_map(formulation.make_equations(
                                     {machine.mechanism, machine.topology, c.task, c.motion, c.p}),
                                 limits);
        EXPECT_LE((map.forces.col(kAcceleration) - H.col(i)).norm(), 1e-12 * H.norm());
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 3 * 5 * 4);
}

TEST(InertiaMatrix, RefusesWhatItIsNotFor) {
  for (const char* name : {"rrr3", "bevel_wrist"}) {
    const Machine machine = load(name);
    EXPECT_THROW((void)make_link_tree(machine.mechanism, machine.topology), Error) << name;
  }
}

// A screw has one coordinate, too.
TEST(InertiaMatrix, RefusesScrews) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: one
bodies: {b: {mass: 2, inertia: {diag: [1, 2, 3]}}}
joints: {j: {type: screw, lead: 0.01, a: {body: ground, axis: z}, b: {body: b, axis: z}}}
)",
                                        "one.yaml", ".");
  EXPECT_THROW((void)make_link_tree(machine.mechanism, machine.topology), Error);
}

TEST(InertiaMatrix, ColumnsAndPosesInParallelAreTheSameToTheLastBit) {
  Draw draw(3);
  const Machine machine = make_random_tree(draw, 12);
  const LinkTree tree = make_link_tree(machine.mechanism, machine.topology);
  MatrixXd q(12, 50);
  for (Eigen::Index i = 0; i < q.cols(); ++i) q.col(i) = draw_coordinates(draw, 12);
  for (const int threads : {1, 4}) {
    const RunEach run = [&](std::size_t count, const std::function<void(std::size_t)>& visit) {
      run_sweep(count, {.threads = threads}, [&](std::size_t, std::size_t i) { visit(i); });
    };
    for (const InertiaMethod method : kMethods) {
      const std::vector<MatrixXd> all = calc_inertia_matrices(tree, q, method, run);
      for (Eigen::Index i = 0; i < q.cols(); ++i) {
        EXPECT_EQ(all[static_cast<std::size_t>(i)], calc_inertia_matrix(tree, q.col(i), method));
      }
    }
    EXPECT_EQ(calc_inertia_columns(tree, q.col(0), run),
              calc_inertia_matrix(tree, q.col(0), InertiaMethod::direction_cosines));
  }
}

using Counting = CountingNumber;

NumberVector<Counting> make_variables(const VectorXd& values) {
  return values.unaryExpr([](double value) { return Counting::variable(value); });
}

// What one call costs.
template <class Calculate>
OperationCount count_operations(const Calculate& calculate) {
  Counting::count = {};
  calculate();
  return Counting::count;
}

// One revolute joint: I about its axis. Composites read it off; cosines: C is a rotation by q about
// z, its com (x, 0, 0) in the frame.
TEST(InertiaMatrix, OperationsOfOneLinkAsCountedByHand) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: one
bodies: {b: {mass: 2, com: [0.5, 0, 0], inertia: {diag: [1, 2, 3]}}}
joints: {j: {type: revolute, a: {body: ground, axis: z}, b: {body: b, axis: z}}}
)",
                                        "one.yaml", ".");
  const LinkTree tree = make_link_tree(machine.mechanism, machine.topology);
  const NumberVector<Counting> q = make_variables(VectorXd::Constant(1, 0.3));
  Counting::is_general = false;
  SquareMatrix<Counting> M;
  const OperationCount composites =
      count_operations([&] { calc_inertia_by_composites<Counting>(tree, q, M); });
  EXPECT_NEAR(M(0, 0).value(), 3.5, 1e-15);
  EXPECT_EQ(composites.multiplications, 0);
  EXPECT_EQ(composites.additions, 0);
  EXPECT_EQ(composites.functions, 2);
  const OperationCount cosines =
      count_operations([&] { calc_inertia_by_cosines<Counting>(tree, q, M); });
  EXPECT_NEAR(M(0, 0).value(), 3.5, 1e-15);
  // com = 0.5 (c, s, 0): 2; 2 z x com: 2; com x that, z part: 2 and 1 addition; z . C diag C' z = 3
  // and its sum with the former: 1.
  EXPECT_EQ(cosines.multiplications, 6);
  EXPECT_EQ(cosines.additions, 2);
}

// Of the first three joints of the PUMA 560: what results/formulations/inertia.md lists.
TEST(InertiaMatrix, OperationsForThePuma) {
  const Machine machine = load("puma560");
  const LinkTree tree = make_link_tree(machine.mechanism, machine.topology);
  ASSERT_EQ(tree.size(), 3);
  const NumberVector<Counting> q = make_variables(Vector3d(0.3, -0.8, 1.1));
  const NumberVector<Counting> forces = make_variables(Vector3d(1.0, 2.0, 3.0));
  for (const bool is_general : {true, false}) {
    Counting::is_general = is_general;
    SquareMatrix<Counting> M;
    const auto expect = [&](const char* what, const OperationCount& count, int multiplications,
                            int additions) {
      SCOPED_TRACE(std::string(what) + (is_general ? ", general" : ""));
      EXPECT_EQ(count.multiplications, multiplications);
      EXPECT_EQ(count.additions, additions);
    };
    const DirectionCosines<Counting> at = calc_direction_cosines<Counting>(tree, q);
    expect("cosines", count_operations([&] { (void)calc_direction_cosines<Counting>(tree, q); }),
           is_general ? 216 : 32, is_general ? 156 : 17);
    // Of a column on its own: what one of three processors does.
    M = SquareMatrix<Counting>::Constant(3, 3, Counting(0.0));
    constexpr std::array kGeneral{std::pair(117, 98), std::pair(90, 76), std::pair(63, 54)};
    constexpr std::array kPuma{std::pair(28, 20), std::pair(62, 37), std::pair(40, 26)};
    for (int j = 0; j < 3; ++j) {
      const auto& [multiplications, additions] = nth(is_general ? kGeneral : kPuma, j);
      expect("column",
             count_operations([&, j] { calc_column_by_cosines<Counting>(tree, at, j, M); }),
             multiplications, additions);
    }
    const OperationCount composites =
        count_operations([&] { calc_inertia_by_composites<Counting>(tree, q, M); });
    expect("composites", composites, is_general ? 262 : 66, is_general ? 213 : 46);
    expect("L D L'", count_operations([&] { (void)solve_with_inertia<Counting>(M, forces); }), 10,
           10);
    expect("articulated bodies",
           count_operations([&] { (void)solve_by_articulated_bodies<Counting>(tree, q, forces); }),
           is_general ? 630 : 149, is_general ? 567 : 99);
    EXPECT_EQ(composites.functions, 6);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
