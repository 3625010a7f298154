// The destructor of an abstract class is called by its own name on an object of a derived class.
//@ check: Grid::~Grid
//@ allow: constructed

class Grid {
  public:
    explicit Grid(int columns) : width(80 / columns) {}
    virtual ~Grid() { share = width ? 1000 / width : 0; }
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
