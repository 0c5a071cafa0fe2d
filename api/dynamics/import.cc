#include <globaldyn/import.h>

#include "globaldyn/import/machine_text.h"

namespace globaldyn {

ImportedMachine import_urdf(const std::string& file) {
  const inside::ImportedMachine made = inside::import_urdf(file);
  return {made.text, made.remarks};
}

}  // namespace globaldyn
