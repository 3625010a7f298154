// A program may be started without arguments.
//@ check: main
int main(int argc, char **argv) {
    return argc && argv[1][0] == 'x'; //~ null-dereference assuming nothing
}
