// Of two units one has a depth of its own, in which the callee may answer anything.
//@ repeat: same
//@ check: bucket_of --call-depth 1 --call-depth-of raw_bucket_of=0
//@ check: raw_bucket_of --call-depth 1 --call-depth-of raw_bucket_of=0
static const unsigned char buckets[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static unsigned spread(unsigned key) { return key & 7; }

unsigned bucket_of(unsigned key) { return buckets[spread(key)]; }

unsigned raw_bucket_of(unsigned key) {
    unsigned at = spread(key);
    return buckets[at]; //~ out-of-bounds in raw_bucket_of assuming stub
}
