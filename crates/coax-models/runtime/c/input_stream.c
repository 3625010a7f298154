/* The stream that stands for every FILE * a function is given when it is run for itself. */
#include <stdio.h>

/* Opens one of the files that are input; which one is input, too. */
FILE *__coax_input_stream(const char *const *names, unsigned char which) {
    return fopen(names[which], "r+");
}
