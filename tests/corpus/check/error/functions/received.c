// `recv` gives back as many bytes as were asked for, or fewer, or -1.
#include <sys/socket.h>

int first_letter(int descriptor) {
    char text[8];
    long length = recv(descriptor, text, sizeof text, 0);
    if (length == -1)
        return -1;
    text[length] = 0; //~ out-of-bounds
    return text[0];
}
