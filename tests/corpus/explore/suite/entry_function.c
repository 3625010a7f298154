// A function is entered directly; its parameters are the inputs.
//@ explore: --entry grade
//@ coverage: full
//@ paths: 4
//@ tests: 4

int grade(int points, int bonus);

// Cheating, excellent, passed, failed.
int grade(int points, int bonus) {
    if (bonus > 10)
        return 6;
    if (points > 90)
        return 1;
    if (points > 50)
        return 2;
    return 5;
}
