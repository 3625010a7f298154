// Reading past a global table.
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int month(int m) {
    return days[m]; //~ out-of-bounds
}
int main(void) {
    return month(11) + month(12);
}
