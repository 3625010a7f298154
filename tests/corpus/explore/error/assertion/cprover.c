// A harness in the style of CBMC.
extern int __VERIFIER_nondet_int(void);
extern void __CPROVER_assume(int condition);
extern void __CPROVER_assert(int condition, const char *description);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __CPROVER_assume(n >= 0 && n <= 16);
    int square = n * n;
    __CPROVER_assert(square != 144, "not a dozen dozens"); //~ assertion
    return 0;
}
