// The tests of a Test-Comp task hand out its values in the order of the questions.
//@ coverage: full
//@ outcomes: 0 1 2
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int sum = 0;
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 2)
        return 1;
    for (unsigned char i = 0; i < n; i++)
        if (__VERIFIER_nondet_int() > 0)
            sum++;
    if (sum == 2)
        return 2;
    return 0;
}
