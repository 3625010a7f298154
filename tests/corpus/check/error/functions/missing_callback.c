// The walker calls what it was given, also nothing.
//@ check: each
static const int values[3] = {2, 3, 5};

void each(void (*visit)(int value)) {
    for (int i = 0; i < 3; i++)
        visit(values[i]); //~ null-dereference assuming null-argument
}
