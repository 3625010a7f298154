// A bytecode interpreter with computed goto, and label address differences.
#include <stdio.h>

enum { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, PRINT, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&sub, &&dup, &&swap, &&jnz, &&print, &&halt};
    int stack[32], *sp = stack, steps = 0;
    const int *pc = code;
#define NEXT() do { steps++; goto *labels[*pc++]; } while (0)
    NEXT();
push: *sp++ = *pc++; NEXT();
add: sp--; sp[-1] += sp[0]; NEXT();
mul: sp--; sp[-1] *= sp[0]; NEXT();
sub: sp--; sp[-1] -= sp[0]; NEXT();
dup: sp[0] = sp[-1]; sp++; NEXT();
swap: { int t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; } NEXT();
jnz: if (*--sp) pc += *pc; else pc++; NEXT();
print: printf("%d\n", sp[-1]); NEXT();
halt: return steps;
}

static int by_offset(int which) {
    static const int offsets[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + offsets[which]);
a: return 100;
b: return 200;
c: return 300;
}

int main(void) {
    const int program[] = {PUSH, 10, PRINT, PUSH, -1, ADD, DUP, JNZ, -6, HALT};
    printf("%d\n", run(program));
    int product[] = {PUSH, 6, PUSH, 7, MUL, PRINT, DUP, MUL, PUSH, 64, SWAP, SUB, PRINT, HALT};
    printf("%d\n", run(product));
    printf("%d %d %d\n", by_offset(0), by_offset(1), by_offset(2));
    void *next = &&first;
    int n = 0;
loop:
    goto *next;
first:
    n += 1;
    next = &&second;
    goto loop;
second:
    n *= 10;
    if (n > 1000)
        goto done;
    next = &&first;
    goto loop;
done:
    printf("%d\n", n);
    return 0;
}
