// The size of the base class is the divisor in the derived one, if it is one.
//@ check: Grid::cell
//@ allow: constructed
class Panel {
public:
    explicit Panel(unsigned width) : width_(width) {}

protected:
    unsigned width_;
};

class Grid : public Panel {
public:
    Grid(unsigned width, unsigned columns) : Panel(width), columns_(columns) {}
    unsigned cell(unsigned total) const;

private:
    unsigned columns_;
};

unsigned Grid::cell(unsigned total) const {
    if (columns_ > 8)
        return 0;
    if (width_ == 0)
        return 0;
    return total / width_;
}
