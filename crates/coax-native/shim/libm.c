// Calls one libm function through its address, for every signature <math.h> and <complex.h> use.
//
// The caller names the signature (shape) and the float type (precision); operands and results lie
// in 16-byte slots as raw bits. `errno` is cleared before the call and returned after it.
// The numbers of shapes and precisions are those of the enums in src/numeric/libm.rs.

#include <errno.h>
#include <string.h>

enum precision { F32 = 0, F64 = 1, F80 = 2, F128 = 3 };

enum shape {
    UNARY = 0,           // T f(T)
    BINARY = 1,          // T f(T, T)
    TERNARY = 2,         // T f(T, T, T)
    TO_INT = 3,          // int f(T)
    TO_LONG = 4,         // long f(T)
    WITH_INT = 5,        // T f(T, int)
    WITH_LONG = 6,       // T f(T, long)
    INT_WITH = 7,        // T f(int, T)
    UNARY_AND_INT = 8,   // T f(T, int *)
    UNARY_AND_SAME = 9,  // T f(T, T *)
    SIN_COS = 10,        // void f(T, T *, T *)
    BINARY_AND_INT = 11, // T f(T, T, int *)
    NEXT_TOWARD = 12,    // T f(T, long double)
    NAN_TAG = 13,        // T f(const char *)
    COMPLEX_UNARY = 14,  // T _Complex f(T _Complex)
    COMPLEX_BINARY = 15, // T _Complex f(T _Complex, T _Complex)
    COMPLEX_TO_REAL = 16 // T f(T _Complex)
};

struct operands {
    unsigned char value[4][16];
    long integer;
    const char *text;
};

struct results {
    unsigned char value[2][16];
    long integer;
};

typedef void (*function)(void);

// 0 if the shape is a real one and the function was called.
#define DEFINE_REAL(P, T)                                                                   \
    static int real_##P(int shape, function f, const struct operands *in, struct results *out) \
    {                                                                                       \
        T a, b, c, first = 0, second = 0;                                                   \
        long double toward;                                                                 \
        int whole = 0;                                                                      \
        memcpy(&a, in->value[0], sizeof a);                                                 \
        memcpy(&b, in->value[1], sizeof b);                                                 \
        memcpy(&c, in->value[2], sizeof c);                                                 \
        memcpy(&toward, in->value[1], sizeof toward);                                       \
        errno = 0;                                                                          \
        switch (shape) {                                                                    \
        case UNARY: first = ((T(*)(T))f)(a); break;                                         \
        case BINARY: first = ((T(*)(T, T))f)(a, b); break;                                  \
        case TERNARY: first = ((T(*)(T, T, T))f)(a, b, c); break;                           \
        case TO_INT: out->integer = ((int (*)(T))f)(a); return 0;                           \
        case TO_LONG: out->integer = ((long (*)(T))f)(a); return 0;                         \
        case WITH_INT: first = ((T(*)(T, int))f)(a, (int)in->integer); break;               \
        case WITH_LONG: first = ((T(*)(T, long))f)(a, in->integer); break;                  \
        case INT_WITH: first = ((T(*)(int, T))f)((int)in->integer, a); break;               \
        case UNARY_AND_INT: first = ((T(*)(T, int *))f)(a, &whole); break;                  \
        case UNARY_AND_SAME: first = ((T(*)(T, T *))f)(a, &second); break;                  \
        case SIN_COS: ((void (*)(T, T *, T *))f)(a, &first, &second); break;                \
        case BINARY_AND_INT: first = ((T(*)(T, T, int *))f)(a, b, &whole); break;           \
        case NEXT_TOWARD: first = ((T(*)(T, long double))f)(a, toward); break;              \
        case NAN_TAG: first = ((T(*)(const char *))f)(in->text); break;                     \
        default: return -1;                                                                 \
        }                                                                                   \
        memcpy(out->value[0], &first, sizeof first);                                        \
        memcpy(out->value[1], &second, sizeof second);                                      \
        out->integer = whole;                                                               \
        return 0;                                                                           \
    }

DEFINE_REAL(f32, float)
DEFINE_REAL(f64, double)
DEFINE_REAL(f80, long double)
DEFINE_REAL(f128, __float128)

// 0 if the shape is a complex one and the function was called.
#define DEFINE_COMPLEX(P, T)                                                                \
    static int complex_##P(int shape, function f, const struct operands *in, struct results *out) \
    {                                                                                       \
        T part[4], real, imaginary;                                                         \
        T _Complex a, b, r;                                                                 \
        for (int i = 0; i < 4; i++)                                                         \
            memcpy(&part[i], in->value[i], sizeof part[i]);                                 \
        __real__ a = part[0];                                                               \
        __imag__ a = part[1];                                                               \
        __real__ b = part[2];                                                               \
        __imag__ b = part[3];                                                               \
        errno = 0;                                                                          \
        switch (shape) {                                                                    \
        case COMPLEX_UNARY: r = ((T _Complex(*)(T _Complex))f)(a); break;                   \
        case COMPLEX_BINARY: r = ((T _Complex(*)(T _Complex, T _Complex))f)(a, b); break;   \
        case COMPLEX_TO_REAL:                                                               \
            __real__ r = ((T(*)(T _Complex))f)(a);                                          \
            __imag__ r = 0;                                                                 \
            break;                                                                          \
        default: return -1;                                                                 \
        }                                                                                   \
        real = __real__ r;                                                                  \
        imaginary = __imag__ r;                                                             \
        memcpy(out->value[0], &real, sizeof real);                                          \
        memcpy(out->value[1], &imaginary, sizeof imaginary);                                \
        return 0;                                                                           \
    }

DEFINE_COMPLEX(f32, float)
DEFINE_COMPLEX(f64, double)
DEFINE_COMPLEX(f80, long double)

// The function's errno, or -1 if the combination of precision and shape does not exist.
int coax_libm_call(int precision, int shape, function f, const struct operands *in, struct results *out)
{
    int complex = shape >= COMPLEX_UNARY;
    int failed = -1;
    switch (precision) {
    case F32: failed = (complex ? complex_f32 : real_f32)(shape, f, in, out); break;
    case F64: failed = (complex ? complex_f64 : real_f64)(shape, f, in, out); break;
    case F80: failed = (complex ? complex_f80 : real_f80)(shape, f, in, out); break;
    case F128: failed = complex ? -1 : real_f128(shape, f, in, out); break;
    }
    return failed ? -1 : errno;
}
