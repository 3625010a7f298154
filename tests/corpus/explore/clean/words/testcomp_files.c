// The tests of a task written in the exchange format of Test-Comp.
//@ explore: --framework testcomp
//@ tests: 3
//@ leaves: test-suite/metadata.xml
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        return 1;
    if (x == 2)
        return 2;
    return 0;
}
