// A copy of an owner owns a block of its own.
//@ check: measure
class Samples {
public:
    explicit Samples(int first) : data_(new int[2]{first, 0}) {}
    Samples(const Samples &other) : data_(new int[2]{other.data_[0], other.data_[1]}) {}
    ~Samples() { delete[] data_; }
    int first() const { return data_[0]; }

private:
    int *data_;
};

static int first_of(Samples samples) { return samples.first(); }

int measure(int value) {
    Samples samples(value);
    return value > 100 ? first_of(samples) : 0;
}
