// _Bool conversions, enums with explicit values, logical operators, conditional operator types.
#include <stdbool.h>
#include <stdio.h>

enum Level { LOW = -5, MID, HIGH = 1 << 20, HUGE_LEVEL = 0x7fffffff };
enum Wide { BIG = 1L << 40 };

static bool truth(double d) { return d; }
static const char *name(enum Level l) { return l == LOW ? "low" : l == MID ? "mid" : l >= HIGH ? "high" : "other"; }

int main(void) {
    bool b = 256, c = truth(0.1), d = (bool)"pointer", e = !5, f = -1;
    printf("%d%d%d%d%d\n", b, c, d, e, f);
    b += 5;
    c--;
    f ^= 1;
    printf("%d%d%d %zu\n", b, c, f, sizeof b);
    printf("%d%d%d\n", truth(0.0), truth(-0.0), truth(1e-300));
    printf("%s %s %s %s %d\n", name(LOW), name(MID), name(HUGE_LEVEL), name((enum Level)7), MID);
    printf("%zu %zu %ld\n", sizeof(enum Level), sizeof(enum Wide), (long)BIG);
    struct { bool flags[3]; unsigned bit : 1; bool packed : 1; } s = {{1, 0, 1}, 1, 2};
    printf("%d%d%d%d%d\n", s.flags[0], s.flags[1], s.flags[2], s.bit, s.packed);
    int n = 0;
    (void)(n++ || n++);
    (void)(n++ && n++);
    printf("%d\n", n);
    printf("%g %ld\n", n ? 1 : 2.5, n ? -1 : 1u + 0l);
    int votes = 0;
    for (int mask = 0; mask < 8; mask++) {
        bool x = mask & 1, y = mask & 2, z = mask & 4;
        votes = votes * 2 + ((x && y) || (y && z) || (x && z));
        votes ^= (x != y) == z;
    }
    printf("%d\n", votes);
    return 0;
}
