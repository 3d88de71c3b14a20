/* tools/documents.h - the numbers under keys of JSON documents; C face of documents.cc. */
#ifndef DIGITRUN_TOOLS_DOCUMENTS_H
#define DIGITRUN_TOOLS_DOCUMENTS_H

#include "tools/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether this program was built with what reads documents. */
bool documents_are_known(void);

/* Makes p->view: the values under opts->keys where they stand, blanks elsewhere, and a line end
 * between two. A bad document is the last one read: p->problem, p->bad. Returns false where there
 * is no memory. */
bool documents_view(part *p);

#ifdef __cplusplus
}
#endif
#endif
