#pragma once

#include <cassert>
#include <cstddef>

#include "core/base/ids.h"

namespace globaldyn::inside {
inline namespace core {

/// The first `count` bodies that move, that is, without the ground, in their order.
[[nodiscard]] constexpr IdRange<BodyId> first_moving_bodies(std::ptrdiff_t count) {
  return {BodyId(kGround.number() + 1), static_cast<std::size_t>(1 + count)};
}

/// All of them: of a mechanism, or of any list with something of each of its bodies.
template <class Item>
[[nodiscard]] IdRange<BodyId> moving_bodies(const IdVector<BodyId, Item>& of_bodies) {
  return {BodyId(kGround.number() + 1), of_bodies.size()};
}

/// Which of the bodies that move it is, from 0 on. With assertions on, the ground ends the program.
[[nodiscard]] constexpr std::ptrdiff_t moving_number(BodyId body) {
  assert(body != kGround);
  return body.number() - 1;
}

/// The first of the six rows (of v and w, or of a force and a moment) that a moving body has in
/// matrices and vectors with six for each of them and none for the ground.
[[nodiscard]] constexpr std::ptrdiff_t first_row_of(BodyId moving) {
  return 6 * moving_number(moving);
}

}  // namespace core
}  // namespace globaldyn::inside
