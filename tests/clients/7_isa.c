/* tests/clients/7_isa.c - the rows listed and forced in turn, as a benchmark does. */
#include "digitrun/digitrun.h"

#include <stdio.h>

int main(void)
{
    char cpu[512];
    const char *name;
    digitrun_cpu_text(cpu, sizeof cpu);
    if (digitrun_isa_environment() != DIGITRUN_OK) {
        fprintf(stderr, "DIGITRUN_ISA names a row that cannot run here\n");
        return 2;
    }
    printf("%s, digitrun %s, selected %s\n", cpu, digitrun_version(), digitrun_isa_selected());
    for (size_t i = 0; (name = digitrun_isa_name(i)) != NULL; i++) {
        if (digitrun_isa_force(name) != DIGITRUN_OK) {
            printf("%-12s skipped: %s\n", name, digitrun_isa_why(name));
            continue;
        }
        printf("%-12s reads json with %s\n", name, digitrun_format_isa(digitrun_format_json()));
    }
    return digitrun_isa_force(NULL) == DIGITRUN_OK ? 0 : 1;
}
