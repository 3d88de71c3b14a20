/* tools/documents_none.c - the program without simdjson: there is no --key. */
#include "tools/documents.h"

bool documents_are_known(void)
{
    return false;
}

bool documents_view(part *p)
{
    p->problem = "documents cannot be read by this program";
    p->bad = 0;
    return false;
}
