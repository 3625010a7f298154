// The constructor of an abstract class divides; objects are made by a derived one, and the destructor of the
// base is called by its own name.
//@ check: Grid::~Grid

class Grid {
  public:
    explicit Grid(int columns) : width(80 / columns) {}
    virtual ~Grid() { share = 1000 / width; } //~ division-by-zero
    virtual int cells() const = 0;

  protected:
    int width;
    int share;
};

class Page : public Grid {
  public:
    explicit Page(int columns) : Grid(columns > 0 ? columns : 1) {}
    int cells() const override { return width > 40 ? 2 : 1; }
};
