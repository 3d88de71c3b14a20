/* tests/unit_skip.c - skip_row: the rest of a bad row is passed over, in every kind and cut. */
#include "tests/unit_check.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

typedef struct skip_case {
    digitrun_format_spec spec;
    const char *text;
    const char *plain; /* what is read: values, | for a row end, ! and the status for an error */
    const char *whole_rows; /* the same with WHOLE_ROWS; NULL: the same */
} skip_case;

static const skip_case cases[] = {
    {TABLE_SPEC, "1,2\n3,x,5\n6,7\n", "1 2 | 3 !BAD_NUMBER 6 7 |", "1 2 | !BAD_NUMBER 6 7 |"},
    {TABLE_SPEC, "x\r\n1\r\n", "!BAD_NUMBER 1 |", NULL},
    {TABLE_SPEC, "x,y,z\n1\n", "!BAD_NUMBER 1 |", NULL},
    {TABLE_SPEC, "1,\n2\n", "1 !MISSING 2 |", "!MISSING 2 |"},
    {TABLE_SPEC, "1\nx", "1 | !BAD_NUMBER", NULL},
    {LIST_SPEC, "1 x 2\n3 4\n1e999\n5", "1 !BAD_NUMBER 3 4 | !OUT_OF_RANGE 5 |",
     "!BAD_NUMBER 3 4 | !OUT_OF_RANGE 5 |"},
    {NDJSON_SPEC, "[1,2]\n[3,x,4]\n[[5],[6]]\n", "1 2 | 3 !BAD_NUMBER 5 | 6 |",
     "1 2 | !BAD_NUMBER 5 | 6 |"},
    {NDJSON_SPEC, "[1,[2]]\n{\"a\":1} x\n[3]\n", "1 !MIXED !NOT_NUMBER 3 |",
     "!MIXED !NOT_NUMBER 3 |"},
    {NDJSON_SPEC, "[1,\n[2]\n", "1 !BAD_STRUCTURE 2 |", "!BAD_STRUCTURE 2 |"},
    {NDJSON_SPEC, "[1,\"\001\"]\n[2]\n", "1 !BAD_STRUCTURE 2 |", "!BAD_STRUCTURE 2 |"},
    {NDJSON_SPEC, "[\"a\n[2]\n", "!BAD_STRUCTURE 2 |", NULL},
    {NDJSON_SPEC, "{\"a\001\": 1}\n\"\\x\"\n[2]\n", "!BAD_STRUCTURE !BAD_STRUCTURE 2 |", NULL},
    {JSON_SPEC, "[[1,\"\001]\"],[2]]", "1 !BAD_STRUCTURE 2 |", "!BAD_STRUCTURE 2 |"},
    {JSON_SPEC, "[[1,x,2],[3,4]]", "1 !BAD_NUMBER 3 4 |", "!BAD_NUMBER 3 4 |"},
    {JSON_SPEC, "[[1,\"]\",[2]],[3]]", "1 !NOT_NUMBER 3 |", "!NOT_NUMBER 3 |"},
    {JSON_SPEC, "[[1,x,[[2]],\"\\\"]\",{\"]\":1}],[3]]", "1 !BAD_NUMBER 3 |", "!BAD_NUMBER 3 |"},
    {JSON_SPEC, "[1,x]", "1 !BAD_NUMBER", "!BAD_NUMBER"},
    {JSON_SPEC, "[[1],[2,,3],[4]]", "1 | 2 !BAD_STRUCTURE 4 |", "1 | !BAD_STRUCTURE 4 |"},
    {JSON_SPEC, "x [1]", "!BAD_NUMBER", NULL},
    {JSON_SPEC, "[1]x[2]", "1 | !BAD_STRUCTURE", NULL},
    {SPEC(.kind = DIGITRUN_TABLE, .columns = 2), "1,2\n3\n4,5,6\n7,8\n",
     "1 2 | 3 !ROW_LENGTH 4 5 !ROW_LENGTH 7 8 |", "1 2 | !ROW_LENGTH !ROW_LENGTH 7 8 |"},
    {SPEC(.kind = DIGITRUN_JSON, .columns = 2), "[[1,2],[3],[4,5,6],[7,8]]",
     "1 2 | 3 !ROW_LENGTH 4 5 !ROW_LENGTH 7 8 |", "1 2 | !ROW_LENGTH !ROW_LENGTH 7 8 |"},
    {SPEC(.kind = DIGITRUN_NDJSON, .columns = 2), "[1,2]\n[3]\n[4,5,6]\n[7,8]\n",
     "1 2 | 3 !ROW_LENGTH 4 5 !ROW_LENGTH 7 8 |", "1 2 | !ROW_LENGTH !ROW_LENGTH 7 8 |"},
    {SPEC(.kind = DIGITRUN_TABLE, .quote = '"'), "x,\"a\nb\",1\n2\n", "!BAD_NUMBER 2 |", NULL},
    {SPEC(.kind = DIGITRUN_JSON, .columns = 4), "[[[]],[],[1,2,3,4]]",
     "!ROW_LENGTH !ROW_LENGTH 1 2 3 4 |", NULL},
    {SPEC(.kind = DIGITRUN_JSON, .columns = 2), "[[[\"\"]],[],[1,2]]",
     "!NOT_NUMBER !ROW_LENGTH 1 2 |", NULL},
    {SPEC(.kind = DIGITRUN_JSON, .columns = 2), "[[[,]],[0,1,1],[2,3]]",
     "!BAD_STRUCTURE 0 1 !ROW_LENGTH 2 3 |", "!BAD_STRUCTURE !ROW_LENGTH 2 3 |"},
    {SPEC(.kind = DIGITRUN_NDJSON, .columns = 1), "[[[1]],[1,1]]\n[4]\n", "1 | 1 !ROW_LENGTH 4 |",
     "1 | !ROW_LENGTH 4 |"},
    {SPEC(.kind = DIGITRUN_TABLE, .blank_lines = DIGITRUN_REFUSE), "\r\n1\r\n\r\n2\r\n",
     "!BAD_STRUCTURE 1 | !BAD_STRUCTURE 2 |", NULL},
    {SPEC(.kind = DIGITRUN_TABLE, .comments = "#"), "x\n#y\n1\n", "!BAD_NUMBER 1 |", NULL},
};

