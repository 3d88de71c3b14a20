# The peers of digitrun-bench: Debian's packages where they are installed, newer ones by a cache
# path. bench_add_peer(name SOURCES ... LIBRARIES ... INCLUDES ... DEFINITIONS ...) adds one;
# bench_add_absent(text) names one that is missing.
set(bench_peers "")
set(bench_absent "")

foreach(newer FAST_FLOAT SIMDJSON YYJSON ZMIJ)
    set(DIGITRUN_BENCH_${newer}_DIR "" CACHE PATH "A checkout of a newer ${newer} to compare with")
endforeach()

function(bench_add_peer name)
    cmake_parse_arguments(PEER "" "" "SOURCES;LIBRARIES;INCLUDES;DEFINITIONS" ${ARGN})
    add_library(bench_peer_${name} OBJECT ${PEER_SOURCES})
    target_include_directories(bench_peer_${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_include_directories(bench_peer_${name} SYSTEM PRIVATE ${PEER_INCLUDES})
    target_link_libraries(bench_peer_${name} PUBLIC ${PEER_LIBRARIES})
    target_compile_definitions(bench_peer_${name} PRIVATE ${PEER_DEFINITIONS})
    bench_flags(bench_peer_${name})
    set(bench_peers ${bench_peers} ${name} PARENT_SCOPE)
endfunction()

macro(bench_add_absent text)
    list(APPEND bench_absent "${text}")
endmacro()

# The system's headers are not the target's where we cross-compile.
if(NOT CMAKE_CROSSCOMPILING)
    find_package(double-conversion CONFIG QUIET)
    find_package(absl CONFIG QUIET)
    find_package(RapidJSON CONFIG QUIET)
    find_package(fmt CONFIG QUIET)
    if(NOT DIGITRUN_BENCH_SIMDJSON_DIR)
        find_package(simdjson CONFIG QUIET)
    endif()
endif()

bench_add_peer(std SOURCES peers_std.cc)
bench_add_peer(strtod SOURCES peers_strtod.c)

if(TARGET double-conversion::double-conversion)
    bench_add_peer(double_conversion SOURCES peers_double_conversion.cc
        LIBRARIES double-conversion::double-conversion
        DEFINITIONS BENCH_VERSION="${double-conversion_VERSION}")
else()
    bench_add_absent("double-conversion (libdouble-conversion-dev)")
endif()

if(TARGET absl::strings)
    bench_add_peer(abseil SOURCES peers_abseil.cc LIBRARIES absl::strings
        DEFINITIONS BENCH_VERSION="${absl_VERSION}")
else()
    bench_add_absent("Abseil (libabsl-dev)")
endif()

if(DIGITRUN_BENCH_SIMDJSON_DIR) # a checkout, or the folder of the two amalgamated files
    set(folder ${DIGITRUN_BENCH_SIMDJSON_DIR})
    find_file(bench_simdjson_source simdjson.cpp PATHS ${folder} ${folder}/src
        NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    set_source_files_properties(${bench_simdjson_source} PROPERTIES COMPILE_OPTIONS -w)
    bench_add_peer(simdjson SOURCES peers_simdjson.cc ${bench_simdjson_source}
        INCLUDES ${folder} ${folder}/include ${folder}/src)
elseif(TARGET simdjson::simdjson)
    bench_add_peer(simdjson SOURCES peers_simdjson.cc LIBRARIES simdjson::simdjson)
else()
    bench_add_absent("simdjson (libsimdjson-dev)")
endif()

# simdjson chooses its code when it is compiled: for a plain x86-64 that would be its slowest.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=native DIGITRUN_BENCH_MARCH_NATIVE)
if(TARGET bench_peer_simdjson AND DIGITRUN_BENCH_MARCH_NATIVE AND NOT CMAKE_CROSSCOMPILING)
    target_compile_options(bench_peer_simdjson PRIVATE -march=native)
endif()

if(RapidJSON_FOUND)
    bench_add_peer(rapidjson SOURCES peers_rapidjson.cc
        INCLUDES ${RapidJSON_INCLUDE_DIR} ${RAPIDJSON_INCLUDE_DIRS})
else()
    bench_add_absent("RapidJSON (rapidjson-dev)")
endif()

if(TARGET fmt::fmt-header-only)
    bench_add_peer(fmt SOURCES peers_fmt.cc LIBRARIES fmt::fmt-header-only)
else()
    bench_add_absent("{fmt} (libfmt-dev)")
endif()

if(DIGITRUN_BENCH_FAST_FLOAT_DIR)
    bench_add_peer(newer_fast_float SOURCES peers_newer_fast_float.cc
        INCLUDES ${DIGITRUN_BENCH_FAST_FLOAT_DIR}/include)
endif()
if(DIGITRUN_BENCH_YYJSON_DIR)
    bench_add_peer(yyjson SOURCES peers_yyjson.c INCLUDES ${DIGITRUN_BENCH_YYJSON_DIR}/src)
endif()
if(DIGITRUN_BENCH_ZMIJ_DIR)
    bench_add_peer(zmij SOURCES peers_zmij.cc INCLUDES ${DIGITRUN_BENCH_ZMIJ_DIR})
endif()
