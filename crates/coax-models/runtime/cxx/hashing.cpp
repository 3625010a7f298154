// Hash functions and bucket counts of the unordered containers.
//
// The order in which an unordered container is iterated follows from the hash values
// and from the sequence of bucket counts, so both must equal those of libstdc++ for a
// program to print the same thing.

#include "runtime.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <unordered_map>

namespace std {

// ---- hashing bytes ----------------------------------------------------------------------

namespace {

constexpr uint64_t murmur_multiplier = 0xc6a4a7935bd1e995;

uint64_t murmur_mix(uint64_t x) { return x ^ (x >> 47); }

} // namespace

// MurmurHash64A, by its published definition.
size_t _Hash_bytes(const void *data, size_t length, size_t seed) {
    const unsigned char *next = static_cast<const unsigned char *>(data);
    uint64_t hash = seed ^ (length * murmur_multiplier);
    for (size_t left = length / 8; left > 0; --left, next += 8) {
        uint64_t word;
        memcpy(&word, next, sizeof word);
        hash ^= murmur_mix(word * murmur_multiplier) * murmur_multiplier;
        hash *= murmur_multiplier;
    }
    if (size_t rest = length % 8) {
        uint64_t word = 0;
        memcpy(&word, next, rest);
        hash = (hash ^ word) * murmur_multiplier;
    }
    return murmur_mix(murmur_mix(hash) * murmur_multiplier);
}

// FNV-1a.
size_t _Fnv_hash_bytes(const void *data, size_t length, size_t hash) {
    const unsigned char *next = static_cast<const unsigned char *>(data);
    for (; length > 0; --length)
        hash = (hash ^ *next++) * 1099511628211UL;
    return hash;
}

// Both zeros hash alike. A long double has padding bytes, so it is hashed through its
// value: the 64 bits of the mantissa plus a multiple of the exponent.
size_t hash<long double>::operator()(long double value) const noexcept {
    if (value == 0.0L)
        return 0;
    int exponent;
    long double mantissa = frexpl(value, &exponent);
    if (mantissa < 0)
        mantissa = -(mantissa + 0.5L);
    const long double two_to_64 = 18446744073709551616.0L;
    const size_t exponent_step = SIZE_MAX / numeric_limits<long double>::max_exponent;
    return static_cast<size_t>(mantissa * two_to_64) + exponent_step * exponent;
}

// ---- bucket counts ----------------------------------------------------------------------

namespace __detail {
namespace {

// The bucket counts in use, as the unordered containers report them: the first primes,
// thinned out to steps of about 8 %.
// clang-format off
constexpr size_t bucket_counts[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    97, 103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293,
    313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031,
    1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209,
    3469, 3739, 4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273,
    11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411,
    30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779,
    85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409,
    218971, 236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881,
    520241, 562841, 608903, 658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821,
    1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653,
    2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729,
    5967347, 6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689,
    13109983, 14183539, 15345007, 16601593, 17961079, 19431899, 21023161, 22744717, 24607243,
    26622317, 28802401, 31160981, 33712729, 36473443, 39460231, 42691603, 46187573, 49969847,
    54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069, 101473717,
    109783337, 118773397, 128499677, 139022417, 150406843, 162723577, 176048909, 190465427,
    206062531, 222936881, 241193053, 260944219, 282312799, 305431229, 330442829, 357502601,
    386778277, 418451333, 452718089, 489790921, 529899637, 573292817, 620239453, 671030513,
    725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217, 1259520799,
    1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507, 2185171673UL,
    2364114217UL, 2557710269UL, 2767159799UL, 2993761039UL, 3238918481UL, 3504151727UL,
    3791104843UL, 4101556399UL, 4294967291UL, 6442450933UL, 8589934583UL, 12884901857UL,
    17179869143UL, 25769803693UL, 34359738337UL, 51539607367UL, 68719476731UL, 103079215087UL,
    137438953447UL, 206158430123UL, 274877906899UL, 412316860387UL, 549755813881UL,
    824633720731UL, 1099511627689UL, 1649267441579UL, 2199023255531UL, 3298534883309UL,
    4398046511093UL, 6597069766607UL, 8796093022151UL, 13194139533241UL, 17592186044399UL,
    26388279066581UL, 35184372088777UL, 52776558133177UL, 70368744177643UL, 105553116266399UL,
    140737488355213UL, 211106232532861UL, 281474976710597UL, 562949953421231UL,
    1125899906842597UL, 2251799813685119UL, 4503599627370449UL, 9007199254740881UL,
    18014398509481951UL, 36028797018963913UL, 72057594037927931UL, 144115188075855859UL,
    288230376151711717UL, 576460752303423433UL, 1152921504606846883UL, 2305843009213693951UL,
    4611686018427387847UL, 9223372036854775783UL, 18446744073709551557UL,
};
// clang-format on

} // namespace

// The smallest bucket count that is at least `wanted`; also notes how many elements fit
// before the table has to grow again.
size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
    // A container without elements uses one bucket inside itself.
    if (wanted == 0)
        return 1;
    const size_t *last = end(bucket_counts) - 1;
    const size_t *count = lower_bound(begin(bucket_counts), last, wanted);
    if (count == last)
        _M_next_resize = SIZE_MAX;
    else
        _M_next_resize = static_cast<size_t>(floor(*count * double(_M_max_load_factor)));
    return *count;
}

// Must a table of `buckets` grow to take `added` elements beside its `elements`?
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t added) const {
    size_t total = elements + added;
    if (total <= _M_next_resize)
        return {false, 0};
    // The first real table has room for 11 elements at least.
    if (_M_next_resize == 0)
        total = max<size_t>(total, 11);
    double needed = total / double(_M_max_load_factor);
    if (needed >= buckets) {
        size_t enough = static_cast<size_t>(floor(needed)) + 1;
        return {true, _M_next_bkt(max(enough, buckets * _S_growth_factor))};
    }
    _M_next_resize = static_cast<size_t>(floor(buckets * double(_M_max_load_factor)));
    return {false, 0};
}

} // namespace __detail
} // namespace std
