// Machines without some of their drives. Oracle: files that are written without them.
#include "globaldyn/machine/leave_out_drives.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/errors.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/evaluation/write_evaluation.h"
#include "globaldyn/machine/drive_ids.h"
#include "globaldyn/rating/path_criteria_table.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/record/write_plan.h"

namespace globaldyn::inside {
namespace {

using Names = std::vector<std::string>;

bool is_among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A drive with everything that one may have, on a joint of the five-bar.
struct JointDrive {
  std::string name;
  std::string joint;
  std::string guess;
  double torque;
};

const std::vector<JointDrive>& list_drives() {
  static const std::vector<JointDrive> drives{{"ML", "LA", "sight + swing", 3.0},
                                              {"MR", "RA", "180 deg - sight - swing", 3.5},
                                              {"NL", "LE", "-bend", 2.0},
                                              {"NR", "RE", "bend", 2.5}};
  return drives;
}

// The five-bar with motors at four joints, two of which a path prescribes; without the drives that
// are `off`, whose joints it prescribes instead. Those that are off come first in the path, as
// joints come before drives.
std::string write_five_bar(const Names& there, const Names& prescribed) {
  std::string drives, joints_of_path, drives_of_path;
  for (const JointDrive& one : list_drives()) {
    const bool is_there = is_among(there, one.name);
    if (is_there) {
      drives += fmt::format(
          "  {0}: {{joint: {1}, limits: [-{2} N m, {3} N m], max_speed: 40 rad/s, "
          "rotor_inertia: {4} kg m^2, viscous: 0.01 N m s/rad, coulomb: {5} N m}}\n",
          one.name, one.joint, one.torque, 1.25 * one.torque, 1e-3 * one.torque, 0.02 * one.torque);
    }
    if (!is_among(prescribed, one.name)) continue;
    const std::string text = fmt::format("{}: {} + {} rad*p, ", is_there ? one.name : one.joint,
                                         one.guess, 0.1 * one.torque - 0.1);
    (is_there ? drives_of_path : joints_of_path) += text;
  }
  std::string text = R"(globaldyn: 1
name: five_bar
parameters:
  load: {value: 1 kg, min: 0 kg, max: 5 kg}
  reach: hypot(0.05 m, 0.3 m)
  swing: acos(((0.2 m)^2 + reach^2 - (0.25 m)^2)/(2*0.2 m*reach))
  bend:  180 deg - acos(((0.2 m)^2 + (0.25 m)^2 - reach^2)/(2*0.2 m*0.25 m))
  sight: atan2(0.3 m, 0.05 m)
gravity: [0, -9.81 m/s^2, 0]
bodies:
  ground: {frames: {left: [-0.05, 0], right: [0.05, 0]}}
  lu: {mass: 0.8 kg, com: [0.1, 0], inertia: {rod: 0.003}, frames: {end: [0.2, 0]}}
  ru: {mass: 0.8 kg, com: [0.1, 0], inertia: {rod: 0.003}, frames: {end: [0.2, 0]}}
  lf: {mass: 0.4 kg + load, com: [0.12, 0], inertia: {rod: 0.002}, frames: {end: [0.25, 0]}}
  rf: {mass: 0.4 kg, com: [0.12, 0], inertia: {rod: 0.002}, frames: {end: [0.25, 0]}}
joints:
  LA: {type: revolute, a: ground.left, b: lu, guess: sight + swing}
  RA: {type: revolute, a: ground.right, b: ru, guess: 180 deg - sight - swing}
  LE: {type: revolute, a: lu.end, b: lf, guess: -bend}
  RE: {type: revolute, a: ru.end, b: rf, guess: bend}
  T:  {type: revolute, a: lf.end, b: rf.end}
tool: {body: lf, at: [0.25, 0]}
feedback: {bandwidth: 20, errors: {heavy: {load: 20 %}}}
)";
  text += "drives:\n" + drives + "paths:\n  moved: {p_max: 1";
  if (!joints_of_path.empty()) text += ", joints: {" + joints_of_path + "}";
  if (!drives_of_path.empty()) text += ", drives: {" + drives_of_path + "}";
  return text + "}\n";
}

// All that is computed along the path, to the last bit.
std::string compute(const Machine& machine) {
  EvaluationOptions options;
  options.samples = 7;
  options.sweep.threads = 1;
  const PlannedMotionOptions plan{.samples = 21};
  return to_json(evaluate(machine, options), {}, {}) +
         make_plan_document(plan_motion(machine, machine.paths.front(), plan), {}).dump(1);
}

TEST(LeaveOutDrives, IsTheMachineOfAFileWithoutThem) {
  std::mt19937 random(20);
  Names all;
  for (const JointDrive& one : list_drives()) all.push_back(one.name);
  int planned = 0, prescribed_off = 0;
  constexpr int kTries = 24;  // of 6 pairs that are prescribed and 14 choices of drives
  for (int i = 0; i < kTries; ++i) {
    Names mixed = all;
    std::shuffle(mixed.begin(), mixed.end(), random);
    const std::size_t count = 1 + random() % 3;
    const Names off(mixed.begin(), mixed.begin() + static_cast<std::ptrdiff_t>(count));
    const Names on(mixed.begin() + static_cast<std::ptrdiff_t>(count), mixed.end());
    std::shuffle(mixed.begin(), mixed.end(), random);
    Names prescribed(mixed.begin(), mixed.begin() + 2);
    // A path's drives are prescribed in the file's order: those that go must come first.
    std::sort(prescribed.begin(), prescribed.end());
    if (is_among(off, prescribed[1]) && !is_among(off, prescribed[0])) continue;
    SCOPED_TRACE(
        fmt::format("off: {}; prescribed: {}", fmt::join(off, " "), fmt::join(prescribed, " ")));
    const Machine whole = parse_machine(write_five_bar(all, prescribed), "whole", ".");
    const Machine written = parse_machine(write_five_bar(on, prescribed), "written", ".");
    const Machine made = without(whole, find_drives(whole, off));
    const std::string result = compute(written);
    EXPECT_EQ(compute(made), result);
    ASSERT_EQ(made.perturbed.size(), 1u);
    EXPECT_TRUE(has_structure_of(made.perturbed.front(), made));
    EXPECT_EQ(compute(made.perturbed.front()), compute(written.perturbed.front()));
    if (result.find("\"optimal\"") != std::string::npos) ++planned;
    if (is_among(off, prescribed[0])) ++prescribed_off;
  }
  EXPECT_GE(planned, 5);  // not only machines that cannot move
  EXPECT_GE(prescribed_off, 5);
}

TEST(LeaveOutDrives, WithNoneIsTheSameMachine) {
  const Names all{"ML", "MR", "NL", "NR"};
  const Machine whole = parse_machine(write_five_bar(all, {"ML", "NR"}), "whole", ".");
  EXPECT_EQ(compute(without(whole, {})), compute(whole));
}

std::string fail(const Machine& machine, const Names& off) {
  try {
    (void)without(machine, find_drives(machine, off));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const char* const kCables = R"(globaldyn: 1
name: cables
bodies:
  ground: {frames: {a: [-1, -1], b: [1, -1], c: [0, 1]}}
  load: {mass: 1 kg, inertia: {diag: [0.1, 0.1, 0.1]}}
joints: {J: {type: planar, a: ground, b: load}}
drives:
  A: {type: cable, from: ground.a, to: load, limits: [0 N, 100 N]}
  B: {type: cable, from: ground.b, to: load, limits: [0 N, 100 N]}
  C: {type: cable, from: ground.c, to: load, limits: [0 N, 100 N]}
tool: {body: load, at: [0, 0]}
paths:
  along: {position: {x: 0.1 m*p}, prescribe: [x], joints: {J.y: 0, J.angle: 0}, p_max: 1}
  wound: {drives: {A: -1.4 m - 0.1 m*p, B: -1.4 m - 0.1 m*p}, joints: {J.angle: 0}, p_max: 1}
criteria:
  pull: {formula: rms_force_B + peak_force_C, better: smaller}
  first: {formula: peak_force_A, better: smaller}
  more: {formula: 2*first, better: smaller}
  hurry: {formula: 2*time, better: smaller}
  both: {formula: hurry*pull, better: smaller}
)";

TEST(LeaveOutDrives, RefusesWhatCannotBe) {
  const Machine cables = parse_machine(kCables, "cables.yaml", ".");
  EXPECT_EQ(fail(cables, {"A"}),
            "cables.yaml:14:3: path 'wound' prescribes drive 'A', which is off; expected that "
            "drive on, as it acts on no single joint whose coordinate the path could prescribe "
            "instead");
  EXPECT_EQ(fail(cables, {"C"}), "");
  EXPECT_NE(fail(cables, {"D"}).find("cables.yaml: there is no drive 'D'; "), std::string::npos);
  const Machine held = parse_machine(R"(globaldyn: 1
name: held
bodies: {load: {mass: 1 kg, inertia: {diag: [0.1, 0.1, 0.1]}}}
drives: {A: {type: linear_motor, from: ground, to: {body: load, at: [1, 0]}}}
)",
                                     "held.yaml", ".");
  EXPECT_EQ(fail(held, {"A"}),
            "held.yaml: body 'load' is not connected to the ground but by drives that are off; "
            "expected one of them on");
}

// A table that moves in three directions, with all that can name a drive: a path that prescribes
// their coordinates, or those of joints where they are not, and formulas.
std::string write_table(const Names& there) {
  std::string drives, joints_of_path, drives_of_path, formulas;
  for (const std::string axis : {"x", "y", "z"}) {
    const std::string drive = "F" + axis;
    const bool is_there = is_among(there, drive);
    (is_there ? drives_of_path : joints_of_path) +=
        fmt::format("{}: 0.1 m*p, ", is_there ? drive : axis);
    if (!is_there) continue;
    drives += fmt::format("  {0}: {{joint: {1}, limits: {2} N, coulomb: 0.{2} N}}\n", drive, axis,
                          10 + axis.front() - 'x');
    formulas += fmt::format(
        "  of_{0}: {{formula: rms_force_{0}, better: smaller}}\n"
        "  more_{0}: {{formula: of_{0} + peak_force_{0}*time/(1 s), better: smaller}}\n",
        drive);
  }
  std::string text = R"(globaldyn: 1
name: table
parameters: {load: 1 kg}
bodies:
  one: {mass: 2 kg}
  two: {mass: 1 kg}
  three: {mass: load}
joints:
  x: {type: prismatic, a: {body: ground, axis: x}, b: {body: one, axis: x}}
  y: {type: prismatic, a: {body: one, axis: y}, b: {body: two, axis: y}}
  z: {type: prismatic, a: {body: two, axis: z}, b: {body: three, axis: z}}
tool: three
feedback: {bandwidth: 20, errors: {heavy: {load: 20 %}}}
)";
  text += "drives:\n" + drives + "criteria:\n" + formulas + "paths:\n  moved: {p_max: 1";
  if (!joints_of_path.empty()) text += ", joints: {" + joints_of_path + "}";
  if (!drives_of_path.empty()) text += ", drives: {" + drives_of_path + "}";
  return text + "}\n";
}

