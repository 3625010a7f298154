// A window is moved inside an array.
//@ check: window_sum
static const unsigned short data[10] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55};

unsigned window_sum(unsigned start, unsigned width) {
    unsigned sum = 0;
    if (width > 4 || start > 10 - width)
        return 0;
    for (unsigned i = 0; i < width; i++)
        sum += data[start + i];
    return sum;
}
