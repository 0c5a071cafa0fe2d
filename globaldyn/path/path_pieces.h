#pragma once

#include <cstddef>

namespace globaldyn::inside {
inline namespace path {

/// What leads from one written point of a position to the next, or around one.
enum class PieceKind { line, arc, blend };

/// "line", "arc", "blend".
[[nodiscard]] const char* to_string(PieceKind kind);

/// A part of a position that a file writes by lines and arcs.
struct PathPiece {
  PieceKind kind{PieceKind::line};
  std::size_t from{1};  ///< number of the point that it leaves, from 1; of a blend that it rounds
  std::size_t to{1};    ///< of the point that it leads to; of a blend the same
  double begin{0.0};    ///< p; a turn on the spot belongs to the piece behind it
  double end{0.0};
};

}  // namespace path
}  // namespace globaldyn::inside
