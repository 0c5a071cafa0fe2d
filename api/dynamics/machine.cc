#include <globaldyn/machine.h>

#include <algorithm>
#include <filesystem>

#include "api/core/make_mechanism.h"
#include "api/dynamics/machine_impl.h"
#include "core/base/write_file.h"
#include "core/description/document.h"
#include "core/kinematics/task.h"
#include "globaldyn/machine/rewrite_file.h"

namespace globaldyn {
namespace {

DriveLimit make_limit(const inside::DriveLimit& limit) {
  std::vector<SpeedLine> lines;
  for (const inside::SpeedLine& one : limit.lines) lines.push_back({one.stall, one.slope});
  return {.force = to_public(limit.force),
          .lines = std::move(lines),
          .speed = limit.speed,
          .acceleration = limit.acceleration,
          .tension = limit.tension,
          .transmitted = to_public(limit.transmitted),
          .preload = to_public(limit.preload),
          .rated = limit.rated,
          .brake = limit.brake};
}

Path make_path(const inside::Mechanism& mechanism, const inside::Path& path) {
  Path result;
  result.name = path.name;
  result.p_max = path.p_max;
  for (const inside::TaskCoordinate& one : path.coordinates) {
    result.coordinates.push_back(inside::name_of(mechanism, one));
  }
  for (const inside::PathStop& one : path.stops) result.stops.push_back({one.p, one.duration});
  return result;
}

}  // namespace

Machine make_machine(inside::Machine inner, const std::string& folder,
                     const std::vector<Setting>& settings) {
  auto impl = std::make_shared<Machine::Impl>();
  impl->machine = std::move(inner);
  impl->folder = folder;
  impl->settings = settings;
  const inside::Machine& machine = impl->machine;
  impl->mechanism = make_mechanism(machine.mechanism, machine.parameters);
  for (const auto& one : machine.mechanism.drives) impl->limits.push_back(make_limit(one.limit));
  for (const auto& one : machine.paths) {
    impl->paths.push_back(make_path(machine.mechanism, one));
  }
  for (const auto& one : machine.cycles) impl->cycles.push_back(one.name);
  for (const auto& one : machine.maps) impl->maps.push_back(one.name);
  for (const auto& one : machine.formulas) impl->formulas.push_back(one.name);
  return Machine(std::move(impl));
}

Machine::Machine(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Machine::name() const {
  return impl_->machine.mechanism.name;
}

const std::string& Machine::file() const {
  return impl_->machine.file;
}

const std::string& Machine::description() const {
  return impl_->machine.description;
}

const std::vector<Setting>& Machine::settings() const {
  return impl_->settings;
}

const Mechanism& Machine::mechanism() const {
  return impl_->mechanism;
}

const std::vector<DriveLimit>& Machine::drive_limits() const {
  return impl_->limits;
}

const std::vector<Path>& Machine::paths() const {
  return impl_->paths;
}

const Path& Machine::path(const std::string& name) const {
  const inside::Path& found = inside::find_path(impl_->machine, name);
  return impl_->paths[static_cast<std::size_t>(&found - impl_->machine.paths.data())];
}

const std::vector<std::string>& Machine::cycles() const {
  return impl_->cycles;
}

const std::vector<std::string>& Machine::maps() const {
  return impl_->maps;
}

const std::vector<std::string>& Machine::formulas() const {
  return impl_->formulas;
}

const std::vector<std::string>& Machine::load_cases() const {
  return impl_->machine.load_cases;
}

const std::string& Machine::load_case() const {
  return impl_->machine.load_case;
}

Machine Machine::with(const std::vector<Setting>& settings) const {
  std::vector<Setting> all = impl_->settings;
  for (const Setting& one : settings) {
    const auto is_same = [&](const Setting& before) { return before.name == one.name; };
    all.erase(std::remove_if(all.begin(), all.end(), is_same), all.end());
  }
  all.insert(all.end(), settings.begin(), settings.end());
  return parse_machine(impl_->machine.text, file(), impl_->folder, all, load_case());
}

Machine Machine::under(const std::string& load_case) const {
  return parse_machine(impl_->machine.text, file(), impl_->folder, impl_->settings, load_case);
}

std::string Machine::text(const std::string& folder) const {
  return inside::write_settings({impl_->machine.text, file()}, impl_->machine.parameters,
                                to_overrides(impl_->settings), folder);
}

void Machine::save(const std::string& file) const {
  inside::write_file(file, text(std::filesystem::path(file).parent_path().string()));
}

Machine Machine::edited(const std::string& place, const std::string& value) const {
  return parse_machine(inside::write_value({impl_->machine.text, file()}, place, value), file(),
                       impl_->folder, impl_->settings, load_case());
}

Machine Machine::added(const std::string& place, const std::string& value) const {
  return parse_machine(inside::write_entry({impl_->machine.text, file()}, place, value), file(),
                       impl_->folder, impl_->settings, load_case());
}

Machine load_machine(const std::string& file, const std::vector<Setting>& settings,
                     const std::string& load_case) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return parse_machine(inside::load_text(file), file, folder, settings, load_case);
}

Machine parse_machine(const std::string& text, const std::string& file, const std::string& folder,
                      const std::vector<Setting>& settings, const std::string& load_case) {
  return make_machine(inside::parse_machine(text, file, folder, to_overrides(settings), load_case),
                      folder, settings);
}

}  // namespace globaldyn
