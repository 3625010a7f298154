// vector::at out of range, not caught.
#include <vector>
int main() {
    std::vector<int> v{1, 2, 3};
    int sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += v.at(i); //~ uncaught-exception
    return sum;
}
