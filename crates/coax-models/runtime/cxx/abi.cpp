// Exceptions by the Itanium C++ ABI: objects, the stack of caught ones, exception_ptr,
// terminate. Finding handlers and unwinding is the engine's (`__coax_throw`).
//
// The engine knows the first four fields of the header; keep the two in step
// (crates/coax-interp/src/unwind.rs).

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

extern "C" {
void __coax_throw(void *exception);
void *__coax_match(const std::type_info *thrown, const std::type_info *caught, void *object);
[[noreturn]] void __coax_uncaught(const std::type_info *type, const char *what);
char *__coax_demangle(const char *name);
}

namespace {

struct Header {
    const std::type_info *type;
    void (*destroy)(void *);
    void *adjusted; // what the handler sees; written by the engine
    void *object;   // the thrown object
    Header *next;   // in the stack of caught exceptions
    int handlers;   // negative while being rethrown
    int references;
    Header *primary; // set if this only stands for another exception (rethrow_exception)
    void *unused;
};
static_assert(sizeof(Header) == 64, "the engine relies on this size");

struct Globals {
    Header *caught;
    unsigned uncaught;
};

Globals globals;
std::terminate_handler handler_of_terminate;

Header *header_of(void *exception) { return static_cast<Header *>(exception) - 1; }
void *exception_of(Header *header) { return header + 1; }
Header *primary_of(Header *header) { return header->primary ? header->primary : header; }

void release(Header *header) {
    if (--header->references > 0)
        return;
    if (header->primary) {
        Header *primary = header->primary;
        std::free(header);
        release(primary);
        return;
    }
    if (header->destroy)
        header->destroy(header->object);
    std::free(header);
}

Header *make_header(std::size_t size) {
    Header *header = static_cast<Header *>(std::malloc(sizeof(Header) + size));
    if (!header)
        std::terminate();
    std::memset(header, 0, sizeof(Header));
    header->object = exception_of(header);
    return header;
}

[[noreturn]] void start(Header *header) {
    ++globals.uncaught;
    __coax_throw(exception_of(header));
    // Nobody catches it.
    abi::__cxa_begin_catch(exception_of(header));
    std::terminate();
}

const char *what_of(Header *header) {
    void *base = __coax_match(header->type, &typeid(std::exception), header->object);
    return base ? static_cast<std::exception *>(base)->what() : nullptr;
}

} // namespace

