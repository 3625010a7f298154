// A table-driven state machine that checks numbers, and a KMP string matcher.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum State { START, SIGN, INT, DOT, FRAC, EXP, ESIGN, EDIGIT, ERROR, STATES };
enum Class { DIGIT, PLUS, POINT, E, OTHER, CLASSES };
static const unsigned char next[STATES][CLASSES] = {
    [START] = {INT, SIGN, DOT, ERROR, ERROR}, [SIGN] = {INT, ERROR, DOT, ERROR, ERROR},
    [INT] = {INT, ERROR, FRAC, EXP, ERROR}, [DOT] = {FRAC, ERROR, ERROR, ERROR, ERROR},
    [FRAC] = {FRAC, ERROR, ERROR, EXP, ERROR}, [EXP] = {EDIGIT, ESIGN, ERROR, ERROR, ERROR},
    [ESIGN] = {EDIGIT, ERROR, ERROR, ERROR, ERROR}, [EDIGIT] = {EDIGIT, ERROR, ERROR, ERROR, ERROR},
    [ERROR] = {ERROR, ERROR, ERROR, ERROR, ERROR}};

static enum Class classify(char c) {
    return isdigit((unsigned char)c) ? DIGIT : c == '+' || c == '-' ? PLUS : c == '.' ? POINT : c == 'e' || c == 'E' ? E : OTHER;
}
static int valid(const char *s) {
    enum State st = START;
    while (*s)
        st = next[st][classify(*s++)];
    return st == INT || st == FRAC || st == EDIGIT;
}
static int kmp(const char *text, const char *pattern, int *hits) {
    int fail[32], n = (int)strlen(pattern), found = 0;
    fail[0] = 0;
    for (int i = 1, k = 0; i < n; i++) {
        while (k && pattern[i] != pattern[k])
            k = fail[k - 1];
        fail[i] = k += pattern[i] == pattern[k];
    }
    for (int i = 0, k = 0; text[i]; i++) {
        while (k && text[i] != pattern[k])
            k = fail[k - 1];
        k += text[i] == pattern[k];
        if (k == n) {
            hits[found++] = i - n + 1;
            k = fail[k - 1];
        }
    }
    return found;
}

int main(void) {
    const char *inputs[] = {"0", "-12", "+3.5", ".5", "5.", "1e10", "1.5E-3", "", "-", ".", "e5", "1e", "1e+", "12a", "1.2.3", "--1"};
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
        printf("%s=%d ", inputs[i], valid(inputs[i]));
    puts("");
    int hits[16];
    int n = kmp("abababcabababab", "abab", hits);
    for (int i = 0; i < n; i++)
        printf("%d ", hits[i]);
    printf("| %d %d\n", kmp("aaaaaa", "aa", hits), kmp("xyz", "abc", hits));
    return 0;
}
