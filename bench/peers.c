/* bench/peers.c - the table of the peers and references that this build has, as CMakeLists.txt
 * found them. */
#include "bench/peers.h"

#define PEER(name) extern const bench_peer bench_peer_##name;
BENCH_PEERS
#undef PEER

#define PEER(name) &bench_peer_##name,
const bench_peer *const bench_peers[] = {BENCH_PEERS 0};
#undef PEER
const size_t bench_peer_count = sizeof bench_peers / sizeof *bench_peers - 1;
const char bench_peers_absent[] = BENCH_ABSENT;

#define REFERENCE(name) extern const bench_reference bench_reference_##name[2];
BENCH_REFERENCES
#undef REFERENCE

#define REFERENCE(name) &bench_reference_##name[0], &bench_reference_##name[1],
const bench_reference *const bench_references[] = {BENCH_REFERENCES 0};
#undef REFERENCE
const size_t bench_reference_count = sizeof bench_references / sizeof *bench_references - 1;
const char bench_reference_version[] = BENCH_FAST_FLOAT_VERSION;
