// _Thread_local variables: initial values, static inside functions, pointers to them.
#include <stdio.h>

static _Thread_local int counter = 5;
_Thread_local double table[4] = {1, 2, 3};
static __thread struct { char name[8]; int n; } state = {"thread", 3};
static _Thread_local int *self;

static int next(void) {
    static _Thread_local int calls;
    return ++calls * counter++;
}

int main(void) {
    for (int i = 0; i < 5; i++)
        printf("%d ", next());
    puts("");
    table[3] = table[0] + table[1] + table[2];
    printf("%g %s %d\n", table[3], state.name, state.n++);
    self = &counter;
    *self *= 2;
    printf("%d %d %d\n", counter, state.n, self == &counter);
    state.name[0] = 'T';
    puts(state.name);
    return 0;
}
