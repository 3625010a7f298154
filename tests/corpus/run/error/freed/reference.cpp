// A reference to an element of a vector that was reallocated.
#include <vector>
int main() {
    std::vector<long> v(3, 7);
    long &first = v[0];
    v.resize(1000);
    first = 8; //~ use-after-free
    return 0;
}
