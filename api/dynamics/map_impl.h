#pragma once

#include <globaldyn/map.h>

#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn {

struct Map::Impl {
  Machine machine;
  inside::WorkspaceMap map;
  inside::Origin origin;
  std::vector<MapAxis> axes;
  std::vector<std::string> orientations;
  std::vector<SampleStatus> status;
  std::vector<MapColumn> columns;
  std::vector<Reduction> reductions;
};

}  // namespace globaldyn
