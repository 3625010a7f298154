// A negative scale does not scale.
unsigned scale_down(unsigned value, int scale) {
    if (scale > 31 || scale < 0)
        return 0;
    return value >> scale;
}
