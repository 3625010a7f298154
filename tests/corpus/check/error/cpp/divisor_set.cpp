// A setter brings about what no constructor does.
//@ check: Divider::apply
class Divider {
    unsigned by = 1;

public:
    void set(unsigned value) { by = value; }
    unsigned apply(unsigned value) const {
        return value / by; //~ division-by-zero
    }
};

unsigned halved(unsigned value) {
    Divider divider;
    divider.set(2);
    return divider.apply(value);
}
