/* tools/commands.h - what the program does. Each returns the exit code. */
#ifndef DIGITRUN_TOOLS_COMMANDS_H
#define DIGITRUN_TOOLS_COMMANDS_H

#include "tools/options.h"

int command_convert(options *opts);
int command_check(options *opts);
int command_isa(options *opts);

#endif
