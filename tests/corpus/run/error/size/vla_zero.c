// A variable-length array of length zero.
static unsigned long fill(int n) {
    char v[n]; //~ negative-size
    return sizeof v;
}
int main(void) {
    return (int)(fill(2) + fill(0));
}
