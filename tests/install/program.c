/* A stranger's program, C99 and C++11: reads a few numbers and looks at them. */
#include <digitrun/digitrun.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const char text[] = "[1, 2.5, -3e2]";
    double values[4];
    digitrun_result result = digitrun_parse_f64(text, sizeof text - 1, digitrun_format_json(),
                                                values, 4);
    if (result.status != DIGITRUN_OK || result.count != 3 || values[0] != 1 || values[1] != 2.5 ||
        values[2] != -300) {
        printf("read wrongly: %s\n", digitrun_status_text(result.status));
        return 1;
    }
    if (strcmp(digitrun_version(), DIGITRUN_VERSION) != 0) {
        printf("library %s, header %s\n", digitrun_version(), DIGITRUN_VERSION);
        return 1;
    }
    return 0;
}
