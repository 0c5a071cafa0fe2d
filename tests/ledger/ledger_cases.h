#pragma once

#include <functional>

#include "tests/ledger/ledger_line.h"

namespace globaldyn::inside::test {

using TakeLine = std::function<void(const LedgerLine&)>;

// The cases of the ledger, quick ones first; each gives a line.

/// Machines on their tasks along the loops, and followed: of every path of the library.
void follow_library(const TakeLine& take);
/// Regions of single poses, by every method.
void solve_regions(const TakeLine& take);
/// Rows that no machine made: tables, and functions of p.
void plan_row_fields(const TakeLine& take);
/// Regions that no machine made.
void plan_region_fields(const TakeLine& take);
/// Machines that are difficult: singular, lost on the way, with many cables, with narrow features.
void plan_difficult(const TakeLine& take);
/// What is in the way where there is no motion.
void find_obstacles(const TakeLine& take);
/// Random machines on their paths.
void plan_random_machines(const TakeLine& take);
/// Every path of the library.
void plan_library(const TakeLine& take);

}  // namespace globaldyn::inside::test
