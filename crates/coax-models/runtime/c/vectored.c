// readv and writev: one block after the other.

#include <sys/uio.h>
#include <unistd.h>

ssize_t readv(int fd, const struct iovec *blocks, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t got = read(fd, blocks[i].iov_base, blocks[i].iov_len);
        if (got < 0)
            return total ? total : -1;
        total += got;
        if ((size_t)got < blocks[i].iov_len)
            break;
    }
    return total;
}

ssize_t writev(int fd, const struct iovec *blocks, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t sent = write(fd, blocks[i].iov_base, blocks[i].iov_len);
        if (sent < 0)
            return total ? total : -1;
        total += sent;
        if ((size_t)sent < blocks[i].iov_len)
            break;
    }
    return total;
}
