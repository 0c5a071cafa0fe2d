#include "globaldyn/path/free_run.h"

#include <cmath>

#include "core/base/round_off.h"
#include "core/description/names.h"
#include "core/description/quantities.h"
#include "globaldyn/path/find_mover.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

MotorForce read_motor(const Node& key, const Node& value, const Parameters& parameters,
                      const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Drive& drive : mechanism.drives) {
    names.push_back(drive.name);
    if (drive.name != key.text()) continue;
    MotorForce motor{.drive = drive.name};
    if (value.text() == "full") return motor;
    motor.force =
        drive.ratio *
        read_number(value, drive.rotary_motor ? dimension::torque : dimension::force, parameters);
    return motor;
  }
  key.fail("there is no drive '" + key.text() + "'", suggest_name(key.text(), names));
}

// d1 at which what the speed is of has it.
double read_start(const Node& law, const Node& start, const Parameters& parameters,
                  const Mechanism& mechanism, const Path& path) {
  const Mover mover = find_mover(law, path, mechanism);
  const double speed =
      read_positive(start, mover.is_rotary ? dimension::rotary_speed : dimension::speed, parameters,
                    "speed", true);
  if (speed == 0.0) return 0.0;
  const Task task = path.task(0.0);
  double square = 0.0;
  for (const Eigen::Index row : mover.rows) square += std::pow(task.target.first(row), 2);
  if (square == 0.0) {
    start.fail("what is to have this speed stands still at the path's start",
               "expected 'of: JOINT', one that moves there");
  }
  return speed / std::sqrt(square);
}

}  // namespace

FreeRun read_free_run(const Node& law, const Parameters& parameters, const Mechanism& mechanism,
                      const Path& path) {
  law.allow_only({"motors", "start", "of"});
  FreeRun run{.motors = {}, .start = {}, .place = law.place()};
  for (const auto& [key, value] : law.require("motors").entries()) {
    run.motors.push_back(read_motor(key, value, parameters, mechanism));
  }
  const auto start = law.find("start"), of = law.find("of");
  if (of && !start) of->fail("'of' without a speed", "expected 'start: SPEED'");
  if (start) run.start = read_start(law, *start, parameters, mechanism, path);
  return run;
}

}  // namespace path
}  // namespace globaldyn::inside
