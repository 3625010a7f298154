// A lambda is run where it is called; by itself it is no function to check.
int share(int total, int parts) {
    auto each = [total](int parts) { return total / parts; };
    return parts <= 0 ? 0 : each(parts);
}
