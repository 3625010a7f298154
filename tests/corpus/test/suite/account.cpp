// A class with a constructor and methods that throw.
//@ coverage: full
//@ outcomes: normal exception
//@ keeps: <gtest/gtest.h> "TEST(Account, withdraw_of_a_new_account_throws_underflow_error) {" ", std::out_of_range);"
//@ make: check
#include <stdexcept>

class Account {
  public:
    explicit Account(unsigned limit) : limit(limit) {
        if (limit > 1000000)
            throw std::invalid_argument("limit");
    }

    void deposit(unsigned amount) {
        if (amount > limit - balance)
            throw std::out_of_range("deposit");
        balance += amount;
    }

    void withdraw(unsigned amount) {
        if (amount > balance)
            throw std::underflow_error("withdraw");
        balance -= amount;
    }

    unsigned get() const { return balance; }

  private:
    unsigned limit, balance = 0;
};

unsigned twice(Account &account) {
    account.deposit(5);
    return account.get() * 2;
}

void use(Account &account) { account.withdraw(1); }
