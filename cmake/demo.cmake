# The program of `quickstart demo`; built only when asked for.
if(NOT DIGITRUN_TOOLS)
    return()
endif()
add_executable(digitrun-demo EXCLUDE_FROM_ALL cmake/demo.c)
set_target_properties(digitrun-demo PROPERTIES OUTPUT_NAME demo
    C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_link_libraries(digitrun-demo PRIVATE digitrun::digitrun)
digitrun_warnings(digitrun-demo)
