// A string_view of a temporary string on the heap.
#include <string>
#include <string_view>
static std::string make(int n) { return std::string(static_cast<size_t>(n), 'x'); }
int main() {
    std::string owner = make(100);
    std::string_view good = owner;
    const char *bad = make(100).c_str();
    return good[0] + bad[5]; //~ use-after-free
}
