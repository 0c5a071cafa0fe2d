#include "globaldyn/exchange/read_robot.h"

#include "core/base/errors.h"
#include "globaldyn/exchange/mjcf.h"
#include "globaldyn/exchange/sdf.h"
#include "globaldyn/exchange/urdf.h"
#include "globaldyn/exchange/xml_element.h"

namespace globaldyn::inside {
inline namespace exchange {

Robot read_robot(const std::string& text, const std::string& file) {
  const XmlElement::Tree document = parse_xml(text, file);
  if (document.count("robot") != 0) return read_urdf(text, file);
  if (document.count("sdf") != 0) return read_sdf(text, file);
  if (document.count("mujoco") != 0) return read_mjcf(text, file);
  throw InputError(whole_place(file), "no <robot>, <sdf> or <mujoco>",
                   "expected a robot: URDF, SDFormat or MJCF");
}

}  // namespace exchange
}  // namespace globaldyn::inside
