# conform, cuts and oracle: plain C, exit code, public header only, so that they run under valgrind
# and qemu too. DIGITRUN_TEST_SEED and DIGITRUN_TEST_SCALE in the environment are obeyed.
file(GLOB proof_parts CONFIGURE_DEPENDS text_gen*.c model*.c guard.c conform_*.c)
find_path(digitrun_gmp_include gmp.h)
mark_as_advanced(digitrun_gmp_include)
include(CheckLibraryExists)
check_library_exists(gmp __gmpz_init "" DIGITRUN_GMP_LINKS) # with this build's flags: -m32, cross

# add_proof(<name> <library> <sources...>)
function(add_proof name library)
    add_executable(${name} ${ARGN} ${proof_parts})
    set_target_properties(${name} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ${library} m)
    digitrun_warnings(${name})
endfunction()

add_proof(conform digitrun::digitrun conform.c)
add_proof(cuts digitrun::digitrun cuts.c cuts_feed.c)
add_proof(oracle digitrun::digitrun oracle.c oracle_corpus.c oracle_exact.c)
if(DIGITRUN_GMP_LINKS AND digitrun_gmp_include)
    target_compile_definitions(oracle PRIVATE DIGITRUN_HAVE_GMP)
    target_include_directories(oracle PRIVATE ${digitrun_gmp_include})
    target_link_libraries(oracle PRIVATE gmp)
else()
    message(STATUS "digitrun: no GMP (libgmp-dev): oracle asks strtod only")
endif()

# What a sanitizer slows down runs on fewer texts.
set(proof_scale)
if(CMAKE_C_FLAGS MATCHES "-fsanitize" OR CMAKE_CROSSCOMPILING)
    set(proof_scale --scale 0.15)
endif()
foreach(proof conform cuts oracle)
    add_test(NAME ${proof} COMMAND ${proof} ${proof_scale})
    set_tests_properties(${proof} PROPERTIES TIMEOUT 1200 LABELS proof
        ENVIRONMENT "DIGITRUN_TEST_DATA=${DIGITRUN_TEST_DATA}")
endforeach()

# A library broken on purpose, by one of tests/mutations in the source of a row, must fail.
set(DIGITRUN_BREAK row-end-one-off CACHE STRING "The mutation that the broken library has")
set(mutate sh ${CMAKE_CURRENT_SOURCE_DIR}/mutations/apply.sh)
execute_process(COMMAND ${mutate} file ${DIGITRUN_BREAK}
    OUTPUT_VARIABLE broken_file OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(broken_extension "${broken_file}" LAST_EXT)
set(broken_copy ${CMAKE_CURRENT_BINARY_DIR}/broken_row${broken_extension})
file(GLOB mutation_tables CONFIGURE_DEPENDS mutations/*)
add_custom_command(OUTPUT ${broken_copy} VERBATIM
    COMMAND ${mutate} print ${DIGITRUN_BREAK} ${PROJECT_SOURCE_DIR} > ${broken_copy}
    DEPENDS ${PROJECT_SOURCE_DIR}/${broken_file} ${mutation_tables})
set(broken_objects $<TARGET_OBJECTS:digitrun_objects>)
get_property(rows DIRECTORY ${PROJECT_SOURCE_DIR} PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER rows INCLUDE REGEX "^digitrun_row_")
foreach(row IN LISTS rows)
    get_target_property(source ${row} SOURCES)
    if(source STREQUAL broken_file)
        add_library(digitrun_broken OBJECT ${broken_copy})
        foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES CXX_STANDARD)
            get_target_property(value ${row} ${property})
            set_target_properties(digitrun_broken PROPERTIES ${property} "${value}")
        endforeach()
        list(APPEND broken_objects $<TARGET_OBJECTS:digitrun_broken>)
    else()
        list(APPEND broken_objects $<TARGET_OBJECTS:${row}>)
    endif()
endforeach()
if(NOT TARGET digitrun_broken)
    message(FATAL_ERROR "DIGITRUN_BREAK: ${DIGITRUN_BREAK} is no mutation of a row's source")
endif()
add_executable(conform_broken conform.c ${proof_parts} ${broken_objects})
set_target_properties(conform_broken PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
target_compile_definitions(conform_broken PRIVATE DIGITRUN_STATIC)
target_include_directories(conform_broken PRIVATE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(conform_broken PRIVATE m)
add_test(NAME conform_notices_a_broken_library COMMAND conform_broken --part big --failures 1)
set_tests_properties(conform_notices_a_broken_library PROPERTIES
    PASS_REGULAR_EXPRESSION "row_ends\\[[0-9]+\\]: scalar.*FAILED" LABELS proof TIMEOUT 600)
