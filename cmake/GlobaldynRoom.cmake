# Warnings and sanitizers shared by all targets of the project; not exported.
add_library(globaldyn_flags INTERFACE)
target_compile_features(globaldyn_flags INTERFACE cxx_std_20)
target_compile_options(globaldyn_flags INTERFACE
  -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${GLOBALDYN_WERROR}>:-Werror>
  # False alarms of GCC 12 in inlined library code (Eigen, Boost, std::string).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-restrict>
  # Names of other files that are compiled together with one.
  $<$<BOOL:${GLOBALDYN_UNITY}>:-Wno-shadow>
  $<$<AND:$<BOOL:${GLOBALDYN_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  # What GCC does not warn of either: numbers as places in lists, and bases' members without braces.
  $<$<CXX_COMPILER_ID:Clang>:-Wdocumentation;-Wno-sign-conversion;-Wno-missing-braces>)
# Only libraries that are called: each one takes its time whenever a program starts.
target_link_options(globaldyn_flags INTERFACE $<$<PLATFORM_ID:Linux>:LINKER:--as-needed>)
if(GLOBALDYN_SANITIZE)
  target_compile_options(globaldyn_flags INTERFACE
    -fsanitize=${GLOBALDYN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    # These double the time to compile and find little that "address" does not; and Eigen adds
    # offsets to the null pointers of empty matrices.
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=null,alignment,object-size,vptr,function,pointer-overflow>)
  target_link_options(globaldyn_flags INTERFACE -fsanitize=${GLOBALDYN_SANITIZE})
endif()

# globaldyn_precompile(target header...): the headers of libraries that most files of the target
# include anyway; without further headers those that the first target has precompiled. Nothing may
# rely on it: without GLOBALDYN_PRECOMPILE all must compile as well.
function(globaldyn_precompile target)
  if(NOT GLOBALDYN_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY globaldyn_precompiled)
  if(first AND NOT ARGN)
    target_precompile_headers(${target} REUSE_FROM ${first})
    return()
  endif()
  if(NOT ARGN)
    set_property(GLOBAL PROPERTY globaldyn_precompiled ${target})
  endif()
  target_precompile_headers(${target} PRIVATE <Eigen/Dense>
    <boost/math/differentiation/autodiff.hpp> <functional> <map> <optional> <string> <vector>
    ${ARGN})
endfunction()

# globaldyn_unite(target source...): where GLOBALDYN_UNITY asks for it, all sources of a folder are
# compiled as one file: most of the time goes into templates that they have in common. Names in
# unnamed namespaces are then seen by the whole folder.
function(globaldyn_unite target)
  if(NOT GLOBALDYN_UNITY)
    return()
  endif()
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE group)
    string(REPLACE "/" "_" group ${group})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# globaldyn_room(NAME EXPORT_NAME folder... ): the library of a room from all sources in its
# folders, installed with its part of the front door (cmake/GlobaldynFrontDoor.cmake).
function(globaldyn_room target export_name)
  set(sources)
  set(headers)
  foreach(folder IN LISTS ARGN)
    file(GLOB folder_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc)
    file(GLOB folder_headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h)
    list(APPEND sources ${folder_sources})
    list(APPEND headers ${folder_headers})
  endforeach()
  add_library(${target} ${sources})
  add_library(globaldyn::${export_name} ALIAS ${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  globaldyn_front_door(${target} ${export_name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:globaldyn_flags>)
  globaldyn_precompile(${target})
  globaldyn_unite(${target} ${sources})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${export_name} CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)
  # The headers inside, which are not installed, so that each can be compiled by itself.
  add_library(${target}_inside INTERFACE)
  target_sources(${target}_inside INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}
                                            FILES ${headers})
  target_link_libraries(${target}_inside INTERFACE ${target})
  set_target_properties(${target}_inside PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  install(TARGETS ${target} EXPORT globaldyn-${export_name}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
endfunction()
