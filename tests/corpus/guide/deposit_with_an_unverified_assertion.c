// Figure 4: a second assertion, which is not verified: nothing can be pruned, but the overflow is tried first.
//@ explore: --entry deposit
//@ guide: off => completed 6, error 5
//@ guide: pv => completed 6, error 5, redundant 0, failing 5, pruned 0, deferred 0
//@ guide: may => completed 6, error 5, redundant 0, failing 5, pruned 0, deferred 0
//@ guide: must => completed 6, error 5, redundant 0, failing 5, pruned 0, deferred 4
//@ guide: may+must => completed 6, error 5, redundant 0, failing 5, pruned 0, deferred 4
#include <coax.h>

void klee_assert(int condition);

static int reviewed, suggested;

static void review_deposit(int amount) { //~ assume: false
    if (amount > 60000)
        reviewed = 2;
    else
        reviewed = 1;
}

static void suggest_investment(int balance) { //~ assume: false
    if (balance > 20000)
        suggested = 2;
    else
        suggested = 1;
}

static int sum_of(int a, int b) {
    return (int)((unsigned)a + (unsigned)b);
}

int deposit(int balance, int amount) {
    int old = balance;
    if (amount <= 0 || amount > 50000) {
        review_deposit(amount);
    } else {
        COAX_ASSUMED((long)balance + amount == sum_of(balance, amount), a);
        balance = sum_of(balance, amount); //~ tryfirst: !a0
        if (balance > 10000)
            suggest_investment(balance);
    }
    COAX_VERIFIED(balance >= old, a); //~ tryfirst: !a0
    klee_assert(balance != 77);
    return balance;
}
