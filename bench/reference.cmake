# The reference (reference.cc), built by this compiler and, where there is one, by another: a
# library built by clang is measured against fast_float by gcc too, and the faster counts.
option(DIGITRUN_BENCH_SECOND_COMPILER "Build the reference by a second compiler too" ON)
set(bench_fast_float_version "${FastFloat_VERSION}")
if(NOT bench_fast_float_version)
    set(bench_fast_float_version "unknown")
endif()

add_library(bench_reference OBJECT reference.cc)
bench_flags(bench_reference)
target_include_directories(bench_reference PRIVATE ${PROJECT_SOURCE_DIR})
target_include_directories(bench_reference SYSTEM PRIVATE ${digitrun_fast_float})
# A namespace of its own for each object, or the linker would let one compiler's code serve both.
target_compile_definitions(bench_reference PRIVATE
    BENCH_REFERENCE=bench_reference_first fast_float=bench_first_fast_float)
set(bench_references "REFERENCE(first)")

set(bench_second_reference "")
if(DIGITRUN_BENCH_SECOND_COMPILER AND NOT CMAKE_CROSSCOMPILING AND NOT APPLE)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        find_program(DIGITRUN_BENCH_SECOND_CXX NAMES clang++-20 clang++-19 clang++-18 clang++-17
            clang++-16 clang++)
    else()
        find_program(DIGITRUN_BENCH_SECOND_CXX NAMES g++ g++-14 g++-13 g++-12)
    endif()
endif()
if(DIGITRUN_BENCH_SECOND_COMPILER AND DIGITRUN_BENCH_SECOND_CXX)
    set(include "")
    if(NOT digitrun_fast_float STREQUAL "/usr/include") # would come before the compiler's own
        set(include -isystem ${digitrun_fast_float})
    endif()
    set(bench_second_reference ${CMAKE_CURRENT_BINARY_DIR}/reference_second.o)
    add_custom_command(OUTPUT ${bench_second_reference} VERBATIM
        COMMAND ${DIGITRUN_BENCH_SECOND_CXX} -std=c++17 -O3 ${bench_cxx_flags}
            -I ${PROJECT_SOURCE_DIR} ${include} -DBENCH_REFERENCE=bench_reference_second
            -Dfast_float=bench_second_fast_float
            -c ${CMAKE_CURRENT_SOURCE_DIR}/reference.cc -o ${bench_second_reference}
        DEPENDS reference.cc peers.h)
    add_custom_target(bench_second_reference DEPENDS ${bench_second_reference})
    set_source_files_properties(${bench_second_reference} PROPERTIES
        EXTERNAL_OBJECT ON GENERATED ON)
    string(APPEND bench_references " REFERENCE(second)")
endif()
