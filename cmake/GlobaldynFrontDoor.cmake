# The headers that users include, <globaldyn/…>, by component; nothing else is installed. What they
# declare is defined in api/<component>/.
set(globaldyn_core_headers error.h)
set(globaldyn_dynamics_headers)
set(globaldyn_optimize_headers)
set(globaldyn_report_headers)

# globaldyn_front_door(TARGET COMPONENT): gives a room's target its headers and their definitions.
function(globaldyn_front_door target component)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/api/${component}/*.cc)
  if(sources)
    target_sources(${target} PRIVATE ${sources})
  endif()
  list(TRANSFORM globaldyn_${component}_headers PREPEND ${PROJECT_SOURCE_DIR}/include/globaldyn/
       OUTPUT_VARIABLE headers)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include
                                  FILES ${headers})
endfunction()
