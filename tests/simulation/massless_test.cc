// Bodies without mass or moments of inertia, in motion: point masses, and links that only connect.
// Oracles: energy; the same machine with all of it lumped where it matters; formulations beside
// each other.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "core/expression/unit_product.h"
#include "core/kinematics/assembly.h"
#include "core/simulation/simulation.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
namespace {

struct Swing {
  SimulationResult result;
  std::vector<SimulationSample> samples;
};

Swing let_swing(const Machine& machine, const Formulation& formulation, double duration,
                double tolerance) {
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(start.status, AssemblyStatus::ok) << start.reason;
  SimulationOptions options;
  options.duration = duration;
  options.tolerance = tolerance;
  options.formulation = &formulation;
  options.samples = 101;
  Swing swing;
  swing.result = simulate(machine.mechanism, machine.topology, start.pose,
                          Twists(machine.mechanism.bodies.size()), {}, options,
                          [&](const SimulationSample& sample) { swing.samples.push_back(sample); });
  return swing;
}

std::string make_pendulum(const std::string& body) {
  return "globaldyn: 1\nname: pendulum\ngravity: [0, -9.81, 0]\nbodies:\n  bob: " + body +
         "\njoints:\n  J: {type: revolute, a: ground, b: bob, guess: 0}\n"
         "drives: {M: {joint: J}}\ntool: {body: bob, at: [1, 0]}\n";
}

// A point mass on a rod keeps its energy the better the finer steps are (an inertia of 1e-9 that
// the energy does not know would be seen at any), in a number of steps as with an inertia.
TEST(Massless, APointMassSwingsLikeABody) {
  const Machine point = parse_machine(
      make_pendulum("{mass: 1 kg, com: [1, 0], inertia: {diag: [0, 0, 0]}}"), "point.yaml", ".");
  // The same moment about the pivot: I + m r^2 = 1, m r = 1.
  const Machine body =
      parse_machine(make_pendulum("{mass: 2 kg, com: [0.5, 0], inertia: {diag: [0.3, 0.3, 0.5]}}"),
                    "body.yaml", ".");
  for (const Formulation& formulation : list_formulations()) {
    const Swing a = let_swing(point, formulation, 3.0, 1e-10),
                b = let_swing(body, formulation, 3.0, 1e-10);
    ASSERT_EQ(a.result.status, SimulationStatus::done) << formulation.key << a.result.reason;
    const Swing coarse = let_swing(point, formulation, 3.0, 1e-7);
    EXPECT_LT(a.result.energy_error, 1e-6 * a.result.max_kinetic) << formulation.key;
    EXPECT_LT(a.result.energy_error, 0.1 * coarse.result.energy_error) << formulation.key;
    EXPECT_LT(a.result.count.steps, 2 * b.result.count.steps) << formulation.key;
    const Matrix3d apart =
        a.samples.back().pose[BodyId(1)].R.transpose() * b.samples.back().pose[BodyId(1)].R;
    EXPECT_LT((apart - Matrix3d::Identity()).norm(), 1e-6) << formulation.key;
  }
}

// A slider-crank whose rod has neither mass nor inertia: only its loop holds it.
TEST(Massless, ALinkInALoopNeedsNoMass) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: press
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 2 kg, com: [0.05, 0], inertia: {plate: 0.02}}
  rod: {mass: 0 kg, inertia: {diag: [0, 0, 0]}}
  ram: {mass: 3 kg}
joints:
  A: {type: revolute, a: ground, b: crank, guess: 60 deg}
  B: {type: revolute, a: {body: crank, at: [0.1, 0]}, b: rod, guess: -70 deg}
  C: {type: revolute, a: {body: rod, at: [0.4, 0]}, b: ram}
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: ram, axis: x}, guess: 0.4}
drives: {M: {joint: A}}
)",
                                        "press.yaml", ".");
  std::vector<Swing> runs;
  for (const Formulation& formulation : list_formulations()) {
    runs.push_back(let_swing(machine, formulation, 1.0, 1e-9));
    const Swing& one = runs.back();
    ASSERT_EQ(one.result.status, SimulationStatus::done) << formulation.key << one.result.reason;
    EXPECT_LT(one.result.energy_error, 1e-6 * one.result.max_kinetic) << formulation.key;
    EXPECT_LT(one.result.count.steps, 5000) << formulation.key;
    EXPECT_NEAR(one.samples.back().pose[BodyId(3)].r.x(),
                runs.front().samples.back().pose[BodyId(3)].r.x(), 1e-5)
        << formulation.key;
  }
}

