# How every object of digitrun-bench is compiled: C++ without exceptions and RTTI, -O3 but in a
# Debug build.
set(bench_cxx_flags -fno-exceptions -fno-rtti)
function(bench_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O3>
        "$<$<COMPILE_LANGUAGE:CXX>:${bench_cxx_flags}>")
    digitrun_warnings(${target})
endfunction()
