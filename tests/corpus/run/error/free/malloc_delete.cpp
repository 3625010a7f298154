// malloc and delete do not go together.
#include <cstdlib>
int main() {
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    delete p; //~ invalid-free
    return 0;
}
