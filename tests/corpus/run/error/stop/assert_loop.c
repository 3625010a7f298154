// An invariant broken by the last element.
#include <assert.h>
static void check_sorted(const int *v, int n) {
    for (int i = 1; i < n; i++)
        assert(v[i - 1] <= v[i] && "must be sorted"); //~ assertion
}
int main(void) {
    int v[] = {1, 2, 3, 0};
    check_sorted(v, 3);
    check_sorted(v, 4);
    return 0;
}
