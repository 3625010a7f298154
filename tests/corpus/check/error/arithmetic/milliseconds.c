// Seconds become milliseconds in a type that holds a month of them.
int milliseconds(double seconds) {
    return (int)(seconds * 1000.0); //~ float-cast-overflow
}
