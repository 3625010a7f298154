// A suite for old C: its tests include the source, so they are built with the flags that it needs.
//@ coverage: full

static char *seen;

int sign(n)
    int n;
{
    int *place = &n;
    seen = place;
    if (n < 0)
        return negative();
    return seen != 0;
}

int negative(void) { return -1; }
