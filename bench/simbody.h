#pragma once

// Simbody 3.7's headers for C++20: its index types compare with any integer, so that comparing two
// of them is ambiguous once operators may be reversed. An exact match for both resolves that.
#include <SimTKcommon/internal/common.h>

// clang-format off
#undef SimTK_DEFINE_UNIQUE_INDEX_TYPE
#define SimTK_DEFINE_UNIQUE_INDEX_TYPE(NAME)                  \
  SimTK_DEFINE_AND_EXPORT_UNIQUE_LOCAL_INDEX_TYPE(, , , NAME) \
  static const NAME Invalid##NAME;                            \
  inline bool operator==(const NAME& a, const NAME& b) {      \
    return static_cast<int>(a) == static_cast<int>(b);        \
  }
// clang-format on

#include <SimTKsimbody.h>
