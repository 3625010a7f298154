// A size with a name of its own may be that of the text beside it, which then need not end.
//@ check: checksum --pointers nonnull
//@ allow: revisits
int checksum(const char *packet, int *status, unsigned short payloadSize) {
    unsigned sum = 0;
    for (int i = 0; i < payloadSize; i++)
        sum += (unsigned char)packet[i];
    *status = (int)(sum & 1);
    return payloadSize ? (int)(sum / payloadSize) : 0;
}
