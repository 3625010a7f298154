// The constructor takes an object that is constructed itself.
//@ check: Account::share
#include <string>

class Account {
    std::string owner;
    int balance;

public:
    Account(const std::string &owner, int balance) : owner(owner), balance(balance) {}
    int share() const {
        if (owner.size() != 2)
            return 0;
        return 100 / balance; //~ division-by-zero
    }
};
