// A machine that reads an event in every round for ever: its states are come to, and so is the error in the last one.
//@ explore: --search coverage --tests new-coverage --max-steps 300000
//@ because: steps
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int state, rejected;

static int step(int event) {
    if (event == 1 && state == 0) {
        state = 1;
        return 10;
    }
    if (event == 2 && state == 1) {
        state = 2;
        return 11;
    }
    if (event == 3 && state == 2) {
        state = 3;
        return 12;
    }
    if (event == 4 && state == 3) {
        state = 4;
        return 13;
    }
    if (event == 5 && state == 4)
        reach_error(); //~ assertion
    if (event == 1 && state > 2) {
        state = 0;
        return 14;
    }
    return -1;
}

int main(void) {
    for (;;)
        if (step(__VERIFIER_nondet_int()) < 0)
            rejected++;
}
