// What kind of letter a character is.
#include "letters.h"

enum Letter letter(char c) {
    if (c >= 'a' && c <= 'z')
        return LOWER;
    if (c >= 'A' && c <= 'Z')
        return UPPER;
    if (c >= '0' && c <= '9')
        return DIGIT;
    return OTHER;
}
