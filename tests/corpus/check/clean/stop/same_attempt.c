// Each kind of failure is counted.
//@ check: attempts
int attempts(int failure) {
    int count = 0;
    while (count < 5) {
        count++;
        if (failure == 0)
            break;
        if (failure == 3)
            continue;
    }
    return count;
}
