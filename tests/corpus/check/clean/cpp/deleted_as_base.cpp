// An object is deleted as what it is.
//@ allow: constructed
struct Shape {
    virtual ~Shape() = default;
    int corners = 0;
};
struct Square : Shape {
    long side = 1;
};

int corners_of_new(int corners) {
    Shape *shape = new Square;
    shape->corners = corners;
    int result = shape->corners;
    delete shape;
    return result;
}
