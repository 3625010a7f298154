// A copy of an owner owns the same block.
//@ repeat: same
//@ check: measure
class Samples {
public:
    explicit Samples(int first) : data_(new int[2]{first, 0}) {}
    ~Samples() { delete[] data_; } //~ double-free
    int first() const { return data_[0]; }

private:
    int *data_;
};

static int first_of(Samples samples) { return samples.first(); }

int measure(int value) {
    Samples samples(value);
    return value > 100 ? first_of(samples) : 0;
}
