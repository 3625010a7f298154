// Of two objects that a function is given, the constructor of the first takes any numbers.
//@ check: both
//@ allow: constructed
class Ratio {
    int whole, part;

public:
    Ratio(int whole, int by) : whole(whole), part(by == -1 || by == 0 ? 0 : whole / by) {}
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
