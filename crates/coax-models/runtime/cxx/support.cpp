// operator new and delete, and the array and virtual-call helpers of the C++ ABI.
//
// Every allocation function is weak: a program may replace any of them. The
// standard says that the array, nothrow and sized forms call the plain one, so a
// program that replaces only `operator new(size_t)` must see those calls too. At
// the same time the engine wants to know which form the *user* wrote. Hence the
// notes below: the array form leaves a note for the default plain form; a
// replacement never reads it.

#include "runtime.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#define REPLACEABLE __attribute__((weak))

namespace {

std::new_handler current_new_handler;

// "The next default operator new (delete) was called on behalf of the array form."
bool array_new_pending;
bool array_delete_pending;

bool take(bool &note) {
    bool was = note;
    note = false;
    return was;
}

// Calls `attempt` until it succeeds; between attempts the program's new-handler
// may free memory. Without a handler, failure is std::bad_alloc.
template <typename Attempt> void *allocate_or_throw(Attempt attempt) {
    for (;;) {
        if (void *block = attempt())
            return block;
        if (!current_new_handler)
            throw std::bad_alloc();
        current_new_handler();
    }
}

bool is_power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

} // namespace

namespace std {

const nothrow_t nothrow{};

new_handler set_new_handler(new_handler handler) noexcept {
    new_handler old = current_new_handler;
    current_new_handler = handler;
    return old;
}

new_handler get_new_handler() noexcept { return current_new_handler; }

} // namespace std

// ---- allocation -------------------------------------------------------------------------

REPLACEABLE void *operator new(std::size_t size) {
    bool array = take(array_new_pending);
    return allocate_or_throw([=] { return array ? __coax_new_array(size) : __coax_new(size); });
}

REPLACEABLE void *operator new[](std::size_t size) {
    array_new_pending = true;
    void *block = operator new(size);
    array_new_pending = false;
    return block;
}

REPLACEABLE void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new(size);
    } catch (...) {
        return nullptr;
    }
}

REPLACEABLE void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
    try {
        return operator new[](size);
    } catch (...) {
        return nullptr;
    }
}

REPLACEABLE void *operator new(std::size_t size, std::align_val_t alignment) {
    bool array = take(array_new_pending);
    auto align = static_cast<std::size_t>(alignment);
    if (!is_power_of_two(align))
        throw std::bad_alloc();
    return allocate_or_throw([=] {
        return array ? __coax_new_array_aligned(size, align) : __coax_new_aligned(size, align);
    });
}

REPLACEABLE void *operator new[](std::size_t size, std::align_val_t alignment) {
    array_new_pending = true;
    void *block = operator new(size, alignment);
    array_new_pending = false;
    return block;
}

REPLACEABLE void *operator new(std::size_t size, std::align_val_t alignment,
                               const std::nothrow_t &) noexcept {
    try {
        return operator new(size, alignment);
    } catch (...) {
        return nullptr;
    }
}

REPLACEABLE void *operator new[](std::size_t size, std::align_val_t alignment,
                                 const std::nothrow_t &) noexcept {
    try {
        return operator new[](size, alignment);
    } catch (...) {
        return nullptr;
    }
}

// ---- deallocation -----------------------------------------------------------------------

REPLACEABLE void operator delete(void *block) noexcept {
    if (take(array_delete_pending))
        __coax_delete_array(block);
    else
        __coax_delete(block);
}

REPLACEABLE void operator delete[](void *block) noexcept {
    array_delete_pending = true;
    operator delete(block);
    array_delete_pending = false;
}

REPLACEABLE void operator delete(void *block, std::size_t size) noexcept {
    __coax_check_deleted(block, size);
    operator delete(block);
}

REPLACEABLE void operator delete[](void *block, std::size_t) noexcept { operator delete[](block); }

REPLACEABLE void operator delete(void *block, const std::nothrow_t &) noexcept {
    operator delete(block);
}

REPLACEABLE void operator delete[](void *block, const std::nothrow_t &) noexcept {
    operator delete[](block);
}

REPLACEABLE void operator delete(void *block, std::align_val_t) noexcept {
    if (take(array_delete_pending))
        __coax_delete_array(block);
    else
        __coax_delete(block);
}

REPLACEABLE void operator delete[](void *block, std::align_val_t alignment) noexcept {
    array_delete_pending = true;
    operator delete(block, alignment);
    array_delete_pending = false;
}

REPLACEABLE void operator delete(void *block, std::size_t, std::align_val_t alignment) noexcept {
    operator delete(block, alignment);
}

REPLACEABLE void operator delete[](void *block, std::size_t, std::align_val_t alignment) noexcept {
    operator delete[](block, alignment);
}

REPLACEABLE void operator delete(void *block, std::align_val_t alignment,
                                 const std::nothrow_t &) noexcept {
    operator delete(block, alignment);
}

REPLACEABLE void operator delete[](void *block, std::align_val_t alignment,
                                   const std::nothrow_t &) noexcept {
    operator delete[](block, alignment);
}

// ---- arrays of objects (Itanium C++ ABI, 3.3.3) -----------------------------------------

