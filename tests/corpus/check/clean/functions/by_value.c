// A structure by value with a width of nothing has no ratio.
struct size {
    unsigned width;
    unsigned height;
};

unsigned ratio(struct size size) {
    if (size.height > 1000)
        return 0;
    if (size.width == 0)
        return 0;
    return size.height * 10 / size.width;
}
