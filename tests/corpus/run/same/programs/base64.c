// Base64, hexadecimal, URL and ROT13 coding round trips.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, size_t n, char *out) {
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16 | (i + 1 < n ? (unsigned)in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0u);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = i + 1 < n ? alphabet[v >> 6 & 63] : '=';
        *out++ = i + 2 < n ? alphabet[v & 63] : '=';
    }
    *out = 0;
}
static size_t decode(const char *in, unsigned char *out) {
    unsigned v = 0;
    int bits = 0;
    size_t n = 0;
    for (; *in && *in != '='; in++) {
        v = v << 6 | (unsigned)(strchr(alphabet, *in) - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = (unsigned char)(v >> bits);
        }
    }
    return n;
}
static void url(const char *s) {
    for (; *s; s++)
        isalnum((unsigned char)*s) ? putchar(*s) : printf("%%%02X", (unsigned char)*s);
    puts("");
}
static void rot13(char *s) {
    for (; *s; s++)
        if (isalpha((unsigned char)*s)) {
            char base = islower((unsigned char)*s) ? 'a' : 'A';
            *s = (char)((*s - base + 13) % 26 + base);
        }
}

int main(void) {
    const char *texts[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\xff\xfe\x80 binary"};
    for (int i = 0; i < 8; i++) {
        char coded[64];
        unsigned char back[64];
        size_t n = strlen(texts[i]);
        encode((const unsigned char *)texts[i], n, coded);
        size_t m = decode(coded, back);
        printf("%s %d\n", coded, m == n && memcmp(back, texts[i], n) == 0);
    }
    url("a b&c=d/\xc3\xa9?");
    char text[] = "Hello, World!";
    rot13(text);
    puts(text);
    rot13(text);
    puts(text);
    return 0;
}
