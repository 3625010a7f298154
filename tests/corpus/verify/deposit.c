// The example of the text: an assertion that holds if a sum does not overflow.
#include <assert.h>

static void review(int amount);
static void suggest(void);
int balance;
static int reviewed, suggested;

static void review(int amount) {
    reviewed = amount;
}

static void suggest(void) {
    suggested = 1;
}

void deposit(int amount, int old) {
    int now = old;
    if (old < 0)
        return;
    if (amount <= 0 || amount > 50000) {
        review(amount);
    } else {
        now = old + amount; //~ open: signed-overflow
        if (now > 10000)
            suggest();
    }
    assert(now >= 0); //~ verified if: assertion
    balance = now;
}
