#pragma once

namespace globaldyn {

/// Which of the allowed resources ran out, so that a plan was given up.
enum class Shortage { none, work, memory };

}  // namespace globaldyn
