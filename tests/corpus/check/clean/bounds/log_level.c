// A log level without a name is called unknown.
//@ check: log_message
#include <stdarg.h>

static const char *const level_names[] = {"debug", "info", "warning", "error"};
static const char *last_level;

void log_message(unsigned level, ...) {
    va_list arguments;
    va_start(arguments, level);
    last_level = level < 4 ? level_names[level] : "unknown";
    va_end(arguments);
}
