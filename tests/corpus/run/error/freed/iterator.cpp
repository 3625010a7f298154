// push_back invalidates an iterator.
#include <vector>
int main() {
    std::vector<int> v{1, 2, 3};
    auto it = v.begin();
    for (int i = 0; i < 100; i++)
        v.push_back(i);
    return *it; //~ use-after-free
}
