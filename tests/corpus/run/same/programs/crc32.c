// CRC-32 with a computed table, Adler-32 and FNV over several inputs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void prepare(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}
static uint32_t crc32(const void *data, size_t n) {
    const uint8_t *p = data;
    uint32_t c = ~0u;
    while (n--)
        c = table[(c ^ *p++) & 255] ^ c >> 8;
    return ~c;
}
static uint32_t adler32(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
static uint64_t fnv1a(const uint8_t *p, size_t n) {
    uint64_t h = 14695981039346656037u;
    while (n--)
        h = (h ^ *p++) * 1099511628211u;
    return h;
}

int main(void) {
    prepare();
    const char *texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++) {
        const uint8_t *p = (const uint8_t *)texts[i];
        size_t n = strlen(texts[i]);
        printf("%08x %08x %016lx\n", crc32(p, n), adler32(p, n), fnv1a(p, n));
    }
    static uint8_t big[20000];
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (uint8_t)(i * i ^ i >> 3);
    printf("%08x %08x %016lx\n", crc32(big, sizeof big), adler32(big, sizeof big), fnv1a(big, sizeof big));
    return 0;
}
