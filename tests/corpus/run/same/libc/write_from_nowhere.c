// The operating system refuses to write from a null pointer; nothing else happens.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    long written = write(1, NULL, 3);
    printf("%ld %d\n", written, errno == EFAULT);
    printf("%ld\n", (long)write(1, NULL, 0));
    return 0;
}
