// So many paths are pending that they are found again from their inputs: what is so by the meaning
// of a span holds for those, too.
//@ check: sum_of_bits --pointers nonnull --max-paths 14000
//@ bounded: input-size paths

int sum_of_bits(const unsigned char *begin, const unsigned char *end) {
    int sum = 0;
    while (begin != end) {
        unsigned char byte = *begin++;
        if (byte & 1)
            sum += 1;
        if (byte & 2)
            sum += 2;
        if (byte & 4)
            sum += 4;
        if (byte & 8)
            sum += 8;
        if (byte & 16)
            sum += 16;
        if (byte & 32)
            sum += 32;
    }
    return sum;
}
