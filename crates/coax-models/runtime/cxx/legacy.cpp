// Members of standard classes whose symbols later standards changed.
//
//   - iterators became const_iterator in insert, erase and replace (C++11);
//   - two string constructors became templates (C++17);
//   - str() const of the string streams became str() const & (C++20);
//   - a stream converted to void* before it converted to bool (C++11).
//
// Programs compiled for an older standard call the old symbols, which the headers do not
// declare in the mode that this library is compiled in. So they are given as functions
// with the member's symbol, taking the object first, as the C++ ABI does.

#include "facet_access.h"
#include "runtime.h"

#include <ios>
#include <new>
#include <sstream>
#include <streambuf>
#include <string>

// Declares and begins the definition of a function under an old symbol.
#define UNDER_SYMBOL(SYMBOL, RESULT, NAME, ...)                                                    \
    __attribute__((weak)) RESULT NAME(__VA_ARGS__) __asm__(SYMBOL);                                \
    RESULT NAME(__VA_ARGS__)

#define STRING_SYMBOL(CODE, MEMBER)                                                                \
    "_ZNSt7__cxx1112basic_stringI" CODE "St11char_traitsI" CODE "ESaI" CODE "EE" MEMBER

// A mutable string iterator as the first parameter of a member.
#define ITERATOR(CODE) "EN9__gnu_cxx17__normal_iteratorIP" CODE "S4_EE"

// ---- strings ----------------------------------------------------------------------------

#define DEFINE_STRING_CONSTRUCTORS(CHAR, CODE, S, SUFFIX, VARIANT)                                 \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, VARIANT "EPK" CODE "RKS3_"), void,                            \
                 construct_from_text_##SUFFIX, std::S *self, const CHAR *text,                     \
                 const std::allocator<CHAR> &allocator) {                                          \
        new (self) std::S(text, allocator);                                                        \
    }                                                                                              \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, VARIANT "Em" CODE "RKS3_"), void, construct_filled_##SUFFIX,  \
                 std::S *self, std::size_t count, CHAR fill,                                       \
                 const std::allocator<CHAR> &allocator) {                                          \
        new (self) std::S(count, fill, allocator);                                                 \
    }

#define DEFINE_STRING_EDITS(CHAR, CODE, S)                                                         \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "18_M_construct_aux_2Em" CODE), void, construct_aux,          \
                 std::S *self, std::size_t count, CHAR fill) {                                     \
        new (self) std::S(count, fill);                                                            \
    }                                                                                              \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "5erase" ITERATOR(CODE)), std::S::iterator, erase_one,        \
                 std::S *self, std::S::iterator at) {                                              \
        return self->erase(at);                                                                    \
    }                                                                                              \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "5erase" ITERATOR(CODE) "S8_"), std::S::iterator, erase,      \
                 std::S *self, std::S::iterator first, std::S::iterator last) {                    \
        return self->erase(first, last);                                                           \
    }                                                                                              \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "6insert" ITERATOR(CODE) CODE), std::S::iterator, insert_one, \
                 std::S *self, std::S::iterator at, CHAR added) {                                  \
        return self->insert(at, added);                                                            \
    }                                                                                              \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "6insert" ITERATOR(CODE) "m" CODE), void, insert_filled,      \
                 std::S *self, std::S::iterator at, std::size_t count, CHAR fill) {                \
        self->insert(at, count, fill);                                                             \
    }

#define DEFINE_STRING_REPLACE(CODE, S, NAME, PARAMETERS, FIRST, SECOND)                            \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "7replace" ITERATOR(CODE) "S8_" PARAMETERS), std::S &, NAME,  \
                 std::S *self, std::S::iterator first, std::S::iterator last, FIRST a, SECOND b) { \
        return self->replace(first, last, a, b);                                                   \
    }

