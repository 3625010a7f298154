// Figures 1 to 3: what is verified is pruned in both branches, and only the overflow is left.
//@ explore: --entry deposit
//@ guide: off => completed 6, error 1
//@ guide: pv => completed 6, error 1, redundant 6, non-redundant 1, failing 1, pruned 0, deferred 0
//@ guide: may => completed 0, error 1, redundant 3, non-redundant 1, failing 1, pruned 3, deferred 0
//@ guide: must => completed 6, error 1, redundant 6, non-redundant 1, failing 1, pruned 0, deferred 4
//@ guide: may+must => completed 0, error 1, redundant 3, non-redundant 1, failing 1, pruned 3, deferred 0
#include <coax.h>

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
        review_deposit(amount); //~ assume: !a0
    } else {
        COAX_ASSUMED((long)balance + amount == sum_of(balance, amount), a);
        balance = sum_of(balance, amount); //~ assume: !a0; tryfirst alone: !a0
        if (balance > 10000)
            suggest_investment(balance);
    }
    COAX_VERIFIED(balance >= old, a); //~ tryfirst alone: !a0
    return balance;
}
