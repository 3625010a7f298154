// Plain, signed and unsigned char: promotion, comparison, and indexing with high bytes.
#include <limits.h>
#include <stdio.h>

int main(void) {
    char plain = '\xff';
    signed char s = '\xff';
    unsigned char u = (unsigned char)'\xff';
    printf("%d %d %d %d\n", plain, s, u, CHAR_MIN < 0);
    printf("%d %d %d\n", plain == s, plain == u, (unsigned char)plain == u);
    const char *text = "caf\xc3\xa9 \x80\x7f";
    int negatives = 0, sum = 0;
    for (const char *p = text; *p; p++) {
        negatives += *p < 0;
        sum += (unsigned char)*p;
    }
    printf("%d %d\n", negatives, sum);
    int histogram[256] = {0};
    for (int i = -128; i < 128; i++)
        histogram[(unsigned char)(char)i]++;
    int ones = 0;
    for (int i = 0; i < 256; i++)
        ones += histogram[i] == 1;
    printf("%d\n", ones);
    printf("%d %d %d\n", '\377', '\0', '\x80');
    printf("%d %d\n", (int)sizeof 'a', (int)sizeof(char));
    unsigned char wrap = 250;
    for (int i = 0; i < 10; i++)
        wrap++;
    signed char down = -120;
    for (int i = 0; i < 10; i++)
        down--; /* converted back implementation-defined, not overflow */
    printf("%d %d\n", wrap, down);
    printf("%d %d %d\n", 'a' < 'b', '9' - '0', 'z' - 'a');
    printf("%x %x\n", (unsigned)plain, (unsigned)u);
    return 0;
}
