// A class without copy constructor frees its buffer in both destructors.
struct Buffer {
    int *data = new int[4];
    ~Buffer() {
        delete[] data; //~ double-free
    }
};
int main() {
    Buffer a;
    Buffer b = a;
    return 0;
}
