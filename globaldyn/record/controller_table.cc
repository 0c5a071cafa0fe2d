#include "globaldyn/record/controller_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"
#include "globaldyn/record/motor_use.h"
#include "globaldyn/storage/hdf5.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// Puts columns together from the samples on the grid.
class ControllerTable {
 public:
  ControllerTable(const Machine& machine, const PlannedMotion& motion,
                  const ControllerFormat& format)
      : machine_(machine), motion_(motion), format_(format), samples_(motion.record.samples) {
    end_on_grid();
  }

  std::vector<ControllerColumn> make() {
    const double time = samples_.back().state.t;
    if (format_.is_cam) {
      add("master", "", 1.0 / time, [](const MotionSample& s) { return s.state.t; });
    } else {
      add_shown("t", "s", 1.0, [](const MotionSample& s) { return s.state.t; });
    }
    for (const Drive& drive : machine_.mechanism.drives) add_drive(drive, time);
    if (!format_.is_cam) add_marks();
    return std::move(columns_);
  }

 private:
  // The record has all times of the grid, and the end.
  void end_on_grid() {
    MotionSample& last = samples_.back();
    const double steps = last.state.t * format_.rate, behind = std::ceil(steps);
    if (is_zero(steps - std::round(steps), steps, round_off::kSolved)) {
      last.state.t = std::round(steps) / format_.rate;
      return;
    }
    if (last.state.d1 > 0.0) {
      throw InputError(
          option_place("--controller"),
          fmt::format("a motion of {} s that ends at speed between two samples", last.state.t),
          "expected an end at rest, or --stretch, which slows it down to end on one");
    }
    last.state.t = behind / format_.rate;
    last.accelerations.setZero();
  }

  template <class Get>
  void add(const std::string& name, const std::string& unit, double factor, const Get& get) {
    ControllerColumn column{name, unit, {}};
    column.values.reserve(samples_.size());
    for (const MotionSample& sample : samples_) column.values.push_back(factor * get(sample));
    columns_.push_back(std::move(column));
  }

  // As people are shown it.
  template <class Get>
  void add_shown(const std::string& name, const char* si, double factor, const Get& get) {
    const ShownUnit unit = machine_.units.unit_for(si);
    add(name, unit.name, factor / unit.size, get);
  }

  void add_drive(const Drive& drive, double time) {
    const auto id = DriveId(static_cast<int>(&drive - &*machine_.mechanism.drives.begin()));
    const Eigen::Index k = row_of(id);
    const bool turns = drive.rotary_motor;
    const MotorSide side = find_motor_side(drive);
    const auto value = [k](VectorXd MotionSample::*of) {
      return [k, of](const MotionSample& sample) { return (sample.*of)(k); };
    };
    const char* place = turns ? "rad" : "m";
    add_shown(drive.name + " position", place, side.speed, value(&MotionSample::positions));
    if (format_.is_cam) {
      add_shown(drive.name + " slope", place, side.speed * time, value(&MotionSample::rates));
      return;
    }
    add_shown(drive.name + " speed", turns ? "rad/s" : "m/s", side.speed,
              value(&MotionSample::rates));
    add_shown(drive.name + " acceleration", turns ? "rad/s^2" : "m/s^2", side.speed,
              value(&MotionSample::accelerations));
    add_shown(drive.name + (turns ? " torque" : " force"), turns ? "N m" : "N", side.force,
              value(&MotionSample::forces));
  }

  void add_marks() {
    if (motion_.plan.has_tool) {
      add_shown("feed", "m/s", 1.0, [](const MotionSample& s) { return s.tool_velocity.v.norm(); });
    }
    if (motion_.is_cycle) {
      add("step", "", 1.0, [&](const MotionSample& s) {
        return static_cast<double>(motion_.find_step(s.state.t) + 1);
      });
    }
    add("dwell", "", 1.0, [](const MotionSample& s) { return s.state.rests ? 1.0 : 0.0; });
  }

  const Machine& machine_;
  const PlannedMotion& motion_;
  const ControllerFormat& format_;
  std::vector<MotionSample> samples_;
  std::vector<ControllerColumn> columns_;
};

std::string spell(double value, bool decimal_comma) {
  std::string text = fmt::format("{}", value);
  if (decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

}  // namespace

std::vector<ControllerColumn> make_controller_table(const Machine& machine,
                                                    const PlannedMotion& motion,
                                                    const ControllerFormat& format) {
  if (motion.record.samples.empty()) return {};
  return ControllerTable(machine, motion, format).make();
}

std::string to_csv(const std::vector<ControllerColumn>& table, const ControllerFormat& format) {
  const char between = format.decimal_comma ? ';' : ',';
  std::string csv;
  for (const ControllerColumn& column : table) {
    if (!csv.empty()) csv += between;
    csv += column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
  }
  csv += '\n';
  const std::size_t count = table.empty() ? 0 : table.front().values.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (const ControllerColumn& column : table) {
      if (&column != &table.front()) csv += between;
      csv += spell(column.values[i], format.decimal_comma);
    }
    csv += '\n';
  }
  return csv;
}

void write_hdf5(const std::vector<ControllerColumn>& table, const std::string& file) {
  write_hdf5_file(file, [&](const H5::H5File& output) {
    set_text(output, "schema", "globaldyn/controller/1");
    for (const ControllerColumn& column : table) {
      const H5::DataSet set =
          add_numbers(output, column.name, {column.values.size()}, column.values);
      if (!column.unit.empty()) set_text(set, "unit", column.unit);
    }
  });
}

}  // namespace record
}  // namespace globaldyn::inside
