// The constructor takes an object that is constructed itself.
//@ check: Account::share
//@ allow: constructed
#include <string>

class Account {
    std::string owner;
    int balance;

public:
    Account(const std::string &owner, int balance)
        : owner(owner), balance(balance == 0 ? 1 : balance) {}
    int share() const {
        if (owner.size() != 2)
            return 0;
        return 100 / balance;
    }
};
