#pragma once

namespace globaldyn {

/// What of it that was allowed a plan was given up for.
enum class Shortage { none, work, memory };

}  // namespace globaldyn
