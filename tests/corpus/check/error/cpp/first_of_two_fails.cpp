// Of two objects that a function is given, the constructor of the first divides by zero: the other
// one is part of the test all the same.
//@ check: both
class Ratio {
    int whole, part;

public:
    Ratio(int whole, int by) : whole(whole), part(by == -1 ? 0 : whole / by) {} //~ division-by-zero in both
    void forget() { part = 0; }
    int rest() const { return part < 100 ? part : 100; }
};

class Counter {
    int count;

public:
    explicit Counter(int start) : count(start & 7) {}
    void add() { count = (count + 1) & 7; }
    int now() const { return count; }
};

int both(Ratio &ratio, Counter &counter) {
    return ratio.rest() + counter.now();
}
