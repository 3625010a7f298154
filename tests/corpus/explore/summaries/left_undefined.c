// A function that leaves what it is given a pointer to alone where it fails: undefined, as its callers had it.
// One path for each of the two that follow it, and not one for each way to fail.
//@ outcomes: 0 1
//@ runs: -DN=1 => 6, 10
//@ runs: -DN=2 => 26, 18
//@ runs: -DN=3 => 126, 26
#include <coax.h>

static int digit(const char *s, int *value, char *sign) {
    if (*s == '-' || *s == '+') {
        *sign = *s;
        return 0;
    }
    if (*s < '0')
        return 0;
    if (*s > '9')
        return 0;
    *value = *s - '0';
    return 1;
}

static int number(const char *s) {
    int value;
    char sign;
    if (!digit(s, &value, &sign))
        return -1;
    return value > 4;
}

int main(void) {
    char input[N];
    coax_symbolic(input, sizeof input, "input");
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += number(input + i);
    if (sum == N)
        return 1;
    return 0;
}
