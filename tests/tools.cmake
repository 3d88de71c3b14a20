# The program digitrun, run by shell scripts: one test a script of tests/tools/.
if(NOT TARGET digitrun-program OR CMAKE_CROSSCOMPILING)
    return()
endif()
set(folder ${CMAKE_CURRENT_LIST_DIR}/tools)
add_executable(file_bits ${folder}/file_bits.c)
set_target_properties(file_bits PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
digitrun_warnings(file_bits)

foreach(script usage formats errors parts output text vectors forgive documents jobs reports isa
        progress postgres real)
    set(place ${CMAKE_CURRENT_BINARY_DIR}/tools/${script})
    file(MAKE_DIRECTORY ${place})
    add_test(NAME tools_${script} WORKING_DIRECTORY ${place}
        COMMAND sh ${folder}/${script}.sh $<TARGET_FILE:digitrun-program> $<TARGET_FILE:file_bits>)
    set_tests_properties(tools_${script} PROPERTIES LABELS tools SKIP_RETURN_CODE 77 TIMEOUT 300
        ENVIRONMENT "DIGITRUN_TEST_DATA=${DIGITRUN_TEST_DATA};CMAKE_COMMAND=${CMAKE_COMMAND}")
endforeach()
