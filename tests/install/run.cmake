# A stranger's program builds and runs with an installed digitrun that was moved afterwards, by
# find_package and pkg-config, and with the sources by add_subdirectory. In C it needs no C++.
# Given: ROOT, BUILD (of digitrun), WORK, CMAKE_C_COMPILER, CMAKE_CXX_COMPILER, READELF, AR.
include(${CMAKE_CURRENT_LIST_DIR}/../objects.cmake)

file(REMOVE_RECURSE ${WORK})
run(ignored ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)
set(prefix ${WORK}/moved)
foreach(file share/doc/digitrun/LICENSE share/doc/digitrun/licenses/fast_float.txt
        share/doc/digitrun/licenses/highway.txt include/digitrun/digitrun.h)
    if(NOT EXISTS ${prefix}/${file})
        fail("not installed: ${file}")
    endif()
endforeach()
file(GLOB_RECURSE installed ${prefix}/*.cmake ${prefix}/*.pc)
foreach(file IN LISTS installed)
    file(READ ${file} text)
    string(FIND "${text}" "${WORK}" at)
    if(NOT at EQUAL -1 OR text MATCHES "${ROOT}/")
        fail("${file} holds a path of this machine")
    endif()
endforeach()

function(no_cxx_runtime program)
    run(dynamic ${READELF} -d ${program})
    if(dynamic MATCHES "libstdc\\+\\+|libc\\+\\+")
        fail("${program} needs a C++ runtime")
    endif()
endfunction()

# build_stranger(name -D...): by CMake; runs program_c, and program_cxx with -DCXX=ON.
function(build_stranger name)
    set(build ${WORK}/${name})
    run(ignored ${CMAKE_COMMAND} -S ${ROOT}/tests/install -B ${build} -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}
        -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} ${ARGN})
    run(ignored ${CMAKE_COMMAND} --build ${build} --parallel 2)
    run(ignored ${build}/program_c)
    no_cxx_runtime(${build}/program_c)
    if("-DCXX=ON" IN_LIST ARGN)
        run(ignored ${build}/program_cxx)
    endif()
endfunction()

build_stranger(package_c_static -DFROM=find_package)
build_stranger(package_cxx_static -DFROM=find_package -DCXX=ON)
build_stranger(package_cxx_shared -DFROM=find_package -DCXX=ON -DBUILD_SHARED_LIBS=ON)
build_stranger(subdirectory -DFROM=${ROOT} -DCXX=ON)

find_program(pkg_config NAMES pkg-config pkgconf)
if(NOT pkg_config)
    fail("pkg-config is missing")
endif()
file(GLOB_RECURSE pc ${prefix}/*/digitrun.pc)
get_filename_component(folder ${pc} DIRECTORY)
get_filename_component(libraries ${folder} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})
run(flags ${pkg_config} --cflags --libs digitrun)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(ENV{LD_LIBRARY_PATH} ${libraries})
run(ignored ${CMAKE_C_COMPILER} -std=c99 -pedantic -Wall -Werror ${ROOT}/tests/install/program.c
    -o ${WORK}/pkg_c ${flags})
run(ignored ${CMAKE_CXX_COMPILER} -std=c++11 -pedantic -Wall -Werror -I${ROOT}
    ${ROOT}/tests/install/program.cc -o ${WORK}/pkg_cxx ${flags})
run(ignored ${WORK}/pkg_c)
run(ignored ${WORK}/pkg_cxx)
no_cxx_runtime(${WORK}/pkg_c)
file(REMOVE_RECURSE ${WORK}/subdirectory)