// ---- Nothing is invented: what has no inertia is told where it is pushed, or takes no part ----

constexpr std::array kIntegrators{IntegrationMethod::runge_kutta, IntegrationMethod::adams,
                                  IntegrationMethod::bdf};

Swing move(const Machine& machine, const Formulation& formulation, IntegrationMethod method,
           const std::vector<std::string>& forces, double duration, double tolerance) {
  const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(start.status, AssemblyStatus::ok) << start.reason;
  SimulationOptions options;
  options.duration = duration;
  options.tolerance = tolerance;
  options.formulation = &formulation;
  options.method = method;
  options.samples = 21;
  options.work = 200'000;  // what is moved without inertia would take for ever
  ForceLaw law;
  std::vector<Expression> formulas;
  for (const std::string& force : forces) {
    formulas.push_back(Expression::parse(force, {"force", 0, 0}, units_only()));
  }
  law.calc_forces = [&](double /*t*/, const ForwardDynamics& /*machine*/, VectorXd& values) {
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      values(static_cast<Eigen::Index>(k)) = formulas[k].evaluate();
    }
  };
  Swing swing;
  swing.result = simulate(machine.mechanism, machine.topology, start.pose,
                          Twists(machine.mechanism.bodies.size()), law, options,
                          [&](const SimulationSample& sample) { swing.samples.push_back(sample); });
  return swing;
}

// The formulas for stiff machines, and Adams', need not be driven to rounding errors: in
// coordinates of bodies they give up there, whatever the masses.
double tolerance_of(IntegrationMethod method) {
  return method == IntegrationMethod::runge_kutta ? 1e-11 : 1e-9;
}

// What that may amount to over a second or two, of 1 m or 1 J.
double error_of(IntegrationMethod method) {
  return method == IntegrationMethod::runge_kutta ? 1e-6 : 1e-5;
}

// Calls visit(formulation, integrator) for all of both.
template <class Visit>
void for_all_ways(const Visit& visit) {
  for (const Formulation& formulation : list_formulations()) {
    for (const IntegrationMethod method : kIntegrators) {
      SCOPED_TRACE(std::string(formulation.key) + " by " + to_string(method));
      visit(formulation, method);
    }
  }
}

// A cart of 2 kg, and on it, or on the ground, a slide that has nothing but what `drive` gives it.
Machine make_carts(const std::string& on, const std::string& drive) {
  return parse_machine(
      "globaldyn: 1\nname: carts\nbodies:\n  cart: {mass: 2 kg}\n"
      "  slide: {mass: 0}\njoints:\n"
      "  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}\n"
      "  Y: {type: prismatic, a: {body: " +
          on +
          ", axis: y}, b: {body: slide, axis: "
          "y}}\ndrives:\n  F: {joint: X}\n  G: {joint: Y" +
          drive + "}\n",
      "carts.yaml", ".");
}

void expect_told(const std::function<void()>& run, const std::string& body,
                 const std::string& joint) {
  try {
    run();
    ADD_FAILURE() << "moved";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("body " + body), std::string::npos) << text;
    EXPECT_NE(text.find("joint " + joint), std::string::npos) << text;
    EXPECT_NE(text.find("neither mass nor moments of inertia"), std::string::npos) << text;
  }
}

TEST(Massless, WhatIsPushedWithoutInertiaIsTold) {
  for (const std::string on : {"ground", "cart"}) {
    const Machine machine = make_carts(on, "");
    for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
      for (const std::string force : {"1", "-0.000001", "1000000"}) {
        expect_told(
            [&] {
              (void)move(machine, formulation, method, {"3", force}, 1.0, 1e-8);
            },
            "slide", "Y");
      }
    });
  }
}

// x = F t²/(2 m), with the inertia as it is written: 1e-9 kg more would be 5e-10 less.
TEST(Massless, EverythingElseMovesWithWhatIsWritten) {
  for (const std::string on : {"ground", "cart"}) {
    const Machine machine = make_carts(on, "");
    for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
      const Swing run = move(machine, formulation, method, {"3", "0"}, 1.0, tolerance_of(method));
      ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
      // Parabolas are followed exactly by formulas of the second order and above.
      const bool is_exact = method == IntegrationMethod::runge_kutta;
      EXPECT_NEAR(run.samples.back().positions(0), 0.75, is_exact ? 1e-12 : 1e-7);
      EXPECT_EQ(run.samples.back().positions(1), 0.0);
      EXPECT_LT(run.result.energy_error, is_exact ? 1e-12 : 1e-7);
    });
  }
}

