// A CBMC harness whose property holds.
//@ paths: 2
extern int __VERIFIER_nondet_int(void);
extern void __CPROVER_assume(int condition);
extern void __CPROVER_assert(int condition, const char *description);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __CPROVER_assume(n > -10000);
    __CPROVER_assume(n < 10000);
    int distance = n;
    if (n < 0)
        distance = -n;
    __CPROVER_assert(distance >= 0, "a distance is not negative");
    return 0;
}
