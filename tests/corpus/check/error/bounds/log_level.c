// A log level has no name, whatever is logged with it.
//@ check: log_message
#include <stdarg.h>

static const char *const level_names[] = {"debug", "info", "warning", "error"};
static const char *last_level;

void log_message(unsigned level, ...) {
    va_list arguments;
    va_start(arguments, level);
    last_level = level_names[level]; //~ out-of-bounds
    va_end(arguments);
}
