// bench/peers_zmij.cc - the zmij of DIGITRUN_BENCH_ZMIJ_DIR.
#include <zmij.cc>

#include "bench/peers.h"

namespace
{

template <typename T> size_t write(const T *values, size_t count, char *text)
{
    char *out = text;
    for (size_t i = 0; i < count; i++) {
        out = zmij::write(out, 40, values[i]);
        *out++ = ',';
    }
    return static_cast<size_t>(out - text) - (count > 0);
}

} // namespace

extern "C" {
extern const bench_peer bench_peer_zmij;
const bench_peer bench_peer_zmij = {"zmij",        "checkout",   0,      nullptr, nullptr,
                                    write<double>, write<float>, nullptr};
}
