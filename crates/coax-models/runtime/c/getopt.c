// getopt, getopt_long and getopt_long_only, with glibc's order, results and messages.
//
// Non-options are permuted to the end, unless the option string starts with '+' or '-', or
// POSIXLY_CORRECT is set. [first_skipped, last_skipped) is the run of non-options met so far.

#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum Order { REQUIRE_ORDER, PERMUTE, RETURN_IN_ORDER };

static int initialized;
// The option last complained about. optopt itself is only ever set from it, after every call: a
// program's own assignments to optopt do not survive.
static int complained;
static char *next;
static enum Order order;
static int first_skipped, last_skipped;

struct Request {
    int argc;
    char **argv;
    const char *options;
    const struct option *longs;
    int *long_index;
    int long_only;
    int report;
};

// Swaps the skipped non-options with the options that came after them.
static void exchange(char **argv)
{
    int bottom = first_skipped, middle = last_skipped, top = optind;
    while (top > middle && middle > bottom) {
        if (top - middle > middle - bottom) {
            int length = middle - bottom;
            for (int i = 0; i < length; i++) {
                char *kept = argv[bottom + i];
                argv[bottom + i] = argv[top - length + i];
                argv[top - length + i] = kept;
            }
            top -= length;
        } else {
            int length = top - middle;
            for (int i = 0; i < length; i++) {
                char *kept = argv[bottom + i];
                argv[bottom + i] = argv[middle + i];
                argv[middle + i] = kept;
            }
            bottom += length;
        }
    }
    first_skipped += optind - last_skipped;
    last_skipped = optind;
}

static const char *initialize(const char *options)
{
    if (optind == 0)
        optind = 1;
    first_skipped = last_skipped = optind;
    next = NULL;
    initialized = 1;
    if (options[0] == '-') {
        order = RETURN_IN_ORDER;
        return options + 1;
    }
    if (options[0] == '+') {
        order = REQUIRE_ORDER;
        return options + 1;
    }
    order = getenv("POSIXLY_CORRECT") ? REQUIRE_ORDER : PERMUTE;
    return options;
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

// What a missing argument returns: ':' instead of '?' if the option string asks for it.
static int missing(const char *options) { return options[0] == ':' ? ':' : '?'; }

struct Match {
    const struct option *option;
    int index;
    int ambiguous;
};

static struct Match find_long(const struct Request *r, size_t length)
{
    struct Match match = {NULL, -1, 0};
    for (int i = 0; r->longs[i].name; i++) {
        const struct option *candidate = &r->longs[i];
        if (strncmp(candidate->name, next, length) != 0)
            continue;
        if (strlen(candidate->name) == length)
            return (struct Match){candidate, i, 0};
        if (!match.option) {
            match = (struct Match){candidate, i, 0};
        } else if (r->long_only || match.option->has_arg != candidate->has_arg ||
                   match.option->flag != candidate->flag || match.option->val != candidate->val) {
            match.ambiguous = 1;
        }
    }
    return match;
}

static void report_ambiguous(const struct Request *r, const char *prefix, size_t length)
{
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", r->argv[0], prefix, next);
    for (int i = 0; r->longs[i].name; i++)
        if (strncmp(r->longs[i].name, next, length) == 0)
            fprintf(stderr, " '%s%s'", prefix, r->longs[i].name);
    fprintf(stderr, "\n");
}

// Handles `next` as a long option; -1 if it is not one and may be short options instead.
static int take_long(const struct Request *r, const char *prefix)
{
    size_t length = strcspn(next, "=");
    const char *value = next[length] ? next + length + 1 : NULL;
    struct Match match = find_long(r, length);
    if (match.ambiguous) {
        if (r->report)
            report_ambiguous(r, prefix, length);
        next += strlen(next);
        optind++;
        complained = 0;
        return '?';
    }
    if (!match.option) {
        if (r->long_only && r->argv[optind][1] != '-' && strchr(r->options, *next))
            return -1;
        if (r->report)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", r->argv[0], prefix, next);
        next = NULL;
        optind++;
        complained = 0;
        return '?';
    }
    const struct option *option = match.option;
    optind++;
    next = NULL;
    if (value) {
        if (!option->has_arg) {
            if (r->report)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", r->argv[0], prefix,
                        option->name);
            complained = option->val;
            return '?';
        }
        optarg = (char *)value;
    } else if (option->has_arg == required_argument) {
        if (optind >= r->argc) {
            if (r->report)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", r->argv[0], prefix,
                        option->name);
            complained = option->val;
            return missing(r->options);
        }
        optarg = r->argv[optind++];
    }
    if (r->long_index)
        *r->long_index = match.index;
    if (option->flag) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

