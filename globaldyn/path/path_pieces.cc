#include "globaldyn/path/path_pieces.h"

namespace globaldyn::inside {
inline namespace path {

const char* to_string(PieceKind kind) {
  switch (kind) {
    case PieceKind::line:
      return "line";
    case PieceKind::arc:
      return "arc";
    case PieceKind::blend:
      return "blend";
  }
  return "";
}

}  // namespace path
}  // namespace globaldyn::inside
