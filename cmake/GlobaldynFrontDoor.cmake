# The headers that users include, <globaldyn/…>, by component; nothing else is installed. What they
# declare is defined in api/<component>/.
set(globaldyn_core_headers error.h interval.h mechanism.h quantity.h version.h)
set(globaldyn_dynamics_headers check.h coefficients.h criteria.h curves.h evaluation.h machine.h map.h
    method.h motion_state.h own_criteria.h plan.h plan_status.h region.h robot_files.h simulation.h work.h)
set(globaldyn_optimize_headers pareto_set.h study.h)
set(globaldyn_report_headers report.h)

# globaldyn_front_door(TARGET COMPONENT): gives a room's target its headers and their definitions.
function(globaldyn_front_door target component)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/api/${component}/*.cc)
  if(sources)
    target_sources(${target} PRIVATE ${sources})
    if(GLOBALDYN_UNITY)
      set_source_files_properties(${sources} PROPERTIES UNITY_GROUP api_${component})
    endif()
  endif()
  if(component STREQUAL core)
    set_source_files_properties(${PROJECT_SOURCE_DIR}/api/core/version.cc PROPERTIES
      COMPILE_DEFINITIONS GLOBALDYN_VERSION="${GLOBALDYN_VERSION}" SKIP_PRECOMPILE_HEADERS ON
      SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  list(TRANSFORM globaldyn_${component}_headers PREPEND ${PROJECT_SOURCE_DIR}/include/globaldyn/
       OUTPUT_VARIABLE headers)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include
                                  FILES ${headers})
endfunction()
