// An argument is looked at only if there is one; the program's name always is.
//@ check: main
//@ allow: input-size
int main(int argc, char **argv) {
    return argc > 1 && argv[1][0] == 'x';
}
