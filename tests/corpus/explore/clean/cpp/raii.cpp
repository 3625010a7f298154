// Resources are given back on every way out.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>

static int held;

class Lock {
public:
    Lock() { held++; }
    ~Lock() { held--; }
    Lock(const Lock &) = delete;
};

static int work(int n) {
    Lock a;
    if (n == 1)
        return 1;
    for (int i = 0; i < 2; i++) {
        Lock b;
        if (n == 2)
            return 2;
        if (n == 3)
            break;
    }
    return n == 3 ? 3 : 0;
}

int main() {
    int r = work(coax_int("n"));
    return held ? 99 : r;
}
