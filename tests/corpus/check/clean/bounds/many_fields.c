// A line with more commas than a record has fields is cut.
//@ check: split --max-revisits 8
//@ allow: revisits input-size object-size
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
        if (*p == ',' && record.fields < 3)
            record.field[record.fields++] = p + 1;
    }
    return record.fields;
}
