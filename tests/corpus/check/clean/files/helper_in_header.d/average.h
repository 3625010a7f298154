// An average in whole numbers.
static inline unsigned average(int sum, unsigned count) {
    if (count == 0)
        return 0;
    return (unsigned)sum / count;
}
