// new and free do not go together.
#include <cstdlib>
int main() {
    int *p = new int(3);
    std::free(p); //~ invalid-free
    return 0;
}
