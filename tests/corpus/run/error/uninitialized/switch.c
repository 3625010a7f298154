// A switch on an unset variable.
static int classify(int x) {
    int kind;
    if (x > 0)
        kind = 1;
    else if (x < 0)
        kind = 2;
    switch (kind) { //~ uninitialized-read
    case 1: return 10;
    case 2: return 20;
    default: return 30;
    }
}
int main(void) {
    return classify(1) + classify(-1) + classify(0);
}
