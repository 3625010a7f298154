// The members of a class without constructors are private: they have the values it gives them itself.
//@ check: Divider::apply
//@ allow: constructed
class Divider {
    unsigned by = 1;

public:
    void set(unsigned value) {
        if (value != 0)
            by = value;
    }
    unsigned apply(unsigned value) const {
        return value / by;
    }
};

unsigned halved(unsigned value) {
    Divider divider;
    divider.set(2);
    return divider.apply(value);
}
