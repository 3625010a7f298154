// Arithmetic on the two float types Rust does not have: x87 `long double` and `__float128`.
//
// Values cross the border by pointer, because Rust cannot pass them by value. Each function is one
// C operation, so its result is what a native program computes, out-of-range conversions included.

#include <float.h>
#include <stdint.h>

_Static_assert(LDBL_MANT_DIG == 64, "long double must be the x87 80-bit format");
_Static_assert(sizeof(long double) == 16 && sizeof(__float128) == 16, "wide floats fill 16 bytes");

long double fmodl(long double, long double);
__float128 fmodf128(__float128, __float128);

// The relation of two floats as the Rust side reads it.
enum { LESS = -1, EQUAL = 0, GREATER = 1, UNORDERED = 2 };

#define DEFINE(P, T, FMOD)                                                                  \
    void coax_##P##_add(const T *a, const T *b, T *r) { *r = *a + *b; }                     \
    void coax_##P##_sub(const T *a, const T *b, T *r) { *r = *a - *b; }                     \
    void coax_##P##_mul(const T *a, const T *b, T *r) { *r = *a * *b; }                     \
    void coax_##P##_div(const T *a, const T *b, T *r) { *r = *a / *b; }                     \
    void coax_##P##_rem(const T *a, const T *b, T *r) { *r = FMOD(*a, *b); }                \
    int coax_##P##_compare(const T *a, const T *b)                                          \
    {                                                                                       \
        return *a < *b ? LESS : *a > *b ? GREATER : *a == *b ? EQUAL : UNORDERED;           \
    }                                                                                       \
    float coax_##P##_to_f32(const T *a) { return (float)*a; }                               \
    double coax_##P##_to_f64(const T *a) { return (double)*a; }                             \
    int64_t coax_##P##_to_i64(const T *a) { return (int64_t)*a; }                           \
    uint64_t coax_##P##_to_u64(const T *a) { return (uint64_t)*a; }                         \
    void coax_##P##_to_i128(const T *a, __int128 *r) { *r = (__int128)*a; }                 \
    void coax_##P##_to_u128(const T *a, unsigned __int128 *r) { *r = (unsigned __int128)*a; } \
    void coax_##P##_from_f32(float a, T *r) { *r = a; }                                     \
    void coax_##P##_from_f64(double a, T *r) { *r = a; }                                    \
    void coax_##P##_from_i64(int64_t a, T *r) { *r = a; }                                   \
    void coax_##P##_from_u64(uint64_t a, T *r) { *r = a; }                                  \
    void coax_##P##_from_i128(const __int128 *a, T *r) { *r = *a; }                         \
    void coax_##P##_from_u128(const unsigned __int128 *a, T *r) { *r = *a; }

DEFINE(f80, long double, fmodl)
DEFINE(f128, __float128, fmodf128)

void coax_f80_to_f128(const long double *a, __float128 *r) { *r = *a; }
void coax_f128_to_f80(const __float128 *a, long double *r) { *r = (long double)*a; }
