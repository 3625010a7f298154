// A variable that nobody has set yet is read as well, but the error does not hang on it.
//@ check: name_of
static const char *const names[3] = {"low", "mid", "high"};
static int verbose;

void set_verbose(int given) { verbose = given; }

const char *name_of(unsigned level) {
    if (verbose > 1 || level > 3)
        return "";
    return names[level]; //~ out-of-bounds assuming nothing
}
