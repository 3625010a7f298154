// A buffer and its length: a frame with a checksum is parsed.
//@ coverage: >= 8
#include <stddef.h>

int parse(const unsigned char *data, size_t length) {
    if (!data || length < 3)
        return -1;
    if (data[0] != 0x7e)
        return -2;
    unsigned sum = 0;
    for (size_t i = 0; i + 1 < length; i++)
        sum += data[i];
    if ((sum & 0xff) != data[length - 1])
        return -3;
    return data[1];
}
