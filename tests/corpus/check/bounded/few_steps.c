// A limit on steps ends the unit before it is through.
//@ check: collatz --max-steps 2000
//@ bounded: steps
unsigned collatz(unsigned n) {
    unsigned steps = 0;
    while (n > 1 && steps < 50) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
