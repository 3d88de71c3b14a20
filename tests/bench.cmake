# The program digitrun-bench, run by shell scripts: one test a script of tests/bench/. Nothing here
# asks how fast anything is.
if(NOT TARGET digitrun-bench)
    return()
endif()
set(folder ${CMAKE_CURRENT_LIST_DIR}/bench)
foreach(program validate check_set)
    add_executable(bench_${program} ${folder}/${program}.c)
    set_target_properties(bench_${program} PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)
    digitrun_warnings(bench_${program})
endforeach()

# The same program over a library that is wrong in one small way.
set(broken "")
if(NOT APPLE AND NOT CMAKE_CROSSCOMPILING)
    bench_add_program(bench_broken ${folder}/broken.c)
    foreach(call parse_f64 parse_rows_f64 count write_f64)
        target_link_options(bench_broken PRIVATE -Wl,--wrap=digitrun_${call})
    endforeach()
    set(broken $<TARGET_FILE:bench_broken>)
endif()

set(sanitized "")
if(CMAKE_C_FLAGS MATCHES "-fsanitize=")
    set(sanitized yes)
endif()
foreach(script schema picture wrong usage floors texts sets emulated java)
    set(place ${CMAKE_CURRENT_BINARY_DIR}/bench/${script})
    file(MAKE_DIRECTORY ${place})
    add_test(NAME bench_${script} WORKING_DIRECTORY ${place} COMMAND sh ${folder}/${script}.sh)
    set(environment BENCH=$<TARGET_FILE:digitrun-bench> VALIDATE=$<TARGET_FILE:bench_validate>
        CHECK_SET=$<TARGET_FILE:bench_check_set> BROKEN_BENCH=${broken}
        SOURCE=${PROJECT_SOURCE_DIR} EMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}
        SANITIZED=${sanitized})
    set_tests_properties(bench_${script} PROPERTIES LABELS bench SKIP_RETURN_CODE 77 TIMEOUT 600
        ENVIRONMENT "${environment}")
endforeach()
