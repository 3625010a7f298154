// A vector grows by as many elements as the input says.
//@ paths: 5
#include <coax.h>
#include <vector>

// Sizes 0..4.
int main() {
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    std::vector<int> v;
    for (unsigned i = 0; i < n; i++)
        v.push_back(static_cast<int>(i) + 1);
    int sum = 0;
    for (int x : v)
        sum += x;
    return sum;
}
