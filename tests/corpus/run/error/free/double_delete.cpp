// The same object deleted twice.
struct Thing { int n = 1; };
int main() {
    Thing *t = new Thing, *alias = t;
    delete t;
    delete alias; //~ double-free
    return 0;
}
