// Steps of two pass an odd number.
//@ allow: revisits
unsigned steps_of_two(unsigned n) {
    unsigned steps = 0;
    for (unsigned at = 0; at < n && at < 1000; at += 2)
        steps++;
    return steps;
}
