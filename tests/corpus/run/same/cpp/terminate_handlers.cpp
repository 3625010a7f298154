// A terminate handler that exits, noexcept queries, exceptions through C callbacks.
//@ exit: 12
#include <cstdio>
#include <cstdlib>
#include <exception>

static void handler() {
    std::puts("terminate handler");
    std::fflush(stdout);
    std::_Exit(12);
}

extern "C" int compare(const void *a, const void *b) {
    int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
    if (x == 13 || y == 13)
        throw "unlucky";
    return x - y;
}

static int plain(int x) { return x; }
static int safe(int x) noexcept { return x; }
template <class T> static T generic(T x) noexcept(noexcept(safe(x))) { return x; }

int main() {
    std::printf("%d %d %d\n", noexcept(plain(1)), noexcept(safe(1)), noexcept(generic(1)));
    int v[] = {3, 1, 13, 2};
    try {
        std::qsort(v, 4, sizeof(int), compare);
        std::puts("sorted");
    } catch (const char *text) {
        std::printf("caught %s\n", text);
    }
    std::set_terminate(handler);
    std::printf("%d\n", std::get_terminate() == handler);
    throw 1;
}
