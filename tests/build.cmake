# How the library is built, laid out and installed.
add_test(NAME include_rules COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/include_rules.cmake)
add_test(NAME style COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/style.sh)
add_test(NAME clang_format COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/style.sh clang-format)
set_tests_properties(include_rules style clang_format PROPERTIES LABELS style SKIP_RETURN_CODE 77)

set(header ${PROJECT_SOURCE_DIR}/include/digitrun/digitrun.h)
set(strict -pedantic -Wall -Wextra -Werror -fsyntax-only)
add_test(NAME header_c99 COMMAND ${CMAKE_C_COMPILER} -std=c99 ${strict} -x c ${header})
add_test(NAME header_cxx11 COMMAND ${CMAKE_CXX_COMPILER} -std=c++11 ${strict} -x c++ ${header})

# What follows reads ELF files and builds the project anew; sanitizers change both.
if(APPLE OR "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize")
    return()
endif()

find_program(DIGITRUN_READELF NAMES readelf llvm-readelf)
set(tools -DAR=${CMAKE_AR} -DNM=${CMAKE_NM} -DOBJDUMP=${CMAKE_OBJDUMP}
    -DREADELF=${DIGITRUN_READELF})
add_test(NAME symbols COMMAND ${CMAKE_COMMAND} ${tools} -DROOT=${PROJECT_SOURCE_DIR}
    -DSHARED=$<TARGET_FILE:digitrun_shared> -DSTATIC=$<TARGET_FILE:digitrun_static>
    -P ${CMAKE_CURRENT_SOURCE_DIR}/symbols.cmake)
set(compilers -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
add_test(NAME baseline COMMAND ${CMAKE_COMMAND} ${tools} ${compilers} -DROOT=${PROJECT_SOURCE_DIR}
    -DWORK=${CMAKE_CURRENT_BINARY_DIR}/baseline -P ${CMAKE_CURRENT_SOURCE_DIR}/baseline.cmake)
add_test(NAME install COMMAND ${CMAKE_COMMAND} ${tools} ${compilers} -DROOT=${PROJECT_SOURCE_DIR}
    -DBUILD=${PROJECT_BINARY_DIR} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/install
    -P ${CMAKE_CURRENT_SOURCE_DIR}/install/run.cmake)
set_tests_properties(symbols baseline install PROPERTIES TIMEOUT 600)
