// A network connection.
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0); //~ unsupported: socket
    printf("%d\n", s >= 0);
    return 0;
}
