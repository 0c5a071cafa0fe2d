#include "globaldyn/exchange/dependent_joints.h"

#include "core/base/errors.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace exchange {

std::set<std::size_t> find_dependent_joints(const std::string& machine_text) try {
  const Machine machine = parse_machine(machine_text, "robot", ".");
  std::set<std::size_t> dependent;
  if (machine.paths.empty()) return dependent;
  const AssemblyOutcome assembly = assemble(machine.mechanism, machine.topology, {});
  if (assembly.status != AssemblyStatus::ok) return dependent;
  std::vector<TaskCoordinate> chosen;
  const std::vector<TaskCoordinate>& all = machine.paths.front().coordinates;
  for (std::size_t i = 0; i < all.size(); ++i) {
    chosen.push_back(all[i]);
    const PrescriptionCheck check = check_prescription(machine.mechanism, chosen, assembly.pose);
    if (check.wrong.find("over-prescribed") == std::string::npos) continue;
    chosen.pop_back();
    dependent.insert(i);
  }
  return dependent;
} catch (const Error&) {
  return {};
}

}  // namespace exchange
}  // namespace globaldyn::inside
