// A standard exception of another type than the handler's.
#include <cstdio>
#include <stdexcept>
static void run(int n) {
    if (n == 0)
        throw std::runtime_error("out of luck"); //~ uncaught-exception
    run(n - 1);
}
int main() {
    try {
        run(3);
    } catch (const std::logic_error &e) {
        std::puts(e.what());
    }
    return 0;
}
