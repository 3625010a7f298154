// A constructor that leaves a member unset.
class Counter {
    int step, value;
public:
    explicit Counter(int s) : step(s) {}
    bool big() const {
        return value > 100; //~ uninitialized-read
    }
    int get() const { return step; }
};
int main() {
    Counter c(4);
    return c.get() + c.big();
}
