#include <assert.h>

static void check(int n) {
    assert(n > 3); //~ assertion
}

int main(int argc, char **argv) {
    check(argc);
    return 0;
}
