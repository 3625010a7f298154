// Using a map iterator after erase.
#include <map>
int main() {
    std::map<int, int> m{{1, 10}, {2, 20}};
    auto it = m.find(1);
    int v = it->second;
    m.erase(it);
    int *p = &v;
    return *p + it->second; //~ use-after-free
}
