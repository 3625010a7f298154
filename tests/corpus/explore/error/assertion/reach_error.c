// A task in the style of Test-Comp: reach the call of reach_error.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned char rounds = __VERIFIER_nondet_uchar();
    unsigned sum = 0;
    if (rounds > 3)
        return 0;
    for (unsigned char i = 0; i < rounds; i++)
        sum += __VERIFIER_nondet_uint() & 3;
    if (sum == 9)
        reach_error(); //~ assertion
    return 0;
}
