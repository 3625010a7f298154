// A negative index into a global array.
static int counts[26];
static void count(const char *s) {
    for (; *s; s++)
        counts[*s - 'a']++; //~ out-of-bounds
}
int main(void) {
    count("abc");
    count("aBc");
    return counts[0];
}
