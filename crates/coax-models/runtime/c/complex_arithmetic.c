// What the compiler calls for complex multiplication and division, and for integer powers.
//
// Bit for bit what libgcc 12 computes: products as C's annex G has them; quotients of floats in
// double, of wider types by Smith's method with scaling where a denominator would overflow or
// underflow.

#include <float.h>
#include <math.h>

#define IS_NAN(x) ((x) != (x))
#define IS_INF(x) (!IS_NAN(x) && IS_NAN((x) - (x)))
#define IS_FINITE(x) (!IS_NAN((x) - (x)))

#define MULTIPLY(NAME, T, COPYSIGN, ONE)                                                           \
    T _Complex NAME(T a, T b, T c, T d)                                                            \
    {                                                                                              \
        T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                          \
        T x = ac - bd, y = ad + bc;                                                                \
        if (IS_NAN(x) && IS_NAN(y)) {                                                              \
            int recalculate = 0;                                                                   \
            if (IS_INF(a) || IS_INF(b)) {                                                          \
                a = COPYSIGN(IS_INF(a) ? ONE : 0, a);                                              \
                b = COPYSIGN(IS_INF(b) ? ONE : 0, b);                                              \
                if (IS_NAN(c))                                                                     \
                    c = COPYSIGN(0, c);                                                            \
                if (IS_NAN(d))                                                                     \
                    d = COPYSIGN(0, d);                                                            \
                recalculate = 1;                                                                   \
            }                                                                                      \
            if (IS_INF(c) || IS_INF(d)) {                                                          \
                c = COPYSIGN(IS_INF(c) ? ONE : 0, c);                                              \
                d = COPYSIGN(IS_INF(d) ? ONE : 0, d);                                              \
                if (IS_NAN(a))                                                                     \
                    a = COPYSIGN(0, a);                                                            \
                if (IS_NAN(b))                                                                     \
                    b = COPYSIGN(0, b);                                                            \
                recalculate = 1;                                                                   \
            }                                                                                      \
            if (!recalculate && (IS_INF(ac) || IS_INF(bd) || IS_INF(ad) || IS_INF(bc))) {          \
                if (IS_NAN(a))                                                                     \
                    a = COPYSIGN(0, a);                                                            \
                if (IS_NAN(b))                                                                     \
                    b = COPYSIGN(0, b);                                                            \
                if (IS_NAN(c))                                                                     \
                    c = COPYSIGN(0, c);                                                            \
                if (IS_NAN(d))                                                                     \
                    d = COPYSIGN(0, d);                                                            \
                recalculate = 1;                                                                   \
            }                                                                                      \
            if (recalculate) {                                                                     \
                x = (T)INFINITY * (a * c - b * d);                                                 \
                y = (T)INFINITY * (a * d + b * c);                                                 \
            }                                                                                      \
        }                                                                                          \
        return __builtin_complex(x, y);                                                            \
    }

// The results that are infinite or zero although the computation gave NaN.
#define DIVIDE_SPECIALS(T, COPYSIGN, ONE)                                                          \
    if (IS_NAN(x) && IS_NAN(y)) {                                                                  \
        if (c == 0 && d == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                      \
            x = COPYSIGN((T)INFINITY, c) * a;                                                      \
            y = COPYSIGN((T)INFINITY, c) * b;                                                      \
        } else if ((IS_INF(a) || IS_INF(b)) && IS_FINITE(c) && IS_FINITE(d)) {                     \
            a = COPYSIGN(IS_INF(a) ? ONE : 0, a);                                                  \
            b = COPYSIGN(IS_INF(b) ? ONE : 0, b);                                                  \
            x = (T)INFINITY * (a * c + b * d);                                                     \
            y = (T)INFINITY * (b * c - a * d);                                                     \
        } else if ((IS_INF(c) || IS_INF(d)) && IS_FINITE(a) && IS_FINITE(b)) {                     \
            c = COPYSIGN(IS_INF(c) ? ONE : 0, c);                                                  \
            d = COPYSIGN(IS_INF(d) ? ONE : 0, d);                                                  \
            x = 0 * (a * c + b * d);                                                               \
            y = 0 * (b * c - a * d);                                                               \
        }                                                                                          \
    }

