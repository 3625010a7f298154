// A name field overflows into the field after it, inside one structure.
#include <coax.h>

struct Account {
    char name[8];
    int balance;
};

static void set_name(struct Account *a, char fill, int n) {
    for (int i = 0; i < n; i++)
        a->name[i] = fill; //~ out-of-bounds
}

int main(void) {
    struct Account a = {"", 100};
    int n = coax_int("n");
    coax_assume(n <= 11);
    set_name(&a, 'x', n);
    return a.balance != 100;
}
