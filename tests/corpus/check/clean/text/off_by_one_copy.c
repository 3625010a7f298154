// A copy of at most fifteen characters and their terminator.
//@ check: set_title --pointers nonnull --max-revisits 20
//@ allow: revisits input-size object-size
#include <stddef.h>

struct window {
    int id;
    char title[16];
};

void set_title(struct window *w, const char *title) {
    size_t n = 0;
    while (n < sizeof w->title - 1 && title[n] != '\0') {
        w->title[n] = title[n];
        n++;
    }
    w->title[n] = '\0';
}
