// Seconds become milliseconds if the type holds them.
int milliseconds(double seconds) {
    if (!(seconds > -2000000.0 && seconds < 2000000.0))
        return 0;
    return (int)(seconds * 1000.0);
}
