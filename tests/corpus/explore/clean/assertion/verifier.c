// An SV-COMP task whose property holds.
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
    unsigned short n = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(n <= 6);
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    __VERIFIER_assume(x <= 1000);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x;
    __VERIFIER_assert(sum == n * x);
    return 0;
}
