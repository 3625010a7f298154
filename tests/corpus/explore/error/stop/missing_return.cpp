// One way through a function returns nothing.
#include <coax.h>

static int grade(unsigned points) { if (points > 90) return 1; if (points > 50) return 2; if (points < 20) return 5; } //~ unreachable

int main() {
    return grade(coax_uint("points"));
}
