// An exception is caught, changed and thrown again.
//@ paths: 3
//@ outcomes: 0 1 5
#include <coax.h>

struct Failure {
    int code;
};

static void inner(int a) {
    if (a == 1)
        throw Failure{1};
}

static void outer(int a, int b) {
    try {
        inner(a);
    } catch (Failure &f) {
        if (b == 1)
            f.code = 5;
        throw;
    }
}

int main() {
    try {
        outer(coax_int("a"), coax_int("b"));
    } catch (const Failure &f) {
        return f.code;
    }
    return 0;
}
