# digitrun_static and digitrun_shared, both from the same objects. digitrun::digitrun is the one to
# link: static, or shared where BUILD_SHARED_LIBS is on.
include(cmake/sources.cmake)
if(digitrun_emulated_rows)
    list(APPEND digitrun_sources dispatch/emulated.c)
    list(JOIN digitrun_emulated_rows " " emulated_list)
    set_source_files_properties(dispatch/isa.c PROPERTIES
        COMPILE_DEFINITIONS "DIGITRUN_EMULATE;DIGITRUN_EMULATED_ROWS=${emulated_list}")
endif()
add_library(digitrun_objects OBJECT ${digitrun_sources})
digitrun_object_options(digitrun_objects)
if(digitrun_has_highway)
    target_compile_definitions(digitrun_objects PRIVATE DIGITRUN_HIGHWAY)
endif()

add_library(digitrun_static STATIC $<TARGET_OBJECTS:digitrun_objects> ${digitrun_row_objects})
add_library(digitrun_shared SHARED $<TARGET_OBJECTS:digitrun_objects> ${digitrun_row_objects})
target_compile_definitions(digitrun_static INTERFACE DIGITRUN_STATIC)
# A user's -ffast-math would make gcc link in code that sets flush-to-zero when the library loads.
target_link_options(digitrun_shared PRIVATE -fno-lto -fno-fast-math -fno-unsafe-math-optimizations)
foreach(target digitrun_static digitrun_shared)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME digitrun LINKER_LANGUAGE C
        INTERPROCEDURAL_OPTIMIZATION OFF
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    add_library(digitrun::${target} ALIAS ${target})
endforeach()
if(BUILD_SHARED_LIBS)
    add_library(digitrun::digitrun ALIAS digitrun_shared)
else()
    add_library(digitrun::digitrun ALIAS digitrun_static)
endif()
