// A class that cannot be copied byte by byte is passed by value, and may be empty.
//@ check: average
//@ allow: constructed
#include <cstdlib>

class Numbers {
public:
    explicit Numbers(unsigned char count) : count_(count), sum_(2 * count) {}
    Numbers(const Numbers &other) : count_(other.count_), sum_(other.sum_) {}
    ~Numbers() { count_ = 0; }
    unsigned count() const { return count_; }
    unsigned sum() const { return sum_; }

private:
    unsigned count_;
    unsigned sum_;
};

unsigned average(Numbers numbers) {
    return numbers.count() ? numbers.sum() / numbers.count() : 0;
}
