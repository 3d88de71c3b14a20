// bench/peers_version.h - a version given as three numbers, as a constant text.
#ifndef DIGITRUN_BENCH_PEERS_VERSION_H
#define DIGITRUN_BENCH_PEERS_VERSION_H

namespace
{

template <unsigned Major, unsigned Minor, unsigned Patch> struct Version {
    char text[24] = {};
    constexpr Version()
    {
        const unsigned parts[] = {Major, Minor, Patch};
        unsigned at = 0;
        for (unsigned i = 0; i < 3; i++) {
            if (i) {
                text[at++] = '.';
            }
            if (parts[i] >= 10) {
                text[at++] = static_cast<char>('0' + parts[i] / 10 % 10);
            }
            text[at++] = static_cast<char>('0' + parts[i] % 10);
        }
    }
};

} // namespace

#endif
