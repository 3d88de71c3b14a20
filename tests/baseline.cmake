# Whatever instruction set the user's flags name, baseline objects stay baseline, and a row uses the
# registers of its own flags only. Builds the library with such flags and disassembles it.
# Given: ROOT, WORK, CMAKE_C_COMPILER, CMAKE_CXX_COMPILER, AR, NM, OBJDUMP.
include(${CMAKE_CURRENT_LIST_DIR}/objects.cmake)

run(macros ${CMAKE_C_COMPILER} -dM -E -x c /dev/null)
if(NOT macros MATCHES "__x86_64__")
    message(STATUS "SKIPPED baseline: only x86-64 is looked at")
    return()
endif()

# Beyond SSE2: VEX and EVEX forms, wide registers, and what came with SSE3 to BMI2. (tzcnt is also
# what `rep bsf` disassembles to, and is no proof.)
set(later "[ \t](v[a-z0-9]+ +[^\n]*%[xyz]mm|[a-z0-9]+ +[^\n]*%[yz]mm|[a-z0-9]+ +[^\n]*%k[1-7]"
    "|pdep|pext|bzhi|andn|blsr|blsi|bextr|shlx|shrx|sarx|mulx|rorx|popcnt|lzcnt|movbe|crc32"
    "|pshufb|palignr|pmaddubsw|phadd|ptest|pmulld|pinsr[bdq]|pextr[bdq]|round[sp][sd]|pcmpestr"
    "|lddqu)[^a-z]")
string(CONCAT later ${later})

function(check_build name flags)
    set(build ${WORK}/${name})
    run(ignored ${CMAKE_COMMAND} -S ${ROOT} -B ${build} -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
        -DDIGITRUN_TESTS=OFF -DDIGITRUN_BENCH=OFF -DDIGITRUN_TOOLS=OFF
        "-DCMAKE_C_FLAGS=${flags}" "-DCMAKE_CXX_FLAGS=${flags}"
        -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON)
    run(ignored ${CMAKE_COMMAND} --build ${build} --parallel 2)
    unpack(${build}/libdigitrun.a)
    foreach(object IN LISTS objects)
        get_filename_component(row ${object} NAME_WE)
        run(code ${OBJDUMP} -d --no-show-raw-insn ${object})
        is_isa_row(${row} is_row)
        set(forbidden "${later}")
        if(is_row AND is_row_flags MATCHES "avx512")
            set(forbidden "^$")
        elseif(is_row AND is_row_flags MATCHES "avx2")
            set(forbidden "%zmm|%k[1-7]")
        elseif(is_row)
            set(forbidden "%[yz]mm|%k[1-7]")
        endif()
        run(sections ${OBJDUMP} -h ${object})
        if(sections MATCHES "\\.gnu\\.lto_")
            fail("${name}: ${row} holds code for the linker to compile")
        endif()
        if(code MATCHES "${forbidden}")
            fail("${name}: ${row} holds ${CMAKE_MATCH_0}")
        endif()
    endforeach()
    run(symbols ${NM} ${build}/libdigitrun.so)
    if(symbols MATCHES "set_fast_math")
        fail("${name}: loading the library would set flush-to-zero")
    endif()
endfunction()

check_build(native "-march=native -flto")
check_build(server "-march=icelake-server -mavx2 -mfma -mbmi2 -mlzcnt -mpopcnt -Ofast -ffast-math")
