// Reading through a null pointer.
#include <stdio.h>
static int *find(int *v, int n, int key) {
    for (int i = 0; i < n; i++)
        if (v[i] == key)
            return &v[i];
    return NULL;
}
int main(void) {
    int v[] = {1, 2, 3};
    printf("%d\n", *find(v, 3, 2));
    int *p = find(v, 3, 9);
    return *p; //~ null-dereference
}
