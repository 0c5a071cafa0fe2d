# Debian packages, by `cpack` in a build folder: the program with its machines; the library for
# developers; the Python package, if it is built. tools/deb makes and tries them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME globaldyn)
set(CPACK_PACKAGE_VERSION ${GLOBALDYN_VERSION})
set(CPACK_PACKAGE_VENDOR "The globaldyn authors")
set(CPACK_PACKAGE_CONTACT "The globaldyn authors <globaldyn@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL program development)
if(GLOBALDYN_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What programs link is found out; what they start or are built with is not.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME globaldyn)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot, fonts-dejavu-core")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Global dynamics of machines: the program\n How fast can this machine really move along that path, with these drives, anywhere\n in its workspace, and which design is best?")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libglobaldyn-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "g++, libeigen3-dev, libboost-dev, libboost-graph-dev, libyaml-cpp-dev, nlohmann-json3-dev, libfmt-dev, libtbb-dev, libfcl-dev, libhdf5-dev, libsundials-dev, libnlopt-dev, libnlopt-cxx-dev, libsqlite3-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Global dynamics of machines: the C++ library\n For find_package(globaldyn) of CMake.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-globaldyn)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3-numpy")
# As pip's extras: with them all, 381 MB would be fetched instead of some 80.
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-matplotlib, python3-scipy")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "Global dynamics of machines: the Python package\n Machines, regions, plans, studies, with NumPy.")
include(CPack)