#define SCALE(OPERATION) (a = a OPERATION, b = b OPERATION, c = c OPERATION, d = d OPERATION)

#define DIVIDE(NAME, T, FABS, COPYSIGN, ONE, LARGEST, SMALLEST, PRECISION)                         \
    T _Complex NAME(T a, T b, T c, T d)                                                            \
    {                                                                                              \
        const T big = LARGEST / 2, tiny = SMALLEST, tiny2 = PRECISION, scale = ONE / PRECISION;    \
        const T big2 = big * tiny2;                                                                \
        T x, y, ratio, denominator;                                                                \
        int swap = FABS(c) < FABS(d);                                                              \
        T larger = swap ? d : c;                                                                   \
        if (FABS(larger) >= big) {                                                                 \
            SCALE(/ 2);                                                                            \
            larger = larger / 2;                                                                   \
        }                                                                                          \
        if (FABS(larger) < tiny2) {                                                                \
            SCALE(*scale);                                                                         \
        } else if ((FABS(a) < tiny && FABS(b) < big2 && FABS(larger) < big2) ||                    \
                   (FABS(b) < tiny && FABS(a) < big2 && FABS(larger) < big2)) {                    \
            SCALE(*scale);                                                                         \
        }                                                                                          \
        if (swap) {                                                                                \
            ratio = c / d;                                                                         \
            denominator = (c * ratio) + d;                                                         \
            if (FABS(ratio) > tiny) {                                                              \
                x = ((a * ratio) + b) / denominator;                                               \
                y = ((b * ratio) - a) / denominator;                                               \
            } else {                                                                               \
                x = ((c * (a / d)) + b) / denominator;                                             \
                y = ((c * (b / d)) - a) / denominator;                                             \
            }                                                                                      \
        } else {                                                                                   \
            ratio = d / c;                                                                         \
            denominator = (d * ratio) + c;                                                         \
            if (FABS(ratio) > tiny) {                                                              \
                x = ((b * ratio) + a) / denominator;                                               \
                y = (b - (a * ratio)) / denominator;                                               \
            } else {                                                                               \
                x = (a + (d * (b / c))) / denominator;                                             \
                y = (b - (d * (a / c))) / denominator;                                             \
            }                                                                                      \
        }                                                                                          \
        DIVIDE_SPECIALS(T, COPYSIGN, ONE)                                                          \
        return __builtin_complex(x, y);                                                            \
    }

#define POWER(NAME, T)                                                                             \
    T NAME(T base, int exponent)                                                                   \
    {                                                                                              \
        unsigned n = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;                  \
        T result = n % 2 ? base : 1;                                                               \
        while (n >>= 1) {                                                                          \
            base = base * base;                                                                    \
            if (n % 2)                                                                             \
                result *= base;                                                                    \
        }                                                                                          \
        return exponent < 0 ? 1 / result : result;                                                 \
    }

MULTIPLY(__mulsc3, float, __builtin_copysignf, 1.0f)
MULTIPLY(__muldc3, double, __builtin_copysign, 1.0)
MULTIPLY(__mulxc3, long double, __builtin_copysignl, 1.0L)

DIVIDE(__divdc3, double, __builtin_fabs, __builtin_copysign, 1.0, DBL_MAX, DBL_MIN, DBL_EPSILON)
DIVIDE(__divxc3, long double, __builtin_fabsl, __builtin_copysignl, 1.0L, LDBL_MAX, LDBL_MIN,
       LDBL_EPSILON)

float _Complex __divsc3(float a, float b, float c, float d)
{
    double wa = a, wb = b, wc = c, wd = d;
    double denominator = (wc * wc) + (wd * wd);
    float x = (float)(((wa * wc) + (wb * wd)) / denominator);
    float y = (float)(((wb * wc) - (wa * wd)) / denominator);
    DIVIDE_SPECIALS(float, __builtin_copysignf, 1.0f)
    return __builtin_complex(x, y);
}

POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)
