// at() throws for an index beyond the end, and nobody listens.
#include <coax.h>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3};
    unsigned i = coax_uint("i");
    if (i > 3)
        return 0;
    return v.at(i); //~ uncaught-exception
}
