#include <stdexcept>

static void fail() {
    throw std::runtime_error("no luck"); //~ uncaught-exception
}

int main() {
    fail();
}