// 2 kg m^2/m^2 of a rotor are as good as a mass.
TEST(Massless, ARotorIsInertia) {
  const Machine machine =
      make_carts("cart", ", rotor_inertia: 5e-6 kg m^2, gear: {ratio: 200 rad/m}");
  const double mass = 5e-6 * 200.0 * 200.0;
  for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
    const Swing run = move(machine, formulation, method, {"3", "0.01"}, 1.0, tolerance_of(method));
    ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
    const bool is_exact = method == IntegrationMethod::runge_kutta;
    EXPECT_NEAR(run.samples.back().positions(0), 0.75, is_exact ? 1e-12 : 1e-7);
    EXPECT_NEAR(run.samples.back().positions(1), 0.01 / (2.0 * mass), is_exact ? 1e-12 : 1e-7);
    EXPECT_LT(run.result.energy_error, is_exact ? 1e-12 : 1e-7);
  });
}

// A ball on the end of a pendulum may turn in its joint, which nothing makes it do.
TEST(Massless, APointMassOnAPointMassSwingsAsBoth) {
  const auto make = [](const std::string& bob, const std::string& ball) {
    return parse_machine(
        "globaldyn: 1\nname: two\ngravity: [0, -9.81, 0]\nbodies:\n  ball: {mass: " + ball +
            "}\n  bob: {mass: " + bob + ", com: [1, 0]}\njoints:\n" +
            "  J: {type: revolute, a: ground, b: bob, guess: 180 deg}\n"
            "  K: {type: revolute, a: {body: bob, at: [1, 0]}, b: ball}\n"
            "drives: {M: {joint: J}}\n",
        "two.yaml", ".");
  };
  // The same as one body, which turns with its moment of inertia.
  const Machine one = parse_machine(
      make_pendulum("{mass: 4 kg, com: [0.5, 0], inertia: {plate: 1}}"), "one.yaml", ".");
  const Swing wanted = let_swing(one, list_formulations().front(), 2.0, 1e-11);
  for (const auto& [bob, ball] : {std::pair{"1 kg", "1 kg"}, {"2 kg", "0"}, {"0", "2 kg"}}) {
    const Machine two = make(bob, ball);
    for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
      const Swing run = move(two, formulation, method, {"0"}, 2.0, tolerance_of(method));
      ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
      EXPECT_LT(run.result.energy_error, error_of(method) * run.result.max_kinetic);
      const Vector3d place = run.samples.back().pose[BodyId(1)].r;
      const BodyPose& end = wanted.samples.back().pose[BodyId(1)];
      // Released at 180 degrees, not at 0: the mirror image.
      const Vector3d there = 2.0 * end.r;
      EXPECT_NEAR(place.x(), -there.x(), error_of(method));
      EXPECT_NEAR(place.y(), there.y(), error_of(method));
    });
  }
}

// ---- Seeded chains ----

struct Link {
  double length, mass, inertia;  // its centre of mass in the middle; massless: 0 and 0
  double angle;                  // rad, at the start
};

// The chain's own equations in absolute angles, by the straight definition and classic Runge-Kutta.
class PlainChain {
 public:
  explicit PlainChain(const std::vector<Link>& links) : links_(links), size_(links.size()) {}

