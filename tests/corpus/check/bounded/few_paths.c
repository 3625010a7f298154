// A limit on paths leaves the others untried.
//@ check: gear --max-paths 2
//@ bounded: paths
int gear(unsigned speed) {
    if (speed < 10)
        return 1;
    if (speed < 30)
        return 2;
    if (speed < 60)
        return 3;
    return 4;
}
