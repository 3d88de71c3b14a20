# conform, cuts and oracle: plain C, exit code, public header only. They share a small library.
file(GLOB conform_shared CONFIGURE_DEPENDS text_gen*.c model*.c guard.c conform_*.c)
function(digitrun_proof name library)
    add_executable(${name} ${ARGN} ${conform_shared})
    set_target_properties(${name} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ${library} m)
    digitrun_warnings(${name})
endfunction()

digitrun_proof(conform digitrun::digitrun conform.c)
add_test(NAME conform COMMAND conform)
