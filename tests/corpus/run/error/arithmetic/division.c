// Division by a counter that stayed zero.
static int average(const int *v, int n) {
    int sum = 0, used = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > 0) {
            sum += v[i];
            used++;
        }
    return sum / used; //~ division-by-zero
}
int main(void) {
    int good[] = {1, -2, 3}, bad[] = {-1, -2};
    return average(good, 3) + average(bad, 2);
}
