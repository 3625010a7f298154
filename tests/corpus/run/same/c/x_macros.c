// Preprocessor programs: X-macros, stringising, pasting, variadic macros, conditional compilation, __COUNTER__.
#include <stdio.h>

#define COLORS(X) X(RED, 0xff0000) X(GREEN, 0x00ff00) X(BLUE, 0x0000ff)
#define AS_ENUM(name, value) name,
#define AS_NAME(name, value) #name,
#define AS_VALUE(name, value) [name] = value,
enum Color { COLORS(AS_ENUM) COLOR_COUNT };
static const char *const names[] = {COLORS(AS_NAME)};
static const unsigned values[] = {COLORS(AS_VALUE)};

#define PASTE(a, b) a##b
#define EXPAND_PASTE(a, b) PASTE(a, b)
#define TEXT(x) #x
#define EXPAND_TEXT(x) TEXT(x)
#define VERSION 4.2
#define COUNT_ARGS(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define LOG(format, ...) printf("[" format "]\n", ##__VA_ARGS__)
#define REPEAT4(x) x x x x
#define FOR_EACH_BIT(i, mask) for (unsigned i = 0; i < 32; i++) if ((mask) >> i & 1)

static int EXPAND_PASTE(func, __LINE__)(void) { return __LINE__; }
#define DEFINE_MAX(T) static T max_##T(T a, T b) { return a > b ? a : b; }
DEFINE_MAX(int)
DEFINE_MAX(double)

int main(void) {
    for (int i = 0; i < COLOR_COUNT; i++)
        printf("%s=%06x ", names[i], values[i]);
    puts("");
    printf("%s %s %s\n", TEXT(VERSION), EXPAND_TEXT(VERSION), TEXT("quoted\n" 'c'));
    printf("%d %d\n", COUNT_ARGS(a, b, c), COUNT_ARGS(x));
    LOG("no arguments");
    LOG("%d and %s", 5, "text");
    printf("%d\n", 0 REPEAT4(+3));
    FOR_EACH_BIT(i, 0x8421u)
        printf("%u ", i);
    puts("");
    printf("%d %d\n", func23(), __COUNTER__ + 1 == __COUNTER__);
    printf("%d %g\n", max_int(3, 9), max_double(2.5, -1));
#if defined(__clang__) && VERSION_MAJOR < 3
    puts("clang branch");
#else
    puts("other branch");
#endif
#line 500 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    return 0;
}
