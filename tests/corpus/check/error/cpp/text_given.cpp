// A number that a caller writes as text.
//@ check: share
#include <string>

int share(const std::string &text) {
    int number = 0;
    for (char digit : text) {
        if (digit < '0' || digit > '9')
            return -1;
        number = (number * 10 + (digit - '0')) % 1000;
    }
    return 100 / (number - 42); //~ division-by-zero
}
