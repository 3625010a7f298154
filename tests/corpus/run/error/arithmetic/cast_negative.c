// A negative float converted to unsigned.
static unsigned level(float f) {
    return (unsigned)f; //~ float-cast-overflow
}
int main(void) {
    return (int)(level(-0.5f) + level(-1.5f));
}
