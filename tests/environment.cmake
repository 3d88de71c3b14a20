# Strange surroundings: fast-math programs, two copies of the library, texts beyond 4 GB.
add_executable(environment_fast_math environment_fast_math.c)
set(fast_math -O3 -ffast-math -fassociative-math -ffp-contract=fast)
target_compile_options(environment_fast_math PRIVATE ${fast_math})
target_link_options(environment_fast_math PRIVATE ${fast_math})
add_executable(environment_large environment_large.c)
set(environment_programs environment_fast_math environment_large)
if(NOT CMAKE_C_FLAGS MATCHES "-fsanitize") # two copies of a sanitizer's runtime are one
    add_library(environment_copy MODULE environment_copy.c)
    add_executable(environment_two_copies environment_two_copies.c)
    target_link_libraries(environment_two_copies PRIVATE ${CMAKE_DL_LIBS})
    list(APPEND environment_programs environment_copy environment_two_copies)
endif()
foreach(program IN LISTS environment_programs)
    set_target_properties(${program} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_link_libraries(${program} PRIVATE digitrun::digitrun)
    digitrun_warnings(${program})
endforeach()
add_test(NAME environment_fast_math COMMAND environment_fast_math)
add_test(NAME environment_large COMMAND environment_large)
set(environment_tests environment_fast_math environment_large)
if(TARGET environment_two_copies)
    add_test(NAME environment_two_copies
        COMMAND environment_two_copies $<TARGET_FILE:environment_copy>)
    list(APPEND environment_tests environment_two_copies)
endif()
set_tests_properties(${environment_tests} PROPERTIES LABELS safety TIMEOUT 600
    SKIP_RETURN_CODE 77)