  // Where its end is after `time`, from rest.
  [[nodiscard]] Vector3d run(double time) const {
    constexpr int kSteps = 4000;
    VectorXd y = VectorXd::Zero(static_cast<Eigen::Index>(2 * size_));
    for (std::size_t i = 0; i < size_; ++i) y(static_cast<Eigen::Index>(i)) = links_[i].angle;
    const double h = time / kSteps;
    for (int step = 0; step < kSteps; ++step) {
      const VectorXd a = calc(y), b = calc(y + 0.5 * h * a), c = calc(y + 0.5 * h * b),
                     d = calc(y + h * c);
      y += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    Vector3d end = Vector3d::Zero();
    for (std::size_t i = 0; i < size_; ++i) {
      const double angle = y(static_cast<Eigen::Index>(i));
      end += links_[i].length * Vector3d(std::cos(angle), std::sin(angle), 0.0);
    }
    return end;
  }

 private:
  [[nodiscard]] VectorXd calc(const VectorXd& y) const {
    const auto n = static_cast<Eigen::Index>(size_);
    MatrixXd M = MatrixXd::Zero(n, n);
    VectorXd f = VectorXd::Zero(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Link& link = links_[static_cast<std::size_t>(k)];
      MatrixXd J = MatrixXd::Zero(2, n);
      Eigen::Vector2d bias = Eigen::Vector2d::Zero();
      for (Eigen::Index i = 0; i <= k; ++i) {
        const double arm = links_[static_cast<std::size_t>(i)].length * (i == k ? 0.5 : 1.0);
        J.col(i) << -arm * std::sin(y(i)), arm * std::cos(y(i));
        bias -= arm * y(n + i) * y(n + i) * Eigen::Vector2d(std::cos(y(i)), std::sin(y(i)));
      }
      M += link.mass * J.transpose() * J;
      M(k, k) += link.inertia;
      f += link.mass * J.transpose() * (Eigen::Vector2d(0.0, -9.81) - bias);
    }
    VectorXd rates(2 * n);
    rates << y.tail(n), M.ldlt().solve(f);
    return rates;
  }

  std::vector<Link> links_;
  std::size_t size_;
};

Machine write_chain(const std::vector<Link>& links) {
  std::string bodies, joints, on = "ground";
  double before = 0.0, at = 0.0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const std::string name = "link" + std::to_string(i);
    const std::string inertia =
        link.inertia > 0.0 ? fmt::format("{{plate: {}}}", link.inertia) : "{diag: [0, 0, 0]}";
    bodies += fmt::format("  {}: {{mass: {}, com: [{}, 0], inertia: {}}}\n", name, link.mass,
                          0.5 * link.length, inertia);
    joints +=
        fmt::format("  J{}: {{type: revolute, a: {{body: {}, at: [{}, 0]}}, b: {}, guess: {}}}\n",
                    i, on, at, name, link.angle - before);
    before = link.angle;
    on = name;
    at = link.length;
  }
  return parse_machine("globaldyn: 1\nname: chain\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies +
                           "joints:\n" + joints +
                           fmt::format("tool: {{body: {}, at: [{}, 0]}}\n", on, at),
                       "chain.yaml", ".");
}

// Some links only join others. As long as they are not in line with those, what they join tells how
// they move.
TEST(Massless, RandomChainsMoveAsTheirEquationsSay) {
  std::mt19937 engine(21);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  };
  for (int trial = 0; trial < 10; ++trial) {
    std::vector<Link> links;
    const std::size_t count = 2 + static_cast<std::size_t>(trial) % 4;
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_last = i + 1 == count;
      const bool was_massless = i > 0 && links.back().mass == 0.0;
      const bool is_massless = !is_last && !was_massless && draw(0.0, 1.0) < 0.6;
      const double mass = is_massless ? 0.0 : draw(0.1, 3.0), length = draw(0.2, 1.0);
      const double angle = (i % 2 == 0 ? -0.6 : 0.7) + draw(-0.2, 0.2);
      links.push_back(
          {length, mass, is_massless ? 0.0 : mass * length * length * draw(0.02, 0.1), angle});
    }
    const double time = 0.15;
    const Vector3d wanted = PlainChain(links).run(time);
    const Machine machine = write_chain(links);
    SCOPED_TRACE(machine.text);
    for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
      const Swing run = move(machine, formulation, method, {}, time, tolerance_of(method));
      ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
      EXPECT_LT(run.result.energy_error, error_of(method) * run.result.max_kinetic);
      const Frame end =
          place(run.samples.back().pose[BodyId(links.size())], machine.mechanism.tool->frame);
      EXPECT_LT((end.origin - wanted).norm(), error_of(method));
    });
  }
}

// Three links without mass hold nothing: what hangs on them falls.
TEST(Massless, WhatHangsOnSlackLinksFalls) {
  const Machine machine = write_chain(
      {{0.5, 0.0, 0.0, -0.4}, {0.6, 0.0, 0.0, 0.9}, {0.4, 0.0, 0.0, -0.2}, {0.3, 2.0, 0.05, 0.8}});
  const double time = 0.2;
  for_all_ways([&](const Formulation& formulation, IntegrationMethod method) {
    const Swing run = move(machine, formulation, method, {}, time, tolerance_of(method));
    ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
    const Vector3d way =
        run.samples.back().pose[BodyId(4)].r - run.samples.front().pose[BodyId(4)].r;
    EXPECT_NEAR(way.y(), -0.5 * 9.81 * time * time, error_of(method));
    EXPECT_NEAR(way.x(), 0.0, error_of(method));
  });
}

}  // namespace
}  // namespace globaldyn::inside
