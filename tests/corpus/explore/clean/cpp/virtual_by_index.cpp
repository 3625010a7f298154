// A symbolic index into an array of objects of different classes.
//@ outcomes: 1 2 3
#include <coax.h>

struct Animal {
    virtual ~Animal() = default;
    virtual int legs() const { return 1; }
};
struct Bird : Animal {
    int legs() const override { return 2; }
};
struct Stool : Animal {
    int legs() const override { return 3; }
};

int main() {
    Animal a;
    Bird b;
    Stool c;
    const Animal *zoo[3] = {&a, &b, &c};
    unsigned i = coax_uint("i");
    coax_assume(i < 3);
    return zoo[i]->legs();
}
