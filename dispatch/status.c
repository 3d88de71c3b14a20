/* dispatch/status.c - status values in words. */
#include "digitrun/digitrun.h"

const char *digitrun_status_text(digitrun_status status)
{
    switch (status) {
    case DIGITRUN_OK:
        return "ok";
    case DIGITRUN_FULL:
        return "no room for a further value";
    case DIGITRUN_ROWS_FULL:
        return "no room for a further row";
    case DIGITRUN_PARTIAL:
        return "the text may go on";
    case DIGITRUN_BAD_NUMBER:
        return "not a number";
    case DIGITRUN_NOT_NUMBER:
        return "not a number but another JSON value";
    case DIGITRUN_OUT_OF_RANGE:
        return "number out of range";
    case DIGITRUN_NOT_FINITE:
        return "not finite";
    case DIGITRUN_MISSING:
        return "missing value";
    case DIGITRUN_BAD_STRUCTURE:
        return "misplaced byte";
    case DIGITRUN_UNCLOSED:
        return "the text ends inside an array or quote";
    case DIGITRUN_TOO_DEEP:
        return "nested too deep";
    case DIGITRUN_MIXED:
        return "numbers and arrays side by side";
    case DIGITRUN_ROW_LENGTH:
        return "wrong number of values in the row";
    case DIGITRUN_BAD_ARGUMENT:
        return "bad argument";
    case DIGITRUN_BAD_SPEC:
        return "contradictory options";
    case DIGITRUN_NO_ISA:
        return "no such instruction set here";
    default:
        return "unknown status";
    }
}
