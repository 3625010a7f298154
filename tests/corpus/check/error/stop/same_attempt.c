// One kind of failure is tried again without being counted.
//@ check: attempts --max-revisits 100000000 --max-steps 3000000
int attempts(int failure) {
    int count = 0;
    while (count < 5) { //~ no-termination
        if (failure == 3)
            continue;
        count++;
        if (failure == 0)
            break;
    }
    return count;
}
