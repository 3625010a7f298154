// SV-COMP's words for the types, each with a value only that type has.
//@ paths: 9
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);

// Eight questions, each with a way out, and the end.
int main(void) {
    if (__VERIFIER_nondet_char() < 0)
        return 1;
    if (__VERIFIER_nondet_uchar() == 200)
        return 2;
    if (__VERIFIER_nondet_short() == -300)
        return 3;
    if (__VERIFIER_nondet_ushort() == 60000)
        return 4;
    if (__VERIFIER_nondet_long() == 5000000000)
        return 5;
    if (__VERIFIER_nondet_ulong() == 1)
        return 6;
    if (__VERIFIER_nondet_float() == 0.5f)
        return 7;
    if (__VERIFIER_nondet_double() == 0.25)
        return 8;
    return 0;
}
