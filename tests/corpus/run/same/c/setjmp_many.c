// Each call sets its own place to return to; a million of them leave nothing behind.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf keep;
static int f(int i){ jmp_buf b; if (setjmp(b)) return i; if (i % 3 == 0) longjmp(b, 1); if (i == 170001) longjmp(keep, 5); return -i; }
int main(void){ long s=0; int r = setjmp(keep); if (r) { printf("r %d\n", r); return 0; } for (int i=0;i<200000;i++) s+=f(i); printf("%ld\n", s); }
