// Every integer width: limits, sizes, and the value after converting edge values to each width.
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static const int64_t edges[] = {0, 1, -1, 2, -2, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769,
                                65535, 65536, INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1, UINT32_MAX,
                                (int64_t)UINT32_MAX + 1, INT64_MAX, INT64_MIN, 0x0123456789abcdef};

static void convert(int64_t v) {
    printf("%" PRId64 ": i8=%d u8=%u i16=%d u16=%u i32=%d u32=%u u64=%" PRIu64 " bool=%d\n", v, (int8_t)v,
           (uint8_t)v, (int16_t)v, (uint16_t)v, (int32_t)v, (uint32_t)v, (uint64_t)v, (_Bool)v);
}

static void limits(void) {
    printf("%d %d %u\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long),
           sizeof(_Bool));
}

int main(void) {
    limits();
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
        convert(edges[i]);
    uint8_t small = 200;
    small += 100; /* promoted, added, truncated */
    int16_t s = 30000;
    s = (int16_t)(s + 10000);
    printf("%u %d\n", small, s);
    int8_t acc = 0;
    for (int i = 0; i < 1000; i++)
        acc = (int8_t)(acc + i);
    printf("%d\n", acc);
    return 0;
}
