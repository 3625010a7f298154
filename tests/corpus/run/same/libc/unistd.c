// Low-level files: open, read, write, lseek, dup, stat, unlink, mkdir, opendir; current folder.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("low.txt", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%zd %zd\n", write(fd, "hello, world", 12), write(fd, "!\n", 2));
    printf("%ld\n", (long)lseek(fd, 7, SEEK_SET));
    char b[16] = {0};
    printf("%zd %s", read(fd, b, sizeof b - 1), b);
    printf("%zd\n", read(fd, b, sizeof b));
    struct stat s;
    printf("%d %ld %d\n", fstat(fd, &s), (long)s.st_size, S_ISREG(s.st_mode));
    printf("%d\n", ftruncate(fd, 5));
    printf("%ld\n", (long)lseek(fd, 0, SEEK_END));
    close(fd);
    printf("%d %d\n", mkdir("folder", 0755), mkdir("folder", 0755));
    printf("%d\n", errno == EEXIST);
    close(open("folder/a", O_CREAT | O_WRONLY, 0600));
    close(open("folder/b", O_CREAT | O_WRONLY, 0600));
    DIR *d = opendir("folder");
    int entries = 0;
    for (struct dirent *e; (e = readdir(d));)
        entries += e->d_name[0] != '.';
    closedir(d);
    printf("%d %d\n", entries, rmdir("folder"));
    printf("%d %d %d\n", unlink("folder/a"), unlink("folder/b"), rmdir("folder"));
    printf("%d %d\n", open("nowhere/at/all", O_RDONLY), errno == ENOENT);
    printf("%d\n", unlink("low.txt"));
    printf("%d\n", read(-1, b, 1) == -1 && errno == EBADF);
    return 0;
}