#define DEFINE_STRING_REPLACE_BY(CODE, S, NAME, PARAMETERS, WITH)                                  \
    UNDER_SYMBOL(STRING_SYMBOL(CODE, "7replace" ITERATOR(CODE) "S8_" PARAMETERS), std::S &, NAME,  \
                 std::S *self, std::S::iterator first, std::S::iterator last, WITH with) {         \
        return self->replace(first, last, with);                                                   \
    }

#define DEFINE_OLD_STRING(CHAR, CODE, S)                                                           \
    namespace old_##S {                                                                            \
        DEFINE_STRING_CONSTRUCTORS(CHAR, CODE, S, complete, "C1")                                  \
        DEFINE_STRING_CONSTRUCTORS(CHAR, CODE, S, base, "C2")                                      \
        DEFINE_STRING_EDITS(CHAR, CODE, S)                                                         \
        DEFINE_STRING_REPLACE_BY(CODE, S, replace_string, "RKS4_", const std::S &)                 \
        DEFINE_STRING_REPLACE_BY(CODE, S, replace_text, "PK" CODE, const CHAR *)                   \
        DEFINE_STRING_REPLACE(CODE, S, replace_part, "PK" CODE "m", const CHAR *, std::size_t)     \
        DEFINE_STRING_REPLACE(CODE, S, replace_filled, "m" CODE, std::size_t, CHAR)                \
        DEFINE_STRING_REPLACE(CODE, S, replace_range, "S7_S7_", CHAR *, CHAR *)                    \
        DEFINE_STRING_REPLACE(CODE, S, replace_const_range, "PK" CODE "SA_", const CHAR *,         \
                              const CHAR *)                                                        \
        DEFINE_STRING_REPLACE(CODE, S, replace_iterators, "S8_S8_", std::S::iterator,              \
                              std::S::iterator)                                                    \
        DEFINE_STRING_REPLACE(CODE, S, replace_const_iterators, "NS6_IPK" CODE "S4_EESB_",         \
                              std::S::const_iterator, std::S::const_iterator)                      \
    }

DEFINE_OLD_STRING(char, "c", string)
DEFINE_OLD_STRING(wchar_t, "w", wstring)

// ---- streams ----------------------------------------------------------------------------

// `LENGTH` is the number of characters in the class name, as symbols have it.
#define DEFINE_OLD_STR(CHAR, CODE, CLASS, LENGTH)                                                  \
    UNDER_SYMBOL("_ZNKSt7__cxx11" LENGTH #CLASS "I" CODE "St11char_traitsI" CODE "ESaI" CODE       \
                 "EE3strEv",                                                                       \
                 std::basic_string<CHAR>, str, const std::CLASS<CHAR> *self) {                     \
        return self->str();                                                                        \
    }

#define DEFINE_OLD_STREAMS(CHAR, CODE, NAMESPACE)                                                  \
    namespace NAMESPACE {                                                                          \
    DEFINE_OLD_STR(CHAR, CODE, basic_stringbuf, "15")                                              \
    DEFINE_OLD_STR(CHAR, CODE, basic_istringstream, "19")                                          \
    DEFINE_OLD_STR(CHAR, CODE, basic_ostringstream, "19")                                          \
    DEFINE_OLD_STR(CHAR, CODE, basic_stringstream, "18")                                           \
    UNDER_SYMBOL("_ZNKSt9basic_iosI" CODE "St11char_traitsI" CODE "EEcvPvEv", void *, as_pointer,  \
                 const std::basic_ios<CHAR> *self) {                                               \
        return self->fail() ? nullptr : const_cast<std::basic_ios<CHAR> *>(self);                  \
    }                                                                                              \
    UNDER_SYMBOL("_ZNSt15basic_streambufI" CODE "St11char_traitsI" CODE "EE6stosscEv", void,       \
                 skip_character, std::basic_streambuf<CHAR> *self) {                               \
        self->sbumpc();                                                                            \
    }                                                                                              \
    }

DEFINE_OLD_STREAMS(char, "c", old_streams)
DEFINE_OLD_STREAMS(wchar_t, "w", old_wide_streams)
