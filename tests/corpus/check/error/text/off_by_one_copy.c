// A copy of at most sixteen characters writes its terminator behind them.
//@ check: set_title --pointers nonnull --max-revisits 20
#include <stddef.h>

struct window {
    int id;
    char title[16];
};

void set_title(struct window *w, const char *title) {
    size_t n = 0;
    while (n < sizeof w->title && title[n] != '\0') {
        w->title[n] = title[n];
        n++;
    }
    w->title[n] = '\0'; //~ out-of-bounds
}
