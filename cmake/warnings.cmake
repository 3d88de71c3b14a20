# Warnings of our own targets. They are errors in CI only (DIGITRUN_WERROR).
function(digitrun_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wundef -Wvla
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>
        $<$<BOOL:${DIGITRUN_WERROR}>:-Werror>)
endfunction()
