// memset with minus one as its length.
#include <string.h>
static long length(const char *s) { return s[0] ? (long)strlen(s) : -1; }
int main(void) {
    char b[8];
    memset(b, 0, (size_t)length("abc"));
    memset(b, 0, (size_t)length("")); //~ negative-size
    return b[0];
}
