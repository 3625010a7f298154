// A class with an invariant: every branch of its methods is reached.
//@ coverage: full
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdexcept>

class Account {
public:
    void deposit(int amount) {
        if (amount <= 0)
            throw std::invalid_argument("amount");
        balance += amount;
    }
    void withdraw(int amount) {
        if (amount > balance)
            throw std::runtime_error("too much");
        balance -= amount;
    }
    bool empty() const { return balance == 0; }

private:
    int balance = 100;
};

int main() {
    Account a;
    int amount = coax_int("amount");
    coax_assume(amount < 1000);
    coax_assume(amount > -1000);
    try {
        if (coax_bool("op"))
            a.deposit(amount);
        else
            a.withdraw(amount);
    } catch (const std::invalid_argument &) {
        return 1;
    } catch (const std::runtime_error &) {
        return 2;
    }
    if (a.empty())
        return 3;
    return 0;
}
