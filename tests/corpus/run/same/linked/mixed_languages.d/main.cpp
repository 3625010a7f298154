// C and C++ in one program: extern "C" both ways, callbacks, exceptions over C frames, shared structs.
//@ cflags: -fexceptions
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
struct Item { int id; double weight; };
int c_sum(const int *v, int n);
void c_each(int n, void (*f)(int, void *), void *context);
Item c_make(int id);
extern int c_counter;
int cpp_square(int x) { return x * x; }
double cpp_weigh(struct Item item) { return item.weight * item.id; }
}

static void collect(int i, void *context) {
    if (i == 5)
        throw std::runtime_error("five");
    static_cast<std::vector<int> *>(context)->push_back(i * 10);
}

int main() {
    std::vector<int> v{1, 2, 3}, seen;
    std::printf("%d\n", c_sum(v.data(), static_cast<int>(v.size())));
    c_each(4, collect, &seen);
    try {
        c_each(10, collect, &seen);
    } catch (const std::exception &e) {
        std::printf("%s %zu\n", e.what(), seen.size());
    }
    Item item = c_make(6);
    std::printf("%d %g %d\n", item.id, item.weight, c_counter);
    return 0;
}
