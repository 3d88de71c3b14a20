# What `cmake --install` lays down: both libraries, the header, licences, a config package and a
# .pc file. All of it may be moved afterwards.
if(NOT DIGITRUN_INSTALL)
    return()
endif()
include(CMakePackageConfigHelpers)

# The program finds the shared library beside itself (targets made from here on).
file(RELATIVE_PATH digitrun_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
if(APPLE)
    set(CMAKE_INSTALL_RPATH @loader_path/${digitrun_bin_to_lib})
else()
    set(CMAKE_INSTALL_RPATH $ORIGIN/${digitrun_bin_to_lib})
endif()

install(TARGETS digitrun_static digitrun_shared EXPORT digitrun)
install(DIRECTORY include/digitrun TYPE INCLUDE FILES_MATCHING PATTERN *.h)
install(FILES LICENSE TYPE DOC)
install(DIRECTORY cmake/licenses TYPE DOC)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/digitrun)
install(EXPORT digitrun NAMESPACE digitrun:: FILE digitrunTargets.cmake DESTINATION ${package})
configure_package_config_file(cmake/digitrunConfig.cmake.in digitrunConfig.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(digitrunConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/digitrunConfig.cmake
    ${PROJECT_BINARY_DIR}/digitrunConfigVersion.cmake DESTINATION ${package})

# The way from the .pc file up to the prefix, so that the tree may be moved.
file(RELATIVE_PATH digitrun_pc_to_prefix
    ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" digitrun_pc_to_prefix ${digitrun_pc_to_prefix})
file(RELATIVE_PATH digitrun_pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH digitrun_pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/digitrun.pc.in digitrun.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/digitrun.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
