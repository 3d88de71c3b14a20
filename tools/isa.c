/* tools/isa.c - digitrun isa: the rows of this build, which can run here, and which does. */
#include "tools/commands.h"

#include <stdio.h>
#include <string.h>

static void print_json_text(const char *text)
{
    putchar('"');
    for (; *text != 0; text++) {
        unsigned code = (unsigned char)*text;
        if (code < 0x20 || code >= 0x7f) {
            printf("\\u%04x", code);
        } else {
            printf(code == '"' || code == '\\' ? "\\%c" : "%c", *text);
        }
    }
    putchar('"');
}

static void print_json_member(const char *name, const char *text)
{
    print_json_text(name);
    putchar(':');
    print_json_text(text);
    putchar(',');
}

static void print_json(const char *cpu, const char *selected, bool obeyed)
{
    const char *name;
    putchar('{');
    print_json_member("version", digitrun_version());
    print_json_member("cpu", cpu);
    print_json_member("selected", selected);
    printf("\"environment_obeyed\":%s,\"rows\":[", obeyed ? "true" : "false");
    for (size_t i = 0; (name = digitrun_isa_name(i)) != NULL; i++) {
        fputs(i > 0 ? ",{" : "{", stdout);
        print_json_member("name", name);
        print_json_member("why", digitrun_isa_why(name));
        printf("\"usable\":%s,\"selected\":%s}", digitrun_isa_usable(name) ? "true" : "false",
               strcmp(name, selected) == 0 ? "true" : "false");
    }
    puts("]}");
}

static void print_text(const char *cpu, const char *selected)
{
    const char *name;
    printf("CPU       %s\nselected  %s\n", cpu, selected);
    for (size_t i = 0; (name = digitrun_isa_name(i)) != NULL; i++) {
        printf("row       %-14s%s\n", name, digitrun_isa_why(name));
    }
}

int command_isa(options *opts)
{
    char cpu[1024];
    const char *selected = digitrun_isa_selected();
    digitrun_cpu_text(cpu, sizeof cpu);
    if (opts->json) {
        print_json(cpu, selected, digitrun_isa_environment() == DIGITRUN_OK);
    } else {
        print_text(cpu, selected);
    }
    return 0;
}
