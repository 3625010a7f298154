// exit, atexit, __cxa_atexit, quick_exit, at_quick_exit, __cxa_finalize.
//
// Destructors of thread-local objects come first. Handlers run in reverse order of registration;
// one registered while they run is next. After them come the program's destructors (the engine
// hands them out one by one), then the end.
// quick_exit has a list of its own and neither destructors nor flushing.

#include <stddef.h>
#include <stdlib.h>

// Provided by the engine: the address of the next function of llvm.global_dtors, or null.
void (*__coax_next_destructor(void))(void);
// Provided by the models: flushes all streams and ends the program.
_Noreturn void __coax_exit(int status);
_Noreturn void _exit(int status);

// The allocator of the list; blocks of it are never reported as leaked.
void *__coax_library_malloc(size_t size);

enum Kind { PLAIN, CXX, ON_EXIT };

struct Handler {
    struct Handler *next;
    enum Kind kind;
    union {
        void (*plain)(void);
        void (*cxx)(void *);
        void (*on_exit)(int, void *);
    } function;
    void *argument;
    void *object;
};

static struct Handler *handlers;
static struct Handler *thread_handlers; // of thread-local objects: they end first
static struct Handler *quick_handlers;

static struct Handler *push(struct Handler **list, enum Kind kind)
{
    struct Handler *handler = __coax_library_malloc(sizeof *handler);
    if (!handler)
        return NULL;
    handler->kind = kind;
    handler->argument = NULL;
    handler->object = NULL;
    handler->next = *list;
    *list = handler;
    return handler;
}

static void run(struct Handler *handler, int status)
{
    switch (handler->kind) {
    case PLAIN: handler->function.plain(); break;
    case CXX: handler->function.cxx(handler->argument); break;
    case ON_EXIT: handler->function.on_exit(status, handler->argument); break;
    }
}

static void run_all(struct Handler **list, int status)
{
    while (*list) {
        struct Handler *handler = *list;
        *list = handler->next;
        run(handler, status);
    }
}

int atexit(void (*function)(void))
{
    struct Handler *handler = push(&handlers, PLAIN);
    if (!handler)
        return -1;
    handler->function.plain = function;
    return 0;
}

static int register_cxx(struct Handler **list, void (*function)(void *), void *argument, void *object)
{
    struct Handler *handler = push(list, CXX);
    if (!handler)
        return -1;
    handler->function.cxx = function;
    handler->argument = argument;
    handler->object = object;
    return 0;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object)
{
    return register_cxx(&handlers, function, argument, object);
}

int __cxa_thread_atexit(void (*function)(void *), void *argument, void *object)
{
    return register_cxx(&thread_handlers, function, argument, object);
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *object)
{
    return register_cxx(&thread_handlers, function, argument, object);
}

int on_exit(void (*function)(int, void *), void *argument)
{
    struct Handler *handler = push(&handlers, ON_EXIT);
    if (!handler)
        return -1;
    handler->function.on_exit = function;
    handler->argument = argument;
    return 0;
}

int at_quick_exit(void (*function)(void))
{
    struct Handler *handler = push(&quick_handlers, PLAIN);
    if (!handler)
        return -1;
    handler->function.plain = function;
    return 0;
}

// Runs the handlers of one shared object now, or all of them.
void __cxa_finalize(void *object)
{
    struct Handler **link = &handlers;
    while (*link) {
        struct Handler *handler = *link;
        if (handler->kind != CXX || (object && handler->object != object)) {
            link = &handler->next;
            continue;
        }
        *link = handler->next;
        run(handler, 0);
        link = &handlers;
    }
}

_Noreturn void exit(int status)
{
    run_all(&thread_handlers, status);
    run_all(&handlers, status);
    void (*destructor)(void);
    while ((destructor = __coax_next_destructor()))
        destructor();
    __coax_exit(status);
}

_Noreturn void quick_exit(int status)
{
    run_all(&quick_handlers, status);
    _exit(status);
}
