// The same file through a descriptor and through a stream: its size, a position and its bytes agree.
//@ explore: --symbolic-file in.dat,6
//@ paths: 3
//@ outcomes: 1 2 3
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("in.dat", O_RDONLY);
    struct stat status;
    unsigned char tail[2], all[8];
    if (fd < 0 || fstat(fd, &status) || status.st_size != 6)
        return 90;
    if (lseek(fd, -2, SEEK_END) != 4 || read(fd, tail, 8) != 2)
        return 91;
    close(fd);
    FILE *file = fopen("in.dat", "rb");
    if (!file || fread(all, 1, sizeof all, file) != 6)
        return 92;
    fclose(file);
    if (all[4] != tail[0] || all[5] != tail[1])
        return 93;
    if (all[0] != 'M')
        return 1;
    if (all[5] != 0x1a)
        return 2;
    return 3;
}
