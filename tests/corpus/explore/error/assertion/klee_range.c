// KLEE's words for single values, declared by hand.
#include <assert.h>

int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);

static int day_of_year(int month, int day) {
    static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return before[month] + day;
}

int main(void) {
    int month = klee_range(0, 12, "month");
    int day = klee_int("day");
    if (day < 1 || day > 31)
        return 1;
    assert(day_of_year(month, day) != 200); //~ assertion
    return 0;
}
