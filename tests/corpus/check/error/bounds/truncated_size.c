// The area of an image does not fit the type of its size.
//@ check: image_corner
#include <stdint.h>
#include <stdlib.h>

int image_corner(uint8_t width, uint8_t height) {
    uint8_t bytes = (uint8_t)(width * height);
    if (width == 0 || height == 0 || width > 20 || height > 20 || bytes == 0)
        return -1;
    unsigned char *pixels = calloc(bytes, 1);
    if (pixels == NULL)
        return -1;
    int corner = pixels[width * height - 1]; //~ out-of-bounds
    free(pixels);
    return corner;
}
