int main(int argc, char **argv) {
    int x = 2147483647;
    return x + argc; //~ signed-overflow
}
