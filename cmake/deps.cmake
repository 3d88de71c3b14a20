# fast_float: headers only, needed to build the library, not to use it.
find_package(FastFloat CONFIG QUIET)
if(TARGET FastFloat::fast_float)
    get_target_property(digitrun_fast_float FastFloat::fast_float INTERFACE_INCLUDE_DIRECTORIES)
else()
    find_path(digitrun_fast_float fast_float/fast_float.h)
endif()
if(NOT digitrun_fast_float)
    message(FATAL_ERROR "digitrun: fast_float is missing (Debian, Ubuntu: libfast-float-dev)")
endif()

# Highway: headers only, for the rows of kernels/highway.cc; without it they are left out.
find_path(digitrun_highway hwy/highway.h)
mark_as_advanced(digitrun_highway)
