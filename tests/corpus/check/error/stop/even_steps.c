// Steps of two never meet an odd number.
unsigned steps_of_two(unsigned n) {
    unsigned steps = 0;
    for (unsigned at = 0; at != n; at += 2) //~ no-termination
        steps++;
    return steps;
}
