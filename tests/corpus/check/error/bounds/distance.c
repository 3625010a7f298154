// How far a pointer is into one array says which element of another one is meant.
//@ check: mark
static char text[256];
static char marks[200];

void mark(unsigned char position) {
    const char *letter = text + position;
    marks[letter - text] = 1; //~ out-of-bounds
}
