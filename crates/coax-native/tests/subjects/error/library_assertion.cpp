//@ cflags: -D_GLIBCXX_ASSERTIONS
#include <vector>

int main(int argc, char **) {
    std::vector<int> v(3);
    return v[argc + 2]; //~ assertion
}
