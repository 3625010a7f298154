// A value that says it is a text, and whose text is missing, is empty.
#include <stddef.h>

enum tag { NUMBER, TEXT };

struct value {
    enum tag tag;
    union {
        unsigned number;
        const char *text;
    } as;
};

int is_zero(const struct value *v) {
    if (v == NULL)
        return 0;
    switch (v->tag) {
    case NUMBER:
        return v->as.number == 0;
    case TEXT:
        return v->as.text == NULL || v->as.text[0] == '\0';
    }
    return 0;
}
