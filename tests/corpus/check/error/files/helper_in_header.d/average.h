// An average in whole numbers.
static inline unsigned average(int sum, unsigned count) {
    return (unsigned)sum / count; //~ division-by-zero
}
