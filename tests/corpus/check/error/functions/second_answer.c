// The world gives a smaller number the second time.
unsigned bytes_waiting(void);

unsigned share_of_waiting(unsigned part) {
    if (bytes_waiting() == 0)
        return 0;
    return part / bytes_waiting(); //~ division-by-zero
}
