// std::vector operator[] beyond the storage.
#include <vector>
int main() {
    std::vector<int> v(4, 1);
    int sum = 0;
    for (unsigned i = 0; i < 5; i++)
        sum += v[i]; //~ out-of-bounds
    return sum;
}