static int take_short(const struct Request *r)
{
    char c = *next++;
    const char *found = strchr(r->options, c);
    if (*next == '\0')
        optind++;
    if (!found || c == ':' || c == ';') {
        if (r->report)
            fprintf(stderr, "%s: invalid option -- '%c'\n", r->argv[0], c);
        complained = c;
        return '?';
    }
    if (found[1] != ':')
        return c;
    if (found[2] == ':') {
        // An optional argument must follow at once.
        optarg = NULL;
        if (*next != '\0') {
            optarg = next;
            optind++;
        }
        next = NULL;
        return c;
    }
    if (*next != '\0') {
        optarg = next;
        optind++;
    } else if (optind == r->argc) {
        if (r->report)
            fprintf(stderr, "%s: option requires an argument -- '%c'\n", r->argv[0], c);
        complained = c;
        c = (char)missing(r->options);
    } else {
        optarg = r->argv[optind++];
    }
    next = NULL;
    return c;
}

// Finds the next element that holds options; -1 at the end, 1 for a non-option to return.
static int advance(const struct Request *r)
{
    if (last_skipped > optind)
        last_skipped = optind;
    if (first_skipped > optind)
        first_skipped = optind;
    if (order == PERMUTE) {
        if (first_skipped != last_skipped && last_skipped != optind)
            exchange(r->argv);
        else if (last_skipped != optind)
            first_skipped = optind;
        while (optind < r->argc && !is_option(r->argv[optind]))
            optind++;
        last_skipped = optind;
    }
    if (optind != r->argc && strcmp(r->argv[optind], "--") == 0) {
        optind++;
        if (first_skipped != last_skipped && last_skipped != optind)
            exchange(r->argv);
        else if (first_skipped == last_skipped)
            first_skipped = optind;
        last_skipped = r->argc;
        optind = r->argc;
    }
    if (optind == r->argc) {
        if (first_skipped != last_skipped)
            optind = first_skipped;
        return -1;
    }
    if (!is_option(r->argv[optind])) {
        if (order == REQUIRE_ORDER)
            return -1;
        optarg = r->argv[optind++];
        return 1;
    }
    return 0;
}

static int find(int argc, char *const *argv, const char *options, const struct option *longs,
                int *long_index, int long_only)
{
    struct Request r = {argc, (char **)argv, options, longs, long_index, long_only, opterr};
    if (argc < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !initialized)
        r.options = initialize(options);
    else if (options[0] == '-' || options[0] == '+')
        r.options++;
    if (r.options[0] == ':')
        r.report = 0;
    if (!next || *next == '\0') {
        int found = advance(&r);
        if (found != 0)
            return found;
        char *element = r.argv[optind];
        if (r.longs && element[1] == '-') {
            next = element + 2;
            return take_long(&r, "--");
        }
        if (r.longs && r.long_only && (element[2] || !strchr(r.options, element[1]))) {
            next = element + 1;
            int code = take_long(&r, "-");
            if (code != -1)
                return code;
        }
        next = element + 1;
    }
    return take_short(&r);
}

static int get(int argc, char *const *argv, const char *options, const struct option *longs,
               int *long_index, int long_only)
{
    int code = find(argc, argv, options, longs, long_index, long_only);
    optopt = complained;
    return code;
}

int getopt(int argc, char *const *argv, const char *options)
{
    return get(argc, argv, options, NULL, NULL, 0);
}

int __posix_getopt(int argc, char *const *argv, const char *options)
{
    return get(argc, argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs,
                int *long_index)
{
    return get(argc, argv, options, longs, long_index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs,
                     int *long_index)
{
    return get(argc, argv, options, longs, long_index, 1);
}
