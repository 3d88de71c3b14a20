/* tools/faults.c - what was wrong in a text and was forgiven: how often, and the first places. */
#include "tools/faults.h"
#include "tools/report.h"

#include <stdio.h>
#include <string.h>

void faults_note(faults *all, const fault *one, const char *token, size_t token_len)
{
    if (all->count < FAULT_PLACES) {
        fault *place = &all->places[all->count];
        *place = *one;
        place->token_len = token_len;
        memcpy(place->token, token, token_len < FAULT_TOKEN ? token_len : FAULT_TOKEN);
    }
    all->count++;
}

static size_t places_of(const faults *all)
{
    return all->count < FAULT_PLACES ? (size_t)all->count : FAULT_PLACES;
}

void faults_merge(faults *all, faults *others)
{
    faults both = {.count = all->count + others->count};
    size_t one = 0, other = 0;
    for (size_t i = 0; i < FAULT_PLACES && i < both.count; i++) {
        bool take_one = other == places_of(others) ||
                        (one < places_of(all) &&
                         all->places[one].offset < others->places[other].offset);
        both.places[i] = take_one ? all->places[one++] : others->places[other++];
    }
    *all = both;
    others->count = 0;
}

void faults_take(faults *all, faults *part, const input *in, uint64_t rows_before)
{
    for (size_t i = 0; i < part->count && i < FAULT_PLACES && all->count + i < FAULT_PLACES; i++) {
        fault *place = &all->places[all->count + i];
        *place = part->places[i];
        place->row += place->row > 0 ? rows_before : 0;
        place->place = input_locate(in, place->offset);
    }
    all->count += part->count;
    part->count = 0;
}

void faults_report(const faults *all, const char *name, bool rows, uint64_t of)
{
    if (all->count == 0) {
        return;
    }
    (void)report_bad(rows ? "%s: %llu of %llu rows left out, as something in them is wrong:"
                          : "%s: %llu of %llu values are NaN, as they could not be read:",
                     name, (unsigned long long)all->count, (unsigned long long)of);
    for (size_t i = 0; i < all->count && i < FAULT_PLACES; i++) {
        report_bad_place(name, &all->places[i]);
    }
    if (all->count > FAULT_PLACES) {
        fprintf(stderr, "  and %llu more\n", (unsigned long long)(all->count - FAULT_PLACES));
    }
}
