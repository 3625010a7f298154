// A handle takes shapes; there are only squares.
//@ check: Handle::corners_per
//@ allow: constructed

class Shape {
  public:
    virtual ~Shape() {}
    virtual int corners() const = 0;
};

class Square : public Shape {
  public:
    int corners() const override { return 4; }
};

Square unit;

class Handle {
    const Shape &shape;

  public:
    explicit Handle(const Shape &shape) : shape(shape) {}
    int corners_per(int parts) const;
};

int Handle::corners_per(int parts) const {
    return parts > 0 ? shape.corners() / parts : 0;
}
