# The rows of dispatch/isa.def for this architecture: each becomes one object, compiled with that
# row's flags alone, and with baseline flags before them so that the user's own never count.
include(CheckCSourceCompiles)
set(digitrun_architecture other)
foreach(architecture x86_64 aarch64)
    check_c_source_compiles("
        #ifndef __${architecture}__
        #error other
        #endif
        int main(void) { return 0; }" DIGITRUN_IS_${architecture})
    if(DIGITRUN_IS_${architecture})
        set(digitrun_architecture ${architecture})
    endif()
endforeach()

# These come after CMAKE_C_FLAGS and so undo what a user may have put there: -march=native, -mavx2,
# -flto, -ffast-math. -march alone does not take back an explicit -mavx2; -mno-sse3 does, with all
# that builds on it.
set(digitrun_baseline -fno-lto -ffp-contract=off
    -fno-fast-math -fno-unsafe-math-optimizations -fno-finite-math-only)
if(digitrun_architecture STREQUAL "x86_64")
    list(APPEND digitrun_baseline -march=x86-64 -mtune=generic
         -mno-sse3 -mno-bmi -mno-bmi2 -mno-lzcnt -mno-popcnt -mno-movbe)
elseif(digitrun_architecture STREQUAL "aarch64" AND NOT APPLE)
    list(APPEND digitrun_baseline -march=armv8-a)
endif()

# What every object of the library is compiled with.
function(digitrun_object_options target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
    target_include_directories(${target} PRIVATE
        ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
    target_include_directories(${target} SYSTEM PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:${digitrun_fast_float}>)
    # No C++ runtime: no exceptions, RTTI, guards of statics, or checks that call into libstdc++.
    # fast_float goes by a name of our own, lest the linker hand us the user's copy of it.
    target_compile_options(${target} PRIVATE ${digitrun_baseline}
        $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -fno-threadsafe-statics>
        $<$<COMPILE_LANGUAGE:CXX>:-U_GLIBCXX_ASSERTIONS -Dfast_float=digitrun_fast_float>
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
    digitrun_warnings(${target})
endfunction()

# One object of a row: rows/<part>.o.
macro(digitrun_add_row_object part name source)
    add_library(digitrun_row_${part} OBJECT ${source})
    digitrun_object_options(digitrun_row_${part})
    target_compile_options(digitrun_row_${part} PRIVATE ${ARGN})
    target_compile_definitions(digitrun_row_${part} PRIVATE
        DIGITRUN_ROW=${name} DIGITRUN_ROW_${name})
    list(APPEND digitrun_row_sources ${source})
    if(CMAKE_CONFIGURATION_TYPES)
        list(APPEND digitrun_row_objects $<TARGET_OBJECTS:digitrun_row_${part}>)
    else()
        set(object ${PROJECT_BINARY_DIR}/rows/${part}.o)
        add_custom_command(OUTPUT ${object} VERBATIM COMMAND_EXPAND_LISTS
            COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:digitrun_row_${part}> ${object}
            DEPENDS digitrun_row_${part} $<TARGET_OBJECTS:digitrun_row_${part}>)
        set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
        list(APPEND digitrun_row_objects ${object})
    endif()
endmacro()

# Whether Highway makes this row of kernels/highway.cc: DIGITRUN_HIGHWAY_MAKES_<row>.
include(CheckCXXSourceCompiles)
function(check_highway row)
    if(NOT digitrun_highway)
        return()
    endif()
    list(JOIN digitrun_baseline " " baseline)
    list(JOIN ARGN " " flags)
    set(CMAKE_REQUIRED_FLAGS "${baseline} ${flags} -std=c++17")
    set(CMAKE_REQUIRED_INCLUDES ${digitrun_highway})
    check_cxx_source_compiles("
        #define HWY_COMPILE_ONLY_STATIC
        #define HWY_DISABLE_PCLMUL_AES
        #include <hwy/highway.h>
        #if HWY_TARGET == HWY_SCALAR
        #error no vectors
        #endif
        int main() { return 0; }" DIGITRUN_HIGHWAY_MAKES_${row})
endfunction()

# DIGITRUN_EMULATE: these rows of the other architecture run here too, compiled with SIMDe; on
# x86-64 that of AVX-512 once more, with its intrinsics written out for AVX2.
set(digitrun_emulated_rows)
if(DIGITRUN_EMULATE AND digitrun_architecture STREQUAL "x86_64")
    set(emulated "^(neon_dotprod|neon|avx512_emulated)$")
    set(emulated_flags -mavx2 -mfma -mbmi -mbmi2 -mlzcnt -mpopcnt -Wno-psabi)
elseif(DIGITRUN_EMULATE AND digitrun_architecture STREQUAL "aarch64")
    set(emulated "^avx2$")
    set(emulated_flags)
else()
    set(emulated "^$")
endif()
if(NOT emulated STREQUAL "^$") # headers alone: those of the host serve a cross build too
    find_path(digitrun_simde simde/arm/neon.h)
    if(NOT digitrun_simde)
        message(FATAL_ERROR "digitrun: DIGITRUN_EMULATE needs SIMDe (Debian, Ubuntu: libsimde-dev)")
    endif()
endif()

# digitrun_row_objects: the objects. A copy by name hides from CMake that some were C++: it would
# link every user of the static library as C++.
set(digitrun_row_objects)
set(digitrun_row_sources)
file(READ dispatch/isa.def rows)
string(REGEX REPLACE "\n +-" " -" rows "${rows}")
string(REGEX MATCHALL "\nDIGITRUN_ISA\\([^\n]*" rows "${rows}")
list(TRANSFORM rows STRIP)
list(APPEND rows "DIGITRUN_ISA(avx512_emulated, emulated, kernels/avx512/kernel.c, CPU_AVX2, )")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS dispatch/isa.def)
set(columns "([a-z0-9_]+), ([a-z0-9_]+), ([a-z0-9_./]+), ([A-Z0-9_ |]+), ?(.*)")
foreach(row IN LISTS rows)
    if(NOT row MATCHES "^DIGITRUN_ISA\\(${columns}\\)$")
        message(FATAL_ERROR "dispatch/isa.def: cannot read the row ${row}")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(source ${CMAKE_MATCH_3})
    separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_5}")
    if(NOT CMAKE_MATCH_2 MATCHES "^(any|${digitrun_architecture})$")
        if(NOT name MATCHES "${emulated}")
            continue()
        endif()
        list(APPEND digitrun_emulated_rows "ROW(${name},EMULATED)")
        set(flags ${emulated_flags} -DDIGITRUN_EMULATED)
    endif()
    if(source STREQUAL kernels/highway.cc)
        check_highway(${name} ${flags})
        if(NOT DIGITRUN_HIGHWAY_MAKES_${name})
            message(WARNING "digitrun: the row ${name} is NOT built: Highway is missing, or has no "
                "vectors for this machine and compiler (Debian, Ubuntu: libhwy-dev)")
            continue()
        endif()
        set(digitrun_has_highway ON)
    endif()
    # A row in a folder of its own may have a second source there, which writes.
    get_filename_component(folder ${source} DIRECTORY)
    set(parts ${name})
    set(${name}_source ${source})
    if(NOT folder STREQUAL "kernels" AND EXISTS ${PROJECT_SOURCE_DIR}/${folder}/write.c)
        list(APPEND parts ${name}-write)
        set(${name}-write_source ${folder}/write.c)
    endif()
    foreach(part IN LISTS parts)
        digitrun_add_row_object(${part} ${name} ${${part}_source} ${flags})
        if(NOT "${digitrun_emulated_rows}" STREQUAL "" AND flags MATCHES "DIGITRUN_EMULATED")
            get_filename_component(simde_parent ${digitrun_simde} REALPATH)
            file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/simde)
            file(CREATE_LINK ${simde_parent}/simde ${PROJECT_BINARY_DIR}/simde/simde SYMBOLIC)
            target_include_directories(digitrun_row_${part} SYSTEM PRIVATE
                ${PROJECT_BINARY_DIR}/simde)
        endif()
    endforeach()
    if(source STREQUAL kernels/highway.cc)
        target_include_directories(digitrun_row_${name} SYSTEM PRIVATE ${digitrun_highway})
    endif()
endforeach()
