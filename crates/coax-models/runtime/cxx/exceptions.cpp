// The exception classes of the language and of <stdexcept>, and the functions through
// which the headers throw them.
//
// what() strings are part of a program's observable output and equal those of libstdc++.
// The message of logic_error and runtime_error lives in a reference-counted block, so
// that copying an exception cannot throw; the headers only fix that it is one pointer.

#include "runtime.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>

// ---- shared messages --------------------------------------------------------------------

namespace {

// Sits right before the characters that __cow_string::_M_p points to.
struct MessageHeader {
    std::size_t owners;
};

MessageHeader *header_of(const char *text) {
    return reinterpret_cast<MessageHeader *>(const_cast<char *>(text)) - 1;
}

const char *new_message(const char *text, std::size_t length) {
    void *block = operator new(sizeof(MessageHeader) + length + 1);
    auto *header = new (block) MessageHeader{1};
    char *copy = reinterpret_cast<char *>(header + 1);
    std::memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

const char *share_message(const char *text) {
    ++header_of(text)->owners;
    return text;
}

void drop_message(const char *text) {
    MessageHeader *header = header_of(text);
    if (--header->owners == 0)
        operator delete(header);
}

} // namespace

namespace std {

__cow_string::__cow_string() : _M_p(new_message("", 0)) {}

__cow_string::__cow_string(const string &text) : _M_p(new_message(text.data(), text.size())) {}

__cow_string::__cow_string(const char *text, size_t length) : _M_p(new_message(text, length)) {}

__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(share_message(other._M_p)) {}

// A moved-from message keeps its text: sharing cannot fail, an empty block could.
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(share_message(other._M_p)) {}

__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    const char *mine = _M_p;
    _M_p = share_message(other._M_p);
    drop_message(mine);
    return *this;
}

__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
    const char *mine = _M_p;
    _M_p = other._M_p;
    other._M_p = mine;
    return *this;
}

__cow_string::~__cow_string() { drop_message(_M_p); }

// ---- logic_error, runtime_error and what derives from them ------------------------------

#define DEFINE_MESSAGE_ERROR(NAME)                                                                 \
    NAME::NAME(const string &text) : _M_msg(text) {}                                               \
    NAME::NAME(const char *text) : _M_msg(text, strlen(text)) {}                                   \
    NAME::NAME(const NAME &other) noexcept : exception(other), _M_msg(other._M_msg) {}             \
    NAME::NAME(NAME &&other) noexcept                                                              \
        : exception(std::move(other)), _M_msg(std::move(other._M_msg)) {}                          \
    NAME &NAME::operator=(const NAME &) noexcept = default;                                        \
    NAME &NAME::operator=(NAME &&) noexcept = default;                                             \
    NAME::~NAME() noexcept {}                                                                      \
    const char *NAME::what() const noexcept { return _M_msg._M_p; }

#define DEFINE_DERIVED_ERROR(NAME, BASE)                                                           \
    NAME::NAME(const string &text) : BASE(text) {}                                                 \
    NAME::NAME(const char *text) : BASE(text) {}                                                   \
    NAME::~NAME() noexcept {}

DEFINE_MESSAGE_ERROR(logic_error)
DEFINE_DERIVED_ERROR(domain_error, logic_error)
DEFINE_DERIVED_ERROR(invalid_argument, logic_error)
DEFINE_DERIVED_ERROR(length_error, logic_error)
DEFINE_DERIVED_ERROR(out_of_range, logic_error)

DEFINE_MESSAGE_ERROR(runtime_error)
DEFINE_DERIVED_ERROR(range_error, runtime_error)
DEFINE_DERIVED_ERROR(overflow_error, runtime_error)
DEFINE_DERIVED_ERROR(underflow_error, runtime_error)

// ---- exceptions with a fixed text -------------------------------------------------------

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }

bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }

bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }

bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }

bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }

bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

namespace {

// By the number of the error code; the last three are internal to libstdc++.
const char *regex_message(regex_constants::error_type code) {
    static constexpr const char *messages[] = {
        "Invalid collating element in regular expression",
        "Invalid character class in regular expression",
        "Invalid escape in regular expression",
        "Invalid back reference in regular expression",
        "Mismatched '[' and ']' in regular expression",
        "Mismatched '(' and ')' in regular expression",
        "Mismatched '{' and '}' in regular expression",
        "Invalid range in '{}' in regular expression",
        "Invalid character range in regular expression",
        "Insufficient memory to compile regular expression",
        "Invalid '?', '*', or '+' in regular expression",
        "Complexity of regex match exceeded implementation limits",
        "Insufficient memory to determine regex match",
        "Unexpected null character in regular expression",
        "Conflicting regex grammar options",
    };
    return unsigned(code) < size(messages) ? messages[code] : "regex_error";
}

} // namespace

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error(regex_message(code)), _M_code(code) {}
regex_error::~regex_error() noexcept {}

// ---- how the headers throw --------------------------------------------------------------

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }

// The formats come from the headers: a function name and two or three numbers.
void __throw_out_of_range_fmt(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    __coax_describe(text, sizeof text, format, arguments);
    va_end(arguments);
    throw out_of_range(text);
}

} // namespace std
