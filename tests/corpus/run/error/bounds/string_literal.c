// String literals cannot be written.
int main(void) {
    char *s = "constant";
    char first = s[0];
    s[0] = 'C'; //~ out-of-bounds
    return first;
}
