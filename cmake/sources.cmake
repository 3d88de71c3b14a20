# The baseline sources of the library: all that is no row of dispatch/isa.def.
file(GLOB digitrun_sources RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    dispatch/*.c kernels/*.c)
list(REMOVE_ITEM digitrun_sources ${digitrun_row_sources})
