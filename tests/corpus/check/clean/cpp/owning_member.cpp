// A class without constructors owns what its member points to, and frees it.
//@ check: Account::spend --pointers nonnull
//@ allow: constructed
struct Entry {
    virtual ~Entry() = default;
    virtual int spend(int amount) = 0;
};
struct Account : Entry {
    int *limit = new int(4);
    ~Account() override { delete limit; }
    int spend(int amount) override {
        if (amount <= 0 || amount > *limit)
            return 0;
        return 100 / amount;
    }
};

int of_account() {
    Account account;
    return account.spend(2);
}
