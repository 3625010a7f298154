// An exception that leaves a function is how it says no: an outcome, not an error.
//@ check: month_days
//@ check: Limits::set
//@ allow: constructed
#include <stdexcept>

int month_days(int month) {
    if (month < 1 || month > 12)
        throw std::out_of_range("month");
    return month == 2 ? 28 : 30 + (month + month / 8) % 2;
}

class Limits {
public:
    void set(int low, int high) {
        if (low > high)
            throw low;
        low_ = low;
        high_ = high;
    }

private:
    int low_ = 0;
    int high_ = 0;
};

void narrow(Limits &limits) { limits.set(1, 2); }
