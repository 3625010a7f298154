// Parameters behind a semicolon are copied to a block of their size and looked through there: the place to end the
// copy at is a difference of two pointers that depend on inputs.
#include <assert.h>
#include <coax.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4 };

static const char *find(const char *text, char wanted) {
    for (; *text != wanted; text++)
        if (!*text)
            return NULL;
    return text;
}

static void copy(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

// A name and a value with an equals sign between them, before the next semicolon.
static int has_value(const char *parameters) {
    const char *equals = find(parameters, '=');
    const char *end = find(parameters, ';');
    if (!equals || !end)
        return -1;
    assert(end - equals != 1); //~ assertion
    return end > equals;
}

int main(void) {
    char text[N + 1];
    coax_symbolic(text, N, "text");
    text[N] = 0;
    const char *end = text + strlen(text);
    const char *start = find(text, '.');
    if (!start)
        return 1;
    char *copied = malloc(end - start + 1);
    if (!copied)
        return 2;
    copy(copied, start, end - start);
    copied[end - start] = 0;
    int found = has_value(copied);
    free(copied);
    return found > 0 ? 3 : 4;
}
