# GLOBALDYN_VERSION, what `globaldyn --version` says. Of what is built from the tag of a release it is
# the number of project(globaldyn VERSION …); of every other commit it has that commit behind a plus,
# with how many there were since the tag: 0.2.0+17.g1234abc. Python and Debian take that, and sort it
# after 0.2.0. A tag and a number that contradict each other are refused.
#   cmake -P cmake/GlobaldynVersion.cmake      says it; the wheel asks so (wheel_version.py)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH globaldyn_source)
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  file(STRINGS ${globaldyn_source}/CMakeLists.txt line REGEX "^project\\(globaldyn VERSION ")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" PROJECT_VERSION "${line}")
endif()

# globaldyn_ask_git(ANSWER ARGUMENT...): what git says about the source, or empty.
function(globaldyn_ask_git answer)
  execute_process(COMMAND git -C ${globaldyn_source} ${ARGN} OUTPUT_VARIABLE said
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${answer} "${said}" PARENT_SCOPE)
endfunction()

# globaldyn_join_version(VERSION DESCRIBED COMMIT): of what `git describe` says, v0.2.0 or
# v0.2.0-17-g1234abc or nothing, and the abbreviated commit, or nothing.
function(globaldyn_join_version version described commit)
  if(described MATCHES "^v([0-9.]+)$")
    if(NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
      message(FATAL_ERROR "The tag of this commit is ${described}, but CMakeLists.txt says "
        "${PROJECT_VERSION}. tools/release sets both.")
    endif()
    set(${version} ${PROJECT_VERSION} PARENT_SCOPE)
  elseif(described MATCHES "^v([0-9.]+)-([0-9]+)-(g[0-9a-f]+)$" AND CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
    set(${version} ${PROJECT_VERSION}+${CMAKE_MATCH_2}.${CMAKE_MATCH_3} PARENT_SCOPE)
  elseif(commit MATCHES "^[0-9a-f]+$")
    set(${version} ${PROJECT_VERSION}+g${commit} PARENT_SCOPE)
  else()
    set(${version} ${PROJECT_VERSION}+unknown PARENT_SCOPE)
  endif()
endfunction()

if(EXISTS ${globaldyn_source}/.git)
  globaldyn_ask_git(described describe --tags --match "v[0-9]*")
  globaldyn_ask_git(commit rev-parse --short HEAD)
  globaldyn_join_version(GLOBALDYN_VERSION "${described}" "${commit}")
  # The next build sees another commit.
  globaldyn_ask_git(log rev-parse --path-format=absolute --git-path logs/HEAD)
  if(EXISTS "${log}" AND NOT CMAKE_SCRIPT_MODE_FILE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
elseif(EXISTS ${globaldyn_source}/PKG-INFO)  # a source archive of Python's
  file(STRINGS ${globaldyn_source}/PKG-INFO line REGEX "^Version: ")
  string(REGEX REPLACE "^Version: " "" GLOBALDYN_VERSION "${line}")
else()
  foreach(what described commit)
    file(STRINGS ${globaldyn_source}/cmake/commit.txt ${what} REGEX "^${what}: ")
    string(REGEX REPLACE "^${what}: " "" ${what} "${${what}}")
  endforeach()
  globaldyn_join_version(GLOBALDYN_VERSION "${described}" "${commit}")
endif()
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${GLOBALDYN_VERSION})
endif()
