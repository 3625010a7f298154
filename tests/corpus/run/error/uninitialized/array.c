// One element of an array was skipped.
int main(void) {
    int v[5], sum = 0;
    for (int i = 0; i < 5; i++)
        if (i != 3)
            v[i] = i;
    for (int i = 0; i < 5; i++)
        if (v[i] > 1) //~ uninitialized-read
            sum++;
    return sum;
}
