# unit, rules, safety, corpora: Criterion tests against the public header; and the client programs.
find_package(Threads REQUIRED)
find_path(criterion_include criterion/criterion.h)
find_library(criterion_library criterion)

if(criterion_include AND criterion_library)
    foreach(kind unit rules safety corpora)
        file(GLOB sources CONFIGURE_DEPENDS ${kind}*.c)
        set(shared unit_check.c unit_ways.c)
        list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/unit_check.c
             ${CMAKE_CURRENT_SOURCE_DIR}/unit_ways.c)
        if(NOT sources)
            continue()
        endif()
        if(kind STREQUAL "rules") # the pairs of options are checked against the model of conform
            file(GLOB model CONFIGURE_DEPENDS model*.c)
            list(APPEND shared ${model})
        endif()
        add_executable(test_${kind} ${sources} ${shared})
        set_target_properties(test_${kind} PROPERTIES
            C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
        target_compile_definitions(test_${kind} PRIVATE _GNU_SOURCE
            DIGITRUN_OWN_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data"
            DIGITRUN_TEST_DATA="${DIGITRUN_TEST_DATA}")
        target_include_directories(test_${kind} PRIVATE ${PROJECT_SOURCE_DIR})
        target_include_directories(test_${kind} SYSTEM PRIVATE ${criterion_include})
        target_link_libraries(test_${kind} PRIVATE
            digitrun::digitrun ${criterion_library} Threads::Threads m)
        digitrun_warnings(test_${kind})
        add_test(NAME ${kind} COMMAND test_${kind})
        set_tests_properties(${kind} PROPERTIES LABELS ${kind} TIMEOUT 600)
    endforeach()
else()
    message(WARNING "Criterion is missing (Debian, Ubuntu: libcriterion-dev): "
        "the tests unit, rules, safety and corpora are NOT built")
endif()