namespace __cxxabiv1 {

using Constructor = void (*)(void *);
using Copier = void (*)(void *, void *);
using Destructor = void (*)(void *);
using Allocator = void *(*)(std::size_t);
using Deallocator = void (*)(void *);
using SizedDeallocator = void (*)(void *, std::size_t);

extern "C" {
void __cxa_vec_ctor(void *array, std::size_t count, std::size_t element_size, Constructor construct,
                    Destructor destroy);
void __cxa_vec_dtor(void *array, std::size_t count, std::size_t element_size, Destructor destroy);
void __cxa_vec_cleanup(void *array, std::size_t count, std::size_t element_size,
                       Destructor destroy) noexcept;
[[noreturn]] void __cxa_throw_bad_array_new_length();
}

namespace {

std::size_t array_bytes(std::size_t count, std::size_t element_size, std::size_t padding) {
    std::size_t bytes;
    if (__builtin_mul_overflow(count, element_size, &bytes) ||
        __builtin_add_overflow(bytes, padding, &bytes))
        __cxa_throw_bad_array_new_length();
    return bytes;
}

// The element count is stored in the word just before the first element.
std::size_t &array_cookie(void *array) { return static_cast<std::size_t *>(array)[-1]; }

template <typename Release>
void *new_array(std::size_t count, std::size_t element_size, std::size_t padding,
                Constructor construct, Destructor destroy, Allocator allocate, Release release) {
    std::size_t bytes = array_bytes(count, element_size, padding);
    char *block = static_cast<char *>(allocate(bytes));
    if (!block)
        return nullptr;
    char *array = block + padding;
    if (padding)
        array_cookie(array) = count;
    try {
        __cxa_vec_ctor(array, count, element_size, construct, destroy);
    } catch (...) {
        release(block, bytes);
        throw;
    }
    return array;
}

template <typename Release>
void delete_array(void *array, std::size_t element_size, std::size_t padding, Destructor destroy,
                  Release release) {
    if (!array)
        return;
    char *block = static_cast<char *>(array) - padding;
    std::size_t count = padding ? array_cookie(array) : 0;
    std::size_t bytes = count * element_size + padding;
    try {
        if (padding && destroy)
            __cxa_vec_dtor(array, count, element_size, destroy);
    } catch (...) {
        release(block, bytes);
        throw;
    }
    release(block, bytes);
}

} // namespace

extern "C" {

void __cxa_vec_ctor(void *array, std::size_t count, std::size_t element_size, Constructor construct,
                    Destructor destroy) {
    if (!construct)
        return;
    char *first = static_cast<char *>(array);
    std::size_t done = 0;
    try {
        for (; done < count; ++done)
            construct(first + done * element_size);
    } catch (...) {
        __cxa_vec_cleanup(array, done, element_size, destroy);
        throw;
    }
}

void __cxa_vec_cctor(void *target, void *source, std::size_t count, std::size_t element_size,
                     Copier copy, Destructor destroy) {
    if (!copy)
        return;
    char *to = static_cast<char *>(target), *from = static_cast<char *>(source);
    std::size_t done = 0;
    try {
        for (; done < count; ++done)
            copy(to + done * element_size, from + done * element_size);
    } catch (...) {
        __cxa_vec_cleanup(target, done, element_size, destroy);
        throw;
    }
}

void __cxa_vec_dtor(void *array, std::size_t count, std::size_t element_size, Destructor destroy) {
    if (!destroy)
        return;
    char *first = static_cast<char *>(array);
    std::size_t left = count;
    try {
        while (left > 0) {
            --left;
            destroy(first + left * element_size);
        }
    } catch (...) {
        __cxa_vec_cleanup(array, left, element_size, destroy);
        throw;
    }
}

// Runs while another exception is on its way, so a throwing destructor terminates.
void __cxa_vec_cleanup(void *array, std::size_t count, std::size_t element_size,
                       Destructor destroy) noexcept {
    if (!destroy)
        return;
    char *first = static_cast<char *>(array);
    while (count > 0)
        destroy(first + --count * element_size);
}

void *__cxa_vec_new(std::size_t count, std::size_t element_size, std::size_t padding,
                    Constructor construct, Destructor destroy) {
    return new_array(count, element_size, padding, construct, destroy, &operator new[],
                     [](void *block, std::size_t) { operator delete[](block); });
}

void *__cxa_vec_new2(std::size_t count, std::size_t element_size, std::size_t padding,
                     Constructor construct, Destructor destroy, Allocator allocate,
                     Deallocator release) {
    return new_array(count, element_size, padding, construct, destroy, allocate,
                     [=](void *block, std::size_t) { release(block); });
}

void *__cxa_vec_new3(std::size_t count, std::size_t element_size, std::size_t padding,
                     Constructor construct, Destructor destroy, Allocator allocate,
                     SizedDeallocator release) {
    return new_array(count, element_size, padding, construct, destroy, allocate, release);
}

void __cxa_vec_delete(void *array, std::size_t element_size, std::size_t padding,
                      Destructor destroy) {
    delete_array(array, element_size, padding, destroy,
                 [](void *block, std::size_t) { operator delete[](block); });
}

void __cxa_vec_delete2(void *array, std::size_t element_size, std::size_t padding,
                       Destructor destroy, Deallocator release) {
    delete_array(array, element_size, padding, destroy,
                 [=](void *block, std::size_t) { release(block); });
}

void __cxa_vec_delete3(void *array, std::size_t element_size, std::size_t padding,
                       Destructor destroy, SizedDeallocator release) {
    delete_array(array, element_size, padding, destroy, release);
}

// ---- calls that must not happen ---------------------------------------------------------

[[noreturn]] void __cxa_pure_virtual() {
    std::fputs("pure virtual method called\n", stderr);
    std::terminate();
}

[[noreturn]] void __cxa_deleted_virtual() {
    std::fputs("deleted virtual method called\n", stderr);
    std::terminate();
}

[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

[[noreturn]] void __cxa_throw_bad_array_length() { throw std::bad_array_new_length(); }

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }

[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }

} // extern "C"
} // namespace __cxxabiv1
