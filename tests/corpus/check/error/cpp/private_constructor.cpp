// Only the list makes its entries, but nothing keeps it from giving them no size.
//@ check: Entry::fill

class Entry {
    friend class List;
    explicit Entry(int size) : size(size) {}
    int size;

  public:
    int fill(int used) const;
};

int Entry::fill(int used) const {
    if (used < 0)
        return 0;
    return used / size; //~ division-by-zero assuming fields
}
