#include <globaldyn/version.h>

namespace globaldyn {

std::string version() {
  return GLOBALDYN_VERSION;
}

std::string program_name() {
  return "globaldyn " + version();
}

}  // namespace globaldyn
