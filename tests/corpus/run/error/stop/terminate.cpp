// std::abort from C++, with a destructor that does not run.
#include <cstdio>
#include <cstdlib>
struct Guard {
    ~Guard() { std::puts("not run"); }
};
int main() {
    Guard g;
    std::abort(); //~ abort
}
