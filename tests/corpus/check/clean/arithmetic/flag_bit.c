// Flag number thirty-one is the last one.
unsigned with_flag(unsigned flags, unsigned number) {
    if (number >= 32)
        return flags;
    return flags | 1u << number;
}
