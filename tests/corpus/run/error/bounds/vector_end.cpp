// Dereferencing the end iterator of a full vector.
#include <algorithm>
#include <vector>
int main() {
    std::vector<long> v{1, 2, 3};
    auto it = std::find(v.begin(), v.end(), 9);
    return (int)*it; //~ out-of-bounds
}
