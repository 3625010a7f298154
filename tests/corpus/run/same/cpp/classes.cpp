// Classes: constructors, delegation, static members, const methods, friends, default arguments, overloads.
#include <cstdio>
#include <cstring>

class Account {
    static int next_id;
    int id;
    long balance;
    char owner[16];
    friend void audit(const Account &);

public:
    static constexpr int limit = 1000;
    Account(const char *name, long start) : id(next_id++), balance(start) {
        std::strncpy(owner, name, sizeof owner - 1);
        owner[sizeof owner - 1] = 0;
    }
    explicit Account(const char *name = "nobody") : Account(name, 0) {}
    Account &deposit(long amount) {
        balance += amount;
        return *this;
    }
    bool withdraw(long amount, bool force = false) {
        if (amount > balance && !force)
            return false;
        balance -= amount;
        return true;
    }
    long get() const { return balance; }
    long &get() { return balance; }
    static int count() { return next_id - 1; }
    class View {
        const Account &a;
    public:
        explicit View(const Account &account) : a(account) {}
        char initial() const { return a.owner[0]; }
    };
};
int Account::next_id = 1;

void audit(const Account &a) { std::printf("#%d %s %ld\n", a.id, a.owner, a.balance); }
static const char *kind(int) { return "int"; }
static const char *kind(double) { return "double"; }
static const char *kind(const char *) { return "text"; }
static const char *kind(Account &) { return "account"; }
static const char *kind(const Account &) { return "const account"; }

int main() {
    Account a("Ada", 100), b, c("a very long owner name", 5);
    a.deposit(50).deposit(25);
    std::printf("%d %d\n", a.withdraw(1000), a.withdraw(60));
    b.withdraw(10, true);
    c.get() += 7;
    audit(a);
    audit(b);
    audit(c);
    const Account &ref = a;
    std::printf("%ld %d %d %c\n", ref.get(), Account::count(), Account::limit, Account::View(a).initial());
    std::printf("%s %s %s %s %s %s\n", kind(1), kind(1.0), kind("x"), kind(a), kind(ref), kind('c'));
    Account copy = a;
    copy.deposit(1);
    audit(copy);
    Account array[3] = {Account("x", 1), Account("y"), Account()};
    for (auto &each : array)
        audit(each);
    return 0;
}