// The names of drives wherever the machine has their ids: DriveIdWalk is complete, as the compiler
// refuses a member that it does not list.
Names list_named_drives(Machine machine) {
  Names names;
  visit_drive_ids(machine,
                  [&](DriveId& id) { names.push_back(machine.mechanism.drives[id].name); });
  return names;
}

TEST(LeaveOutDrives, RenumbersWhereverDrivesAreNamed) {
  const Names all{"Fx", "Fy", "Fz"};
  const Machine whole = parse_machine(write_table(all), "whole", ".");
  // Of each drive: a path; in the machine and in that of the error.
  ASSERT_EQ(list_named_drives(whole).size(), 2u * 3u);
  for (const DriveId off : whole.mechanism.drives.ids()) {
    Names on = all;
    std::erase(on, whole.mechanism.drives[off].name);
    SCOPED_TRACE(whole.mechanism.drives[off].name);
    const Machine written = parse_machine(write_table(on), "written", ".");
    const Machine made = without(whole, {off});
    EXPECT_EQ(list_named_drives(made), list_named_drives(written));
    for (const DriveId id : made.mechanism.drives.ids()) {
      const Drive &one = made.mechanism.drives[id], &other = written.mechanism.drives[id];
      EXPECT_EQ(one.name, other.name);
      EXPECT_EQ(one.limit.force, other.limit.force);
      EXPECT_EQ(one.coulomb, other.coulomb);
    }
  }
  const Machine last = without(whole, {DriveId(2), DriveId(0)});
  ASSERT_EQ(last.mechanism.drives.size(), 1u);
  EXPECT_EQ(list_named_drives(last), Names(2, "Fy"));
}

