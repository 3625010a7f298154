// A double too large for int.
static int seconds(double d) {
    return (int)(d * 1000); //~ float-cast-overflow
}
int main(void) {
    return seconds(1.5) + seconds(3e6);
}
