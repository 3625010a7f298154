// A static_cast to a class the object does not have.
//@ wrong: the dynamic type is not compared with the static one at member calls
#include <coax.h>

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const { return 1; }
};
struct Square : Shape {
    int corners() const override { return 4; }
    int side() const { return 2; }
};

int main() {
    Shape dot;
    Square square;
    Shape *s = &dot;
    if (coax_bool("kind"))
        s = &square;
    return static_cast<Square *>(s)->side(); //~ bad-cast
}
