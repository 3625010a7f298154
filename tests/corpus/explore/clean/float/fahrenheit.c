// A conversion in float, and the temperature where both scales agree.
//@ outcomes: 0 1 2 3
#include <coax.h>

int main(void) {
    float celsius = coax_float("c");
    coax_assume(celsius >= -273);
    coax_assume(celsius <= 1000);
    float fahrenheit = celsius * 1.8f + 32;
    if (fahrenheit == celsius)
        return 1;
    if (fahrenheit >= 212)
        return 2;
    if (fahrenheit < 32)
        return 3;
    return 0;
}
