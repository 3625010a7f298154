// Only the list makes its entries, and they know what they are given.
//@ check: Entry::fill
//@ allow: constructed

class Entry {
    friend class List;
    explicit Entry(int size) : size(size > 0 ? size : 1) {}
    int size;

  public:
    int fill(int used) const;
};

int Entry::fill(int used) const {
    if (used < 0)
        return 0;
    return used / size;
}
