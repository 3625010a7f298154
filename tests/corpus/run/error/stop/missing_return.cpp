// Flowing off the end of a function with a result.
static int grade(int points) { if (points > 50) return 1; if (points > 20) return 2; } //~ unreachable
int main() {
    return grade(60) + grade(30) + grade(10);
}
