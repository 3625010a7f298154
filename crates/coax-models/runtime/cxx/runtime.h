// The C++ runtime that interpreted C++ programs are linked with.
//
// A program under test is compiled against the unmodified libstdc++ headers, so
// its bitcode refers to everything that libstdc++ keeps in its shared object:
// out-of-line functions, `extern template` instantiations, vtables, typeinfos,
// the standard streams. The sources in this folder provide those symbols, as
// bitcode, so that the interpreter sees *through* the standard library instead
// of stopping at it. They are compiled with the same headers and therefore agree
// with the user's code on every layout.
//
// The split:
//
//   abi.cpp          exception objects, terminate, guards of local statics
//   support.cpp      operator new and delete, array helpers of the C++ ABI
//   typeinfo.cpp     run-time type information, dynamic_cast, handler matching
//   exceptions.cpp   the exception classes and the std::__throw_* functions
//   errors.cpp       std::error_category and the system_error family
//   string.cpp       basic_string<char>, basic_string<wchar_t>
//   containers.cpp   list hooks, red-black trees
//   hashing.cpp      hash functions, bucket counts of the unordered containers
//   locale.cpp       std::locale, its facets' storage, the classic locale
//   locale_names.cpp named locales and combinations of locales
//   ctype.cpp        character classes
//   codecvt.cpp      conversions between encodings
//   numeric.cpp      numpunct, num_get, num_put, number parsing
//   facets.cpp       collate, money, time output and messages facets
//   time_get.cpp     reading dates and times
//   ios.cpp          ios_base, stream states, callbacks
//   streams.cpp      basic_istream, basic_ostream, manipulators
//   extraction.cpp   reading words and lines, skipping, copying between buffers
//   sstream.cpp      string streams
//   console.cpp      cin, cout, cerr, clog and the wide ones
//   files.cpp        file streams
//   charconv.cpp     std::from_chars and std::to_chars
//   legacy.cpp       members whose symbols changed from one standard to the next
//   limits.cpp       numeric_limits and placeholders, where programs need them as objects
//   memory.cpp       memory resources, out-of-line pieces of shared_ptr and valarray
//   clocks.cpp       clocks, random_device, what threads need when there is only one
//
// Every file is compiled as GNU C++20, which declares nearly all members of earlier
// standards too (for the rest see legacy.cpp).
//
// What is *not* here: finding handlers and unwinding, and the at-exit list, belong to the
// engine; threads and <filesystem> are left undefined, so a call to them is reported as
// unsupported.
//
// Rules every file keeps:
//   - no global constructor: a program that does not use a part does not pay for
//     it. The streams are built when the program's own ios_base::Init runs;
//   - no inline assembly, no target intrinsics, no threads;
//   - libc is called by its public names only; memory comes from operator new,
//     which ends in the __coax_* functions below.

#ifndef COAX_RUNTIME_H
#define COAX_RUNTIME_H

#include <cstddef>
#include <typeinfo>

// Provided by the engine. The allocators give null when memory is exhausted.
// They record which form of `new` made a block, so that a mismatched `delete`,
// `delete[]` or `free` can be reported.
extern "C" {
void *__coax_new(std::size_t size) noexcept;
void *__coax_new_array(std::size_t size) noexcept;
void *__coax_new_aligned(std::size_t size, std::size_t alignment) noexcept;
void *__coax_new_array_aligned(std::size_t size, std::size_t alignment) noexcept;
void __coax_delete(void *block) noexcept;
void __coax_check_deleted(void *block, std::size_t size) noexcept; // is it that large?
void __coax_delete_array(void *block) noexcept;
// vsnprintf for the texts of exceptions, which nothing depends on.
int __coax_describe(char *text, std::size_t size, const char *format, __builtin_va_list arguments);
}


// An object that is constructed by hand in static memory and never destroyed.
template <typename T> struct StaticStorage {
    alignas(T) unsigned char bytes[sizeof(T)];

    void *raw() { return bytes; }
    T *get() { return reinterpret_cast<T *>(bytes); }
};

#endif
