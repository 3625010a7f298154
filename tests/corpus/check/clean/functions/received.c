// `recv` gives back as many bytes as were asked for, or fewer, or -1; `open` a descriptor or -1, `fstat`
// 0 or -1, `poll` as many as there are, `fgetc` a byte or -1.
//@ allow: external concretized
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int first_letter(int descriptor) {
    char text[8];
    long length = recv(descriptor, text, sizeof text - 1, 0);
    if (length == -1)
        return -1;
    text[length] = 0;
    return text[0];
}

int ready(struct pollfd *all) {
    int seen[3] = {0};
    int count = poll(all, 2, 0);
    if (count == -1)
        return 0;
    return ++seen[count];
}

int sent(int descriptor, const char *text, unsigned size) {
    long done = send(descriptor, text, size, 0);
    if (done < 0)
        return -1;
    return done > size ? abort(), 1 : 0;
}

int opened(int family) {
    int descriptor = socket(family, SOCK_STREAM, 0);
    if (descriptor == -1)
        return 0;
    return 1 << (descriptor < 0 ? descriptor : 1);
}

int made(const char *name) {
    static const int results[] = {1, 0};
    return results[mkfifo(name, 0600) + 1];
}
