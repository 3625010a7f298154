// Global objects with constructors and destructors, dynamic initialisation, thread_local objects, exit order.
//@ cflags: -std=c++20
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Noisy {
    const char *name;
    explicit Noisy(const char *n) : name(n) { std::printf("ctor %s\n", name); }
    ~Noisy() { std::printf("dtor %s\n", name); }
};
static int compute(int n) { return n < 2 ? 1 : n * compute(n - 1); }

static Noisy one("one");
static const std::string text = std::string("dynamic ") + std::to_string(compute(5));
static std::vector<std::string> list{"a", "bb", text};
static int number = compute(6), copy = number + 1;
static Noisy two("two");
static Noisy array[2] = {Noisy("array0"), Noisy("array1")};
thread_local Noisy local("thread local");
thread_local int plain = 5;
thread_local std::string dynamic = "tls " + std::to_string(number);
constinit static int constant = 3;

static void at_exit() { std::puts("atexit"); }

int main() {
    std::puts("main");
    std::printf("%s %zu %d %d %d\n", list[2].c_str(), list.size(), number, copy, constant);
    std::atexit(at_exit);
    std::printf("%s\n", local.name);
    plain *= 2;
    dynamic += "!";
    std::printf("%d %s\n", plain, dynamic.c_str());
    static Noisy late("static in main");
    return 0;
}
