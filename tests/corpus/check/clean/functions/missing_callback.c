// The walker calls what it was given if it was given something.
//@ check: each
static const int values[3] = {2, 3, 5};

void each(void (*visit)(int value)) {
    if (!visit)
        return;
    for (int i = 0; i < 3; i++)
        visit(values[i]);
}
