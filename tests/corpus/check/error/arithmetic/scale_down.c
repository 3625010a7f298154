// A negative scale shifts to the left, somebody thought.
unsigned scale_down(unsigned value, int scale) {
    if (scale > 31)
        return 0;
    return value >> scale; //~ shift-out-of-range
}
