// Remainder by zero, unsigned long.
static unsigned long slot(unsigned long hash, unsigned long buckets) {
    return hash % buckets; //~ division-by-zero
}
int main(void) {
    return (int)(slot(100, 7) + slot(100, 0));
}
