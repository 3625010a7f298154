// The older word for the same.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 0 && b > 0 && a < 1000 && b < 1000 && a * 2 == b * 3)
        __VERIFIER_error(); //~ assertion
    return 0;
}
