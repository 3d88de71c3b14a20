// The same program as C++.
#include "tests/install/program.c"
