// Flag number thirty-two is one too many.
unsigned with_flag(unsigned flags, unsigned number) {
    if (number > 32)
        return flags;
    return flags | 1u << number; //~ shift-out-of-range
}
