// A bool that holds neither false nor true.
//@ wrong: loads of bool and enum types are not checked for values their type does not have
#include <coax.h>

struct Flags {
    bool on;
};

int main() {
    Flags f;
    coax_symbolic(&f, sizeof f, "raw");
    if (f.on) //~ bad-cast
        return 1;
    return 0;
}
