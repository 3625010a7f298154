// A lambda is run where it is called.
int share(int total, int parts) {
    auto each = [total](int parts) { return total / parts; }; //~ division-by-zero
    return parts < 0 ? 0 : each(parts);
}
