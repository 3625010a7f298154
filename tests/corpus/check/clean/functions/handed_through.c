// What a callback is handed is a structure of its owner's: who fills it in is not seen.
//@ check: forward --pointers nonnull

struct sink {
    void (*write)(char);
    int count;
};

static void forward(char letter, void *userdata) {
    struct sink *sink = userdata;
    if (sink->count > 0 && letter)
        sink->count--;
}

void (*forward_it)(char, void *) = forward;
