# find_package(globaldyn) for other projects.
include(CMakePackageConfigHelpers)
set(globaldyn_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/globaldyn)
install(EXPORT globaldynTargets NAMESPACE globaldyn:: DESTINATION ${globaldyn_config_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/globaldynConfig.cmake.in
  ${PROJECT_BINARY_DIR}/globaldynConfig.cmake INSTALL_DESTINATION ${globaldyn_config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/globaldynConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/globaldynConfig.cmake
              ${PROJECT_BINARY_DIR}/globaldynConfigVersion.cmake
        DESTINATION ${globaldyn_config_dir})
install(DIRECTORY machines catalogues DESTINATION ${CMAKE_INSTALL_DATADIR}/globaldyn)
