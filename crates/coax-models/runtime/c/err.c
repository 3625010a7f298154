// <err.h> and <error.h>: messages on stderr that name the program, and often its end.

#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

void vwarnx(const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format)
        vfprintf(stderr, format, arguments);
    putc('\n', stderr);
}

void vwarn(const char *format, va_list arguments)
{
    int error = errno;
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format) {
        vfprintf(stderr, format, arguments);
        fputs(": ", stderr);
    }
    errno = error;
    fprintf(stderr, "%m\n");
}

void verr(int status, const char *format, va_list arguments)
{
    vwarn(format, arguments);
    exit(status);
}

void verrx(int status, const char *format, va_list arguments)
{
    vwarnx(format, arguments);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}

static void finish(int status, int number, const char *format, va_list arguments)
{
    vfprintf(stderr, format, arguments);
    error_message_count++;
    if (number)
        fprintf(stderr, ": %s", strerror(number));
    putc('\n', stderr);
    fflush(stderr);
    if (status)
        exit(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s: ", program_invocation_name);
    va_start(arguments, format);
    finish(status, number, format, arguments);
    va_end(arguments);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, "%s:", program_invocation_name);
    if (file)
        fprintf(stderr, "%s:%u: ", file, line);
    else
        fputs(" ", stderr);
    va_start(arguments, format);
    finish(status, number, format, arguments);
    va_end(arguments);
}
