// setjmp and longjmp: values, nesting, through several frames, in loops, as exceptions.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf top, inner, *current;
static int unwound;

static void deep(int n) {
    if (n == 0)
        longjmp(top, 42);
    deep(n - 1);
    unwound++; /* never reached */
}

static int try_parse(const char *s) {
    jmp_buf here, *saved = current;
    current = &here;
    int result;
    switch (setjmp(here)) {
    case 0:
        if (*s == '!')
            longjmp(*current, 2);
        if (*s == '?')
            longjmp(*current, 3);
        result = atoi(s);
        break;
    case 2: result = -2; break;
    default: result = -3; break;
    }
    current = saved;
    return result;
}

static void nested(void) {
    volatile int stage = 0;
    if (setjmp(top) == 0) {
        if (setjmp(inner) == 0) {
            stage = 1;
            longjmp(inner, 7);
        }
        stage = stage * 10 + 2;
        longjmp(top, 1);
    }
    printf("nested %d\n", stage);
}

static int compare(const void *a, const void *b) {
    if (*(const int *)a == 13 || *(const int *)b == 13)
        longjmp(top, 13);
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int r = setjmp(top);
    if (r == 0)
        deep(100);
    printf("%d %d\n", r, unwound);
    volatile int count = 0;
    r = setjmp(top);
    if (count < 5) {
        count++;
        longjmp(top, count);
    }
    printf("%d %d\n", r, count);
    if (setjmp(top) == 1)
        puts("zero becomes one");
    else
        longjmp(top, 0);
    printf("%d %d %d\n", try_parse("17"), try_parse("!"), try_parse("?"));
    nested();
    for (volatile int i = 0; i < 4; i++) {
        r = setjmp(top);
        if (r == 0 && i % 2)
            longjmp(top, i);
        printf("%d:%d ", i, r);
    }
    puts("");
    int values[] = {5, 3, 13, 1};
    if (setjmp(top) == 0)
        qsort(values, 4, sizeof(int), compare); /* leaves through the library's frames */
    else
        puts("left qsort");
    return 0;
}
