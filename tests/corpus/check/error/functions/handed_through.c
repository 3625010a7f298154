// What a callback is handed is a structure of its owner's: who fills it in is not seen.
//@ check: forward --pointers nonnull

struct sink {
    void (*write)(char);
};

static void forward(char letter, void *userdata) {
    struct sink *sink = userdata;
    sink->write(letter); //~ null-dereference assuming fields
}

void (*forward_it)(char, void *) = forward;
