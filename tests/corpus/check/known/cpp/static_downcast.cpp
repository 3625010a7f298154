// A static_cast to a class the caller's object does not have.
//@ check: side_of
//@ wrong: the dynamic type is not compared with the static one at member calls
struct Shape {
    virtual ~Shape() = default;
    virtual int corners() const { return 1; }
};
struct Square : Shape {
    int corners() const override { return 4; }
    int side() const { return 2; }
};

int side_of(bool round) {
    Shape dot;
    Square square;
    Shape *shape = round ? &dot : &square;
    return static_cast<Square *>(shape)->side(); //~ bad-cast
}
