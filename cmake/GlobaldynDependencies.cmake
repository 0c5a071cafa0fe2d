# What each room needs of other libraries, once for the build and for find_package(globaldyn).
# Rooms, lowest first: each links those before it.
set(GLOBALDYN_ROOMS core dynamics optimize report explore)
set(globaldyn_core_needs "Eigen3 3.4" "Boost 1.74" yaml-cpp fmt)
set(globaldyn_dynamics_needs "nlohmann_json 3" TBB NLopt "fcl 0.7" "HDF5 COMPONENTS CXX")
set(globaldyn_optimize_needs SQLite3)
set(globaldyn_report_needs ZLIB)
set(globaldyn_explore_needs)
set(globaldyn_mpi_needs "MPI COMPONENTS CXX")

# Debian's shared HDF5 brings curl, Kerberos and LDAP with it: half of what a command took to start.
if(NOT DEFINED HDF5_USE_STATIC_LIBRARIES)
  set(HDF5_USE_STATIC_LIBRARIES ON)
endif()

# globaldyn_find(FINDER ROOM...): FINDER is find_package or find_dependency.
macro(globaldyn_find finder)
  foreach(globaldyn_room ${ARGN})
    foreach(globaldyn_need IN LISTS globaldyn_${globaldyn_room}_needs)
      separate_arguments(globaldyn_need UNIX_COMMAND "${globaldyn_need}")
      cmake_language(CALL ${finder} ${globaldyn_need} REQUIRED)
    endforeach()
  endforeach()
endmacro()

# Rooms up to the given one, itself included.
function(globaldyn_rooms_up_to room result)
  list(FIND GLOBALDYN_ROOMS ${room} place)
  math(EXPR count "${place} + 1")
  list(SUBLIST GLOBALDYN_ROOMS 0 ${count} rooms)
  set(${result} ${rooms} PARENT_SCOPE)
endfunction()
