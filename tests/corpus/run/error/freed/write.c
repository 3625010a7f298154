// Writing a freed block through an alias.
#include <stdlib.h>
struct Box { char *data; };
int main(void) {
    struct Box a = {malloc(10)}, b = a;
    free(a.data);
    b.data[2] = 'x'; //~ use-after-free
    return 0;
}
