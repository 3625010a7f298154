int main(int argc, char **argv) {
    double d = 1e20 * argc;
    return (int)d; //~ float-cast-overflow
}
