// Each way through the function returns something.
//@ check: grade
int grade(unsigned points) { if (points > 90) return 1; if (points > 50) return 2; return points < 20 ? 5 : 4; }
