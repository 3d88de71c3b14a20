/* bench/run_java.c - the run `java`: the same texts read by a Java program in a process of its
 * own. */
#include "bench/session.h"

#include <stdio.h>

void bench_run_java(bench_session *session)
{
    (void)session;
    printf("\nSKIPPED java: not built\n");
}
