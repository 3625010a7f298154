// A structure by value has a width of nothing.
struct size {
    unsigned width;
    unsigned height;
};

unsigned ratio(struct size size) {
    if (size.height > 1000)
        return 0;
    return size.height * 10 / size.width; //~ division-by-zero
}
