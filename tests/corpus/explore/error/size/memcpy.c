// A body length is computed before the total is known to hold the header.
#include <coax.h>
#include <string.h>

int main(void) {
    static const char packet[12] = "HEADbodybod";
    char body[12];
    int total = coax_int("total");
    if (total < 0 || total > 12)
        return 1;
    memcpy(body, packet, (size_t)(total - 4)); //~ negative-size
    return total > 4 && body[0] == 'H';
}