// Sizes by which metres are compared with radians are those of what is left.
TEST(LeaveOutDrives, MeasuresTheMachineAnew) {
  std::string text = kCables;
  const std::string far = "A: {type: cable, from: ground.a, to: {body: load, at: [-3, 0]}";
  text.replace(text.find("A: {type: cable, from: ground.a, to: load"), 41, far);
  text.erase(text.find("  wound:"), text.find("criteria:") - text.find("  wound:"));
  const Machine whole = parse_machine(text, "cables.yaml", ".");
  text.erase(text.find("criteria:"));
  text.erase(text.find("  A: {"), text.find("  B: {") - text.find("  A: {"));
  const Mechanism written = parse_machine(text, "cables.yaml", ".").mechanism;
  const Mechanism made = without(whole, {DriveId(0)}).mechanism;
  EXPECT_EQ(whole.mechanism.characteristic_length, 3.0);
  EXPECT_EQ(made.characteristic_length, written.characteristic_length);
  EXPECT_EQ(made.kinematic_length, written.kinematic_length);
}

std::vector<CriterionValue> rate(const Machine& machine, const Names& criteria) {
  return calc_path_criteria(machine, {}, criteria, {.sweep = {.threads = 1}});
}

// What formulas ask of a drive that is off is 0, and of the others the same as in a file that has
// never had it.
TEST(LeaveOutDrives, FormulasCountWhatIsOffAsNothing) {
  const Names all{"Fx", "Fy", "Fz"};
  const Machine whole = parse_machine(write_table(all), "whole", ".");
  for (const DriveId off : whole.mechanism.drives.ids()) {
    const std::string name = whole.mechanism.drives[off].name;
    SCOPED_TRACE(name);
    Names on = all;
    std::erase(on, name);
    const Machine made = without(whole, {off});
    EXPECT_EQ(made.formulas.size(), whole.formulas.size());
    EXPECT_EQ(rate(made, {"of_" + name}).front().value, 0.0);
    const Machine written = parse_machine(write_table(on), "written", ".");
    for (const std::string& other : on) {
      const auto values = rate(made, {"more_" + other}), known = rate(written, {"more_" + other});
      EXPECT_EQ(values[0].value, known[0].value);
    }
  }
}

