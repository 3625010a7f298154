// An array is deleted as if it were a single object.
#include <coax.h>

int main() {
    bool many = coax_bool("many");
    int *p = many ? new int[4]() : new int(0);
    int r = p[0];
    delete p; //~ invalid-free
    return r;
}
