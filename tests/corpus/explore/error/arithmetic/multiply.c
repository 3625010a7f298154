// Width times height of an image, both from its header, in an int.
//@ paths: 3
#include <coax.h>

int main(void) {
    int width = (int)(coax_uint("w") & 0xffff), height = (int)(coax_uint("h") & 0xffff);
    int area = width * height; //~ signed-overflow
    return area == 12;
}
