// The strong definitions.
int setting = 42;
int choice(void) { return 2; }
int ask(void) {
    setting++;
    return choice() * 10;
}
