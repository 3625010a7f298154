// switch: dense, sparse, negative, ranges, fallthrough, 64-bit, no default, nested, Duff's device.
#include <limits.h>
#include <stdio.h>

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: return 23;
    case 4: x += 100; /* fall through */
    case 5: x += 1000; /* fall through */
    default: return x;
    case 6: return -6;
    }
}

static const char *sparse(int x) {
    switch (x) {
    case INT_MIN: return "min";
    case -1000000: return "minus a million";
    case -1: return "minus one";
    case 65536: return "64k";
    case INT_MAX: return "max";
    }
    return "none";
}

static int wide(unsigned long long x) {
    switch (x) {
    case 0: return 1;
    case 0x100000000: return 2;
    case ULLONG_MAX: return 3;
    case 1ull << 63: return 4;
    default: return 5;
    }
}

static char grade(int points) {
    switch (points) {
    case 0 ... 49: return 'F';
    case 50 ... 69: return 'C';
    case 70 ... 89: return 'B';
    case 90 ... 100: return 'A';
    default: return '?';
    }
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++; /* fall through */
    case 7: *to++ = *from++; /* fall through */
    case 6: *to++ = *from++; /* fall through */
    case 5: *to++ = *from++; /* fall through */
    case 4: *to++ = *from++; /* fall through */
    case 3: *to++ = *from++; /* fall through */
    case 2: *to++ = *from++; /* fall through */
    case 1: *to++ = *from++;
            } while (--n > 0);
    }
}

static int nested(int a, signed char b) {
    int r = 0;
    switch (a) {
    case 1:
        switch (b) {
        case -128: r = 1; break;
        case 127: r = 2; break;
        default: r = 3;
        }
        r += 10;
        break;
    case 2:
        for (int i = 0; i < 5; i++) {
            switch (i) {
            case 1: continue;
            case 3: goto out;
            }
            r += i + 1;
        }
    }
out:
    return r;
}

int main(void) {
    for (int i = -1; i < 8; i++)
        printf("%d ", dense(i));
    puts("");
    int keys[] = {INT_MIN, INT_MIN + 1, -1000000, -1, 0, 65535, 65536, INT_MAX};
    for (int i = 0; i < 8; i++)
        printf("%s, ", sparse(keys[i]));
    printf("\n%d%d%d%d%d\n", wide(0), wide(0x100000000), wide(ULLONG_MAX), wide(1ull << 63), wide(1));
    for (int i = -5; i <= 105; i += 5)
        putchar(grade(i));
    puts("");
    const char *text = "the quick brown fox jumps over the lazy dog";
    for (int n = 1; n < 40; n += 6) {
        char out[48] = {0};
        duff(out, text, n);
        puts(out);
    }
    printf("%d %d %d %d %d\n", nested(1, -128), nested(1, 127), nested(1, 0), nested(2, 0), nested(3, 0));
    return 0;
}
