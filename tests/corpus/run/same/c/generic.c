// _Generic selection on qualifiers, arrays, functions and user types; _Static_assert; _Alignof; _Noreturn.
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; } Own;
#define NAME(x)                                                                                                        \
    _Generic((x), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short",           \
        int: "int", long: "long", float: "float", double: "double", char *: "string", const char *: "const string",    \
        int *: "int*", Own: "own", Own *: "own*", int (*)(void): "function", default: "other")
#define PRINT(x) _Generic((x), int: print_int, double: print_double, char *: print_text)(x)

static void print_int(int i) { printf("<%d>", i); }
static void print_double(double d) { printf("<%.3f>", d); }
static void print_text(char *s) { printf("<\"%s\">", s); }
static int zero(void) { return 0; }
static _Noreturn void leave(int code) { exit(code); }

_Static_assert(sizeof(Own) == sizeof(int), "layout");
_Static_assert(_Alignof(double) == 8, "alignment");

int main(void) {
    char array[3] = "ab";
    const int constant = 3;
    Own own = {1};
    printf("%s %s %s %s %s\n", NAME((_Bool)1), NAME('a'), NAME((char)'a'), NAME((short)1), NAME(1L));
    printf("%s %s %s %s %s\n", NAME(array), NAME("literal"), NAME((const char *)array), NAME(constant), NAME(own));
    printf("%s %s %s %s\n", NAME(&own), NAME(zero), NAME(1.0f), NAME(1u));
    PRINT(42);
    PRINT(2.71828);
    PRINT(array);
    puts("");
    printf("%d\n", _Generic(constant + own.n, int: 1, default: 2));
    if (zero() == 0)
        leave(0);
    return 9;
}
