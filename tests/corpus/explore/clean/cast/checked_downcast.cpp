// dynamic_cast asks first.
//@ paths: 2
//@ outcomes: 1 4
#include <coax.h>

struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const { return 1; }
};

struct Square : Shape {
    int corners() const override { return 4; }
    int side = 2;
};

int main() {
    Shape dot;
    Square square;
    Shape *s = &dot;
    if (coax_bool("kind"))
        s = &square;
    const Square *q = dynamic_cast<const Square *>(s);
    return q ? q->corners() : s->corners();
}
