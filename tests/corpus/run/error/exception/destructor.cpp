// A destructor that throws.
struct Guard {
    ~Guard() {
        throw 3; //~ uncaught-exception
    }
};
int main() {
    try {
        Guard g;
    } catch (...) {
        return 0; /* destructors are noexcept */
    }
    return 1;
}
