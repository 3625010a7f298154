// An object is deleted as the smaller one it is derived from.
struct Shape {
    int corners = 0;
};
struct Square : Shape {
    long side = 1;
};

int corners_of_new(int corners) {
    Shape *shape = new Square;
    shape->corners = corners;
    int result = shape->corners;
    delete shape; //~ invalid-free
    return result;
}
