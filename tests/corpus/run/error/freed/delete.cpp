// A method called on a deleted object reads its fields.
struct Account {
    int balance = 10;
    int get() const {
        return balance; //~ use-after-free
    }
};
int main() {
    Account *a = new Account;
    int r = a->get();
    delete a;
    return r + a->get();
}
