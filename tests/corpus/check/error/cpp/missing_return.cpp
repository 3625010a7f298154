// One way through the function returns nothing.
//@ check: grade
int grade(unsigned points) { if (points > 90) return 1; if (points > 50) return 2; if (points < 20) return 5; } //~ unreachable
