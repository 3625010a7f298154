// Operators: fractions are added and compared.
//@ coverage: >= 3

struct Fraction {
    unsigned char top, bottom;
    Fraction(unsigned char top, unsigned char bottom) : top(top), bottom(bottom ? bottom : 1) {}

    bool operator==(const Fraction &other) const { return top * other.bottom == other.top * bottom; }

    bool operator<(const Fraction &other) const { return top * other.bottom < other.top * bottom; }
};

const Fraction &larger(const Fraction &one, const Fraction &other) { return one < other ? other : one; }

bool same(const Fraction &one, const Fraction &other) { return one == other; }
