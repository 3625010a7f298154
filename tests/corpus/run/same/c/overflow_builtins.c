// Checked arithmetic builtins and bit-counting builtins.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static const int edge[] = {0, 1, -1, 2, 46341, -46341, INT_MAX, INT_MIN, INT_MAX / 2 + 1};

int main(void) {
    for (unsigned i = 0; i < sizeof edge / sizeof *edge; i++)
        for (unsigned j = 0; j < sizeof edge / sizeof *edge; j++) {
            int add, sub, mul;
            int a = __builtin_add_overflow(edge[i], edge[j], &add);
            int s = __builtin_sub_overflow(edge[i], edge[j], &sub);
            int m = __builtin_mul_overflow(edge[i], edge[j], &mul);
            if (a | s | m)
                printf("%d %d: %d %d %d | %d %d %d\n", edge[i], edge[j], a, s, m, add, sub, mul);
        }
    uint8_t narrow;
    printf("%d", __builtin_add_overflow(200, 100, &narrow));
    printf(" %u\n", narrow);
    unsigned long big;
    printf("%d", __builtin_mul_overflow(ULONG_MAX, 2ul, &big));
    printf(" %lu\n", big);
    long long r;
    printf("%d", __builtin_sub_overflow(LLONG_MIN, 1ll, &r));
    printf(" %lld\n", r);
    uint32_t mixed;
    printf("%d", __builtin_add_overflow(-5, 3u, &mixed));
    printf(" %u\n", mixed);
    for (unsigned x = 1; x; x <<= 3)
        printf("%d %d %d %d\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x * 5), __builtin_parity(x * 7));
    for (uint64_t x = 1; x; x <<= 11)
        printf("%d %d %d %d\n", __builtin_clzll(x), __builtin_ctzll(x), __builtin_popcountll(~x), __builtin_ffsll((long long)x));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_clrsb(-1), __builtin_clrsb(255));
    printf("%x %x %lx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678), __builtin_bswap64(0x123456789abcdef0));
    printf("%x %x\n", __builtin_bitreverse32(0x80000001u), __builtin_bitreverse8(0x13));
    printf("%x %x\n", __builtin_rotateleft32(0xf0000001u, 4), __builtin_rotateright32(0xf0000001u, 8));
    printf("%d %ld\n", __builtin_expect(3 > 2, 1) ? 1 : 0, __builtin_expect(7, 8));
    unsigned carry;
    unsigned low = __builtin_addc(UINT_MAX, 1u, 0u, &carry);
    printf("%u %u\n", low, carry);
    return 0;
}
