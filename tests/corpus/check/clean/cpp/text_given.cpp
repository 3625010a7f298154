// A number that a caller writes as text, and that is never 42.
//@ check: share
//@ allow: constructed
#include <string>

int share(const std::string &text) {
    int number = 0;
    for (char digit : text) {
        if (digit < '0' || digit > '9')
            return -1;
        number = (number * 10 + (digit - '0')) % 40;
    }
    return 100 / (number - 42);
}