extern "C" {

void *__cxa_allocate_exception(std::size_t size) noexcept { return exception_of(make_header(size)); }

void __cxa_free_exception(void *exception) noexcept { std::free(header_of(exception)); }

abi::__cxa_refcounted_exception *__cxa_init_primary_exception(void *exception, std::type_info *type,
                                                              void (*destroy)(void *)) noexcept {
    Header *header = header_of(exception);
    header->type = type;
    header->destroy = destroy;
    return reinterpret_cast<abi::__cxa_refcounted_exception *>(header);
}

void __cxa_throw(void *exception, std::type_info *type, void (*destroy)(void *)) {
    Header *header = header_of(exception);
    header->type = type;
    header->destroy = destroy;
    header->references = 1;
    start(header);
}

void *__cxa_get_exception_ptr(void *exception) noexcept { return header_of(exception)->adjusted; }

void *__cxa_begin_catch(void *exception) noexcept {
    Header *header = header_of(exception);
    header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
    --globals.uncaught;
    if (globals.caught != header) {
        header->next = globals.caught;
        globals.caught = header;
    }
    return header->adjusted;
}

void __cxa_end_catch() {
    Header *header = globals.caught;
    if (!header)
        return;
    if (header->handlers < 0) {
        // Being rethrown: it leaves the stack but lives on.
        if (++header->handlers == 0)
            globals.caught = header->next;
    } else if (--header->handlers == 0) {
        globals.caught = header->next;
        release(header);
    }
}

void __cxa_rethrow() {
    Header *header = globals.caught;
    if (!header)
        std::terminate();
    header->handlers = -header->handlers;
    start(header);
}

std::type_info *__cxa_current_exception_type() noexcept {
    return globals.caught ? const_cast<std::type_info *>(globals.caught->type) : nullptr;
}

[[noreturn]] void __cxa_call_unexpected(void *exception) {
    __cxa_begin_catch(exception);
    std::terminate();
}

[[noreturn]] void __cxa_call_terminate(void *exception) noexcept {
    if (exception)
        __cxa_begin_catch(exception);
    std::terminate();
}

abi::__cxa_eh_globals *__cxa_get_globals() noexcept {
    return reinterpret_cast<abi::__cxa_eh_globals *>(&globals);
}

abi::__cxa_eh_globals *__cxa_get_globals_fast() noexcept { return __cxa_get_globals(); }

// A guard is one byte "done" and one byte "in progress".
int __cxa_guard_acquire(abi::__guard *guard) {
    char *state = reinterpret_cast<char *>(guard);
    if (state[0])
        return 0;
    if (state[1])
        std::terminate(); // recursive initialisation
    state[1] = 1;
    return 1;
}

void __cxa_guard_release(abi::__guard *guard) noexcept {
    char *state = reinterpret_cast<char *>(guard);
    state[0] = 1;
    state[1] = 0;
}

void __cxa_guard_abort(abi::__guard *guard) noexcept { reinterpret_cast<char *>(guard)[1] = 0; }

char *__cxa_demangle(const char *name, char *buffer, std::size_t *length, int *status) {
    char *text = name ? __coax_demangle(name) : nullptr;
    if (status)
        *status = !name ? -3 : text ? 0 : -2;
    if (!text || !buffer)
        return text;
    std::size_t needed = std::strlen(text) + 1;
    if (*length < needed) {
        buffer = static_cast<char *>(std::realloc(buffer, needed));
        *length = needed;
    }
    std::memcpy(buffer, text, needed);
    std::free(text);
    return buffer;
}

} // extern "C"

namespace std {

void terminate() noexcept {
    if (handler_of_terminate) {
        handler_of_terminate();
        std::abort();
    }
    Header *header = globals.caught ? primary_of(globals.caught) : nullptr;
    __coax_uncaught(header ? header->type : nullptr, header ? what_of(header) : nullptr);
}

terminate_handler set_terminate(terminate_handler handler) noexcept {
    terminate_handler old = handler_of_terminate;
    handler_of_terminate = handler;
    return old;
}

terminate_handler get_terminate() noexcept { return handler_of_terminate; }

bool uncaught_exception() noexcept { return globals.uncaught != 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(globals.uncaught); }

namespace __exception_ptr {

exception_ptr::exception_ptr(void *exception) noexcept : _M_exception_object(exception) {
    if (_M_exception_object)
        _M_addref();
}

void exception_ptr::_M_addref() noexcept {
    if (_M_exception_object)
        ++header_of(_M_exception_object)->references;
}

void exception_ptr::_M_release() noexcept {
    if (_M_exception_object) {
        ::release(header_of(_M_exception_object));
        _M_exception_object = nullptr;
    }
}

void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const std::type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return _M_exception_object ? header_of(_M_exception_object)->type : nullptr;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
    if (!globals.caught)
        return exception_ptr();
    void *exception = exception_of(primary_of(globals.caught));
    return *reinterpret_cast<exception_ptr *>(&exception);
}

void rethrow_exception(exception_ptr pointer) {
    void *exception = *reinterpret_cast<void **>(&pointer);
    Header *primary = header_of(exception);
    ++primary->references;
    // One exception may be on its way more than once: each time it is stood for by a header of its own.
    Header *header = make_header(0);
    header->type = primary->type;
    header->object = primary->object;
    header->primary = primary;
    header->references = 1;
    pointer = nullptr;
    start(header);
}

nested_exception::~nested_exception() noexcept = default;

} // namespace std
