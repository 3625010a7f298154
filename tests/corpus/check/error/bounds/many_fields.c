// A line with more commas than a record has fields.
//@ repeat: same
//@ check: split --max-revisits 8
#include <stddef.h>

struct record {
    const char *field[3];
    unsigned fields;
};

unsigned split(const char *line) {
    struct record record = {{NULL}, 0};
    if (line == NULL)
        return 0;
    record.field[record.fields++] = line;
    for (const char *p = line; *p != '\0'; p++) {
        if (*p == ',')
            record.field[record.fields++] = p + 1; //~ out-of-bounds
    }
    return record.fields;
}
