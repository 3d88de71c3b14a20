# Shared by the tests that look into objects: fail, run, unpack, is_isa_row. Given: ROOT, AR.
cmake_minimum_required(VERSION 3.21)

function(fail)
    message(FATAL_ERROR "${ARGN}")
endfunction()

# run(<variable for the output> command...): fails if the command does.
function(run variable)
    execute_process(COMMAND ${ARGN}
        OUTPUT_VARIABLE output ERROR_VARIABLE error RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        fail("${ARGN}\n${output}\n${error}")
    endif()
    set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# objects: the objects in a static library, each under the name of its source or row.
function(unpack archive)
    set(folder ${archive}.objects)
    file(REMOVE_RECURSE ${folder})
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND ${AR} x ${archive}
        WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB found ${folder}/*)
    set(objects ${found} PARENT_SCOPE)
endfunction()

# Whether a row of isa.def that is for one architecture has this name, or its second object, that
# writes, <row>-write; <variable>_flags: its flags.
function(is_isa_row name variable)
    string(REGEX REPLACE "-write$" "" name "${name}")
    file(READ ${ROOT}/dispatch/isa.def rows)
    string(REGEX REPLACE "\n +-" " -" rows "${rows}")
    string(REGEX MATCH "\nDIGITRUN_ISA\\(${name}, [^\n]*" row "${rows}")
    set(${variable} OFF PARENT_SCOPE)
    if(row AND NOT row MATCHES ", any, ")
        set(${variable} ON PARENT_SCOPE)
        string(REGEX REPLACE ".*,([^,]*)\\)$" "\\1" flags "${row}")
        set(${variable}_flags "${flags}" PARENT_SCOPE)
    endif()
endfunction()
