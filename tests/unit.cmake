# unit, rules, safety, corpora: Criterion tests against the public header; and the client programs.
find_package(Threads REQUIRED)
find_path(criterion_include criterion/criterion.h)
find_library(criterion_library criterion)

if(criterion_include AND criterion_library)
    foreach(kind unit rules safety corpora)
        file(GLOB sources CONFIGURE_DEPENDS ${kind}*.c)
        file(GLOB shared unit_check.c unit_compare.c unit_ways.c)
        list(REMOVE_ITEM sources ${shared})
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
        if(kind STREQUAL "corpora")
            add_test(NAME corpora_own COMMAND test_corpora --filter own/*)
            add_test(NAME corpora_public COMMAND test_corpora --filter public/*)
            set_tests_properties(corpora_own corpora_public PROPERTIES LABELS corpora TIMEOUT 600)
            set_tests_properties(corpora_public PROPERTIES
                SKIP_REGULAR_EXPRESSION "SKIPPED corpora")
        else()
            add_test(NAME ${kind} COMMAND test_${kind})
            set_tests_properties(${kind} PROPERTIES LABELS ${kind} TIMEOUT 600 ENVIRONMENT
                "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/leaks.supp")
        endif()
    endforeach()
else()
    message(WARNING "Criterion is missing (Debian, Ubuntu: libcriterion-dev): "
        "the tests unit, rules, safety and corpora are NOT built")
endif()

# The client programs, as C99 and as C++, each with its output checked to the letter.
file(GLOB clients CONFIGURE_DEPENDS clients/*.c)
foreach(source IN LISTS clients)
    get_filename_component(name ${source} NAME_WE)
    if(name STREQUAL "8_write" AND NOT EXISTS ${PROJECT_SOURCE_DIR}/dispatch/write.c)
        continue()
    endif()
    file(GLOB expected clients/${name}.txt clients/${name}.regex)
    set(cxx ${CMAKE_CURRENT_BINARY_DIR}/clients/${name}.cc)
    file(CONFIGURE OUTPUT ${cxx} CONTENT "#include \"${source}\"\n")
    add_executable(client_${name} ${source})
    set_target_properties(client_${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
    add_executable(client_${name}_cxx ${cxx})
    set_target_properties(client_${name}_cxx PROPERTIES CXX_STANDARD 11 CXX_EXTENSIONS OFF)
    foreach(client client_${name} client_${name}_cxx)
        target_compile_definitions(${client} PRIVATE _POSIX_C_SOURCE=200809L)
        target_link_libraries(${client} PRIVATE digitrun::digitrun Threads::Threads m)
        digitrun_warnings(${client})
        target_compile_options(${client} PRIVATE # a struct zeroed by = {0}
            $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>)
        add_test(NAME ${client} COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${client}>
            -DEXPECTED=${expected} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/clients/${client}.work
            -P ${CMAKE_CURRENT_SOURCE_DIR}/clients/check.cmake)
        set_tests_properties(${client} PROPERTIES LABELS clients)
    endforeach()
endforeach()