// The same five-bar with switches: off by the file is off by the option.
std::string write_switches(const Names& prescribed) {
  Names all;
  for (const JointDrive& one : list_drives()) all.push_back(one.name);
  std::string text = write_five_bar(all, prescribed);
  for (const std::string& name : all) {
    const std::string start = "  " + name + ": {joint: ";
    text.insert(text.find(start) + start.size() - 7, "enabled: on_" + name + " - 0.5, ");
    text.insert(text.find("  reach: "), "  on_" + name + ": {value: 1, min: 0, max: 1}\n");
  }
  return text;
}

TEST(LeaveOutDrives, AreOffAsTheFileSays) {
  std::mt19937 random(8);
  constexpr int kTries = 12;  // of the 15 sets that are not empty
  for (int i = 0; i < kTries; ++i) {
    const std::string text = write_switches({"ML", "MR"});
    std::vector<ParameterOverride> settings;
    Names off;
    for (const JointDrive& one : list_drives()) {
      const bool is_on = random() % 2 == 0;
      settings.push_back({"on_" + one.name, is_on ? "1" : "0"});
      if (!is_on) off.push_back(one.name);
    }
    if (off.size() == list_drives().size()) continue;
    // A path's drives are prescribed in the file's order: those that go must come first.
    if (is_among(off, "MR") && !is_among(off, "ML")) continue;
    SCOPED_TRACE(fmt::format("off: {}", fmt::join(off, " ")));
    const Machine switched = parse_machine(text, "switched", ".", settings);
    const Machine whole = parse_machine(text, "switched", ".");
    EXPECT_EQ(compute(switched), compute(without(whole, find_drives(whole, off))));
    Names names;
    for (const Drive& drive : switched.off) names.push_back(drive.name);
    EXPECT_EQ(names, off);
    // Off already: not an unknown name.
    EXPECT_EQ(compute(without(switched, find_drives(switched, off))), compute(switched));
  }
}

TEST(LeaveOutDrives, SwitchesAreTheSameInAllErrors) {
  std::string text = write_switches({"ML", "MR"});
  const std::string error = "{load: 20 %}";
  text.replace(text.find(error), error.size(), "{load: 20 %, on_NR: -0.6}");
  EXPECT_THROW((void)parse_machine(text, "switched", "."), InputError);
  text.replace(text.find("on_NR: -0.6"), 11, "on_NR: -0.4");
  EXPECT_NO_THROW((void)parse_machine(text, "switched", "."));
}

}  // namespace
}  // namespace globaldyn::inside
