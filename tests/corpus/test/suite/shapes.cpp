// Derived classes, an abstract base class and a function that takes any of them.
//@ coverage: full

class Shape {
  public:
    virtual ~Shape() {}
    virtual unsigned area() const = 0;
};

class Square : public Shape {
  public:
    explicit Square(unsigned char side) : side(side) {}
    unsigned area() const override { return side * side; }

  private:
    unsigned char side;
};

class Box : public Shape {
  public:
    Box(unsigned char width, unsigned char height) : width(width), height(height) {}
    unsigned area() const override { return width * height; }

  private:
    unsigned char width, height;
};

int compare(const Shape &one, const Shape &other) {
    if (one.area() < other.area())
        return -1;
    return one.area() > other.area();
}
