// Figure 4: a second assertion, which is not verified: nothing can be pruned, but the overflow is tried first.
//@ explore: --entry any_deposit
//@ guide: off => completed 6, error 2
//@ guide: pv => completed 6, error 2, redundant 0, non-redundant 8, failing 2, pruned 0
//@ guide: may => completed 6, error 2, redundant 0, non-redundant 8, failing 2, pruned 0
//@ guide: must => completed 6, error 2, redundant 0, non-redundant 8, failing 2, pruned 0, deferred 2
//@ guide: may+must => completed 6, error 2, redundant 0, non-redundant 8, failing 2, pruned 0, deferred 2
#include <coax.h>

void klee_assert(int condition);

static int balance, reviewed, suggested;

static void review_deposit(int amount) {
    reviewed = amount > 60000 ? 2 : 1;
}

static void suggest_investment(void) {
    suggested = balance > 20000 ? 2 : 1;
}

static int sum_of(int a, int b) {
    return (int)((unsigned)a + (unsigned)b);
}

void deposit(int amount) {
    int old = balance;
    if (amount <= 0 || amount > 50000) {
        review_deposit(amount);
    } else {
        COAX_ASSUMED((long)balance + amount == sum_of(balance, amount), a);
        balance = sum_of(balance, amount); //~ tryfirst: !a0
        if (balance > 10000)
            suggest_investment();
    }
    COAX_VERIFIED(balance >= old, a); //~ tryfirst: !a0
    klee_assert(balance != 77);
}

void any_deposit(int before, int amount) {
    balance = before;
    deposit(amount);
}
