# The writer: byte for byte against std::to_chars and printf, the public corpora, every room and
# every place to go on, and the proof of its mathematics. DIGITRUN_TEST_SEED and DIGITRUN_TEST_SCALE
# are obeyed.
function(add_writer_program name)
    add_executable(${name} ${ARGN} writer_values.c text_gen.c guard.c)
    set_target_properties(${name} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE digitrun::digitrun m)
    digitrun_warnings(${name})
endfunction()

function(add_writer_test name)
    add_writer_program(${name} ${ARGN})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS writer TIMEOUT 1200
        ENVIRONMENT "DIGITRUN_TEST_DATA=${DIGITRUN_TEST_DATA}")
endfunction()

add_writer_test(writer_shortest writer_shortest.cc)
add_writer_test(writer_rounded writer_rounded.c)
add_writer_test(writer_room writer_room.c)
add_writer_test(writer_modes writer_modes.c)
add_writer_test(writer_corpora writer_corpora.c)
set_tests_properties(writer_corpora PROPERTIES SKIP_RETURN_CODE 77)

find_program(digitrun_python python3)
mark_as_advanced(digitrun_python)
if(digitrun_python)
    add_test(NAME writer_proof
        COMMAND ${digitrun_python} ${PROJECT_SOURCE_DIR}/kernels/proof/writer.py)
    add_test(NAME writer_tables COMMAND sh -c
        "${digitrun_python} kernels/pow10.py | cmp - kernels/pow10.c &&
            ${digitrun_python} kernels/avx2/write_tables.py | cmp - kernels/avx2/write_tables.h &&
            ${digitrun_python} kernels/neon/write_tables.py | cmp - kernels/neon/write_tables.h")
    add_writer_program(writer_repr writer_repr.c)
    add_test(NAME writer_repr COMMAND ${digitrun_python}
        ${PROJECT_SOURCE_DIR}/tests/writer_repr.py ${CMAKE_CROSSCOMPILING_EMULATOR}
        $<TARGET_FILE:writer_repr>)
    set_tests_properties(writer_proof writer_tables writer_repr PROPERTIES LABELS writer TIMEOUT 600
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} ENVIRONMENT PYTHONDONTWRITEBYTECODE=1)
else()
    message(WARNING "python3 is missing: the tests writer_proof, writer_tables and "
        "writer_repr are NOT run")
endif()

# Half an hour each: every float, and 10^8 doubles. The preset `long` runs them.
option(DIGITRUN_LONG_TESTS "Add the tests that take half an hour" OFF)
if(DIGITRUN_LONG_TESTS)
    add_writer_test(writer_long writer_long.cc)
    find_package(double-conversion CONFIG QUIET)
    if(TARGET double-conversion::double-conversion)
        target_link_libraries(writer_long PRIVATE double-conversion::double-conversion)
        target_compile_definitions(writer_long PRIVATE HAVE_DOUBLE_CONVERSION)
    endif()
    set_tests_properties(writer_long PROPERTIES LABELS long TIMEOUT 20000)
endif()