static const skip_case *now;

/* Reads all, skipping each bad row, `step` bytes and `room` values and rows a call; says
 * what came. */
static void read_skipping(size_t step, unsigned flags, size_t room, char *said)
{
    digitrun_format format;
    digitrun_reader reader;
    size_t len = strlen(now->text), at = 0, end = step < len ? step : len, calls = 0;
    make_format(&format, &now->spec, now->text);
    digitrun_reader_init(&reader, &format);
    for (;;) {
        double values[16];
        size_t ends[16], base = (size_t)reader.values, value = 0;
        digitrun_shape shape = {.size = sizeof shape, .row_ends = ends, .row_capacity = room};
        bool last = end == len;
        digitrun_result r = digitrun_read_f64(&reader, at_edge(now->text + at, end - at), end - at,
                                              flags | (last ? 0 : DIGITRUN_MORE), values, 16,
                                              &shape);
        for (size_t i = 0; i <= r.rows; i++) {
            size_t stop = i < r.rows ? ends[i] - base : r.count;
            while (value < stop)
                said += sprintf(said, "%g ", values[value++]);
            said += sprintf(said, i < r.rows ? "| " : "");
        }
        at += r.offset;
        if (r.status >= DIGITRUN_BAD_NUMBER) {
            said += sprintf(said, "!%s ", status_name(r.status));
            digitrun_reader_skip_row(&reader);
        } else if (r.status == DIGITRUN_FULL || r.status == DIGITRUN_ROWS_FULL) {
            continue;
        } else if (last) {
            break;
        } else {
            end = len - end > step ? end + step : len;
        }
        cr_assert(++calls < 200, "'%s' makes no progress", now->text);
    }
    said[-1] = 0;
}

static void check_skips(const char *row)
{
    size_t len = strlen(now->text);
    for (int whole = 0; whole < 2; whole++) {
        const char *want = whole && now->whole_rows ? now->whole_rows : now->plain;
        for (size_t i = 0; i < 3 * len; i++) {
            char said[512] = "";
            size_t step = 1 + i / 3, room = whole ? 16 - 4 * (i % 3) : (size_t[]){16, 1, 2}[i % 3];
            read_skipping(step, whole ? DIGITRUN_WHOLE_ROWS : 0, room, said);
            if (strcmp(said, want) != 0)
                cr_assert_fail("'%s' (%s) by %zu, room %zu%s: got '%s', want '%s'",
                               shown(now->text, len), row, step, room, whole ? ", whole rows" : "",
                               said, want);
        }
    }
}

Test(unit_skip, every_kind_and_cut)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        now = &cases[i];
        each_row(check_skips);
    }
}

/* Without an error to skip the call changes nothing. */
Test(unit_skip, nothing_to_skip)
{
    double values[4];
    digitrun_reader reader;
    digitrun_reader_init(&reader, digitrun_format_json());
    digitrun_reader_skip_row(&reader);
    digitrun_result r = digitrun_read_f64(&reader, "[1,2", 4, DIGITRUN_MORE, values, 4, NULL);
    digitrun_reader_skip_row(&reader);
    r = digitrun_read_f64(&reader, "2,3]", 4, 0, values, 4, NULL);
    cr_expect(r.status == DIGITRUN_OK && r.count == 2 && values[1] == 3);
}
