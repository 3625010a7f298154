// The fields of a record are parsed by functions that move a cursor and report by their results; a length
// that is checked fits.
//@ check: parse_record --pointers nonnull --max-revisits 16
//@ allow: input-size
#include <stddef.h>

struct reader {
    const unsigned char *data;
    size_t size;
    size_t at;
};

struct record {
    unsigned char kind;
    unsigned char length;
    unsigned char name[6];
};

static int next_byte(struct reader *in, unsigned char *byte) {
    if (in->at >= in->size)
        return 0;
    *byte = in->data[in->at++];
    return 1;
}

static int parse_kind(struct reader *in, struct record *out) {
    if (!next_byte(in, &out->kind))
        return 0;
    return out->kind == 'k' || out->kind == 'K' || out->kind == 'v';
}

static int parse_length(struct reader *in, struct record *out) {
    if (!next_byte(in, &out->length))
        return 0;
    return out->length <= 6;
}

int parse_record(const unsigned char *data, size_t size) {
    struct reader in = {data, size, 0};
    struct record out = {0};
    if (!parse_kind(&in, &out) || !parse_length(&in, &out))
        return -1;
    for (unsigned i = 0; i < out.length; i++) {
        if (!next_byte(&in, &out.name[i]))
            return -2;
    }
    return out.kind;
}
