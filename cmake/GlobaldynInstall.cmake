# find_package(globaldyn) for other projects, by components.
include(CMakePackageConfigHelpers)
set(globaldyn_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/globaldyn)
set(globaldyn_installed ${globaldyn_built})
if(GLOBALDYN_MPI AND TARGET globaldyn_mpi)
  list(APPEND globaldyn_installed mpi)
endif()
# What a program that computes needs; pictures and pages are asked for by name.
set(globaldyn_whole ${globaldyn_built})
list(REMOVE_ITEM globaldyn_whole report explore)
foreach(component IN LISTS globaldyn_installed)
  install(EXPORT globaldyn-${component} NAMESPACE globaldyn:: DESTINATION ${globaldyn_config_dir}
          COMPONENT development)
endforeach()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/globaldynConfig.cmake.in
  ${PROJECT_BINARY_DIR}/globaldynConfig.cmake INSTALL_DESTINATION ${globaldyn_config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/globaldynConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/globaldynConfig.cmake
              ${PROJECT_BINARY_DIR}/globaldynConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/GlobaldynDependencies.cmake
        DESTINATION ${globaldyn_config_dir} COMPONENT development)
install(FILES LICENSE THIRD_PARTY.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
if(TARGET globaldyn_app)
  install(DIRECTORY machines catalogues DESTINATION ${CMAKE_INSTALL_DATADIR}/globaldyn
          COMPONENT program)
endif()
