# Fuzz targets. In a build with -DDIGITRUN_FUZZERS=ON (clang; preset fuzz) they are programs of
# libFuzzer; in every other the stored inputs of tests/fuzz and some random ones are replayed.
option(DIGITRUN_FUZZERS "Build the fuzz targets with libFuzzer (clang)" OFF)

# add_fuzzer(<name> <api or -> <sources...>)
add_custom_target(fuzz_targets)
function(add_fuzzer name api)
    add_executable(fuzz_${name} ${ARGN} fuzz/fuzz.c ${proof_parts})
    set_target_properties(fuzz_${name} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(fuzz_${name} PRIVATE digitrun::digitrun m)
    if(NOT api STREQUAL "-")
        target_compile_definitions(fuzz_${name} PRIVATE FUZZ_API=${api})
    endif()
    digitrun_warnings(fuzz_${name})
    add_dependencies(fuzz_targets fuzz_${name})
    if(DIGITRUN_FUZZERS)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        return()
    endif()
    target_sources(fuzz_${name} PRIVATE fuzz/replay.c)
    file(GLOB stored CONFIGURE_DEPENDS fuzz/${name}.hex)
    set(random 100000)
    if(name STREQUAL "documents") # files are slower than memory
        set(random 5000)
    endif()
    add_test(NAME fuzz_${name} COMMAND fuzz_${name} ${stored} --random ${random})
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 600)
endfunction()

if(DIGITRUN_FUZZERS AND NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "DIGITRUN_FUZZERS needs clang")
endif()
if(DIGITRUN_FUZZERS AND TARGET digitrun_row_avx512)
    # It runs by name alone, and clang takes half an hour for it with all checks.
    target_compile_options(digitrun_row_avx512 PRIVATE -fno-sanitize=all)
endif()
add_fuzzer(parse CALL_PARSE fuzz/read.c)
add_fuzzer(rows CALL_PARSE_ROWS fuzz/read.c)
add_fuzzer(reader CALL_READ fuzz/read.c)
add_fuzzer(prefix CALL_PREFIX fuzz/read.c)
add_fuzzer(count CALL_COUNT fuzz/read.c)
add_fuzzer(cuts - fuzz/cuts.c cuts_feed.c cuts_compare.c)
add_fuzzer(write - fuzz/write.c)

# The program as a library, its main by another name.
if(TARGET digitrun-program AND NOT CMAKE_CROSSCOMPILING)
    find_package(simdjson QUIET) # the imported target is known in its own folder only
    get_target_property(parts digitrun-program SOURCES)
    list(TRANSFORM parts PREPEND ${PROJECT_SOURCE_DIR}/tools/)
    add_library(program_parts STATIC ${parts})
    set_target_properties(program_parts PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF CXX_STANDARD 17)
    target_include_directories(program_parts PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_definitions(program_parts PRIVATE main=digitrun_program
        $<TARGET_PROPERTY:digitrun-program,COMPILE_DEFINITIONS>)
    target_link_libraries(program_parts PUBLIC
        $<TARGET_PROPERTY:digitrun-program,LINK_LIBRARIES>)
    add_fuzzer(documents - fuzz/documents.c)
    target_link_libraries(fuzz_documents PRIVATE program_parts)
    target_compile_definitions(fuzz_documents PRIVATE _GNU_SOURCE)
endif()
