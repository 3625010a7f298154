// std::error_category and its two standard instances, std::system_error, and the
// exceptions of streams and futures that carry an error code.
//
// The categories are constant-initialised and never destroyed: code that runs before
// or after main may use them.

#include "runtime.h"

#include <cerrno>
#include <cstring>
#include <future>
#include <ios>
#include <string>
#include <system_error>

namespace std {

// ---- categories -------------------------------------------------------------------------

error_category::~error_category() {}

__cow_string error_category::_M_message(int code) const { return __cow_string(message(code)); }

error_condition error_category::default_error_condition(int code) const noexcept {
    return error_condition(code, *this);
}

bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
    return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code &code, int condition) const noexcept {
    return code.category() == *this && code.value() == condition;
}

namespace {

class GenericCategory final : public error_category {
  public:
    const char *name() const noexcept override { return "generic"; }
    string message(int code) const override { return strerror(code); }
};

// Only errno values that std::errc names map to the generic category. These are the
// numbers it does not name on Linux.
bool has_errc_name(int code) {
    struct Range {
        int first, last;
    };
    static constexpr Range unnamed[] = {{15, 15},   {41, 41},   {44, 59},   {64, 66},   {68, 70},
                                        {72, 73},   {76, 83},   {85, 87},   {94, 94},   {96, 96},
                                        {108, 109}, {112, 112}, {116, 124}, {126, 129}, {132, 133}};
    for (Range range : unnamed)
        if (code >= range.first && code <= range.last)
            return false;
    return code >= 0 && code <= 133;
}

class SystemCategory final : public error_category {
  public:
    const char *name() const noexcept override { return "system"; }
    string message(int code) const override { return strerror(code); }

    error_condition default_error_condition(int code) const noexcept override {
        if (has_errc_name(code))
            return error_condition(code, generic_category());
        return error_condition(code, *this);
    }
};

class IostreamCategory final : public error_category {
  public:
    const char *name() const noexcept override { return "iostream"; }
    string message(int code) const override {
        return code == int(io_errc::stream) ? "iostream error" : "Unknown error";
    }
};

class FutureCategory final : public error_category {
  public:
    const char *name() const noexcept override { return "future"; }
    string message(int code) const override {
        switch (future_errc(code)) {
        case future_errc::broken_promise:
            return "Broken promise";
        case future_errc::future_already_retrieved:
            return "Future already retrieved";
        case future_errc::promise_already_satisfied:
            return "Promise already satisfied";
        case future_errc::no_state:
            return "No associated state";
        }
        return "Unknown error";
    }
};

[[clang::no_destroy]] constinit const GenericCategory the_generic_category;
[[clang::no_destroy]] constinit const SystemCategory the_system_category;
[[clang::no_destroy]] constinit const IostreamCategory the_iostream_category;
[[clang::no_destroy]] constinit const FutureCategory the_future_category;

} // namespace

inline namespace _V2 {
const error_category &generic_category() noexcept { return the_generic_category; }
const error_category &system_category() noexcept { return the_system_category; }
} // namespace _V2

const error_category &iostream_category() noexcept { return the_iostream_category; }
const error_category &future_category() noexcept { return the_future_category; }

error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}

// ---- exceptions that carry a code -------------------------------------------------------

system_error::~system_error() noexcept {}

void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }

future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

void __throw_future_error(int code) { throw future_error(make_error_code(future_errc(code))); }

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}
const char *ios_base::failure::what() const noexcept { return system_error::what(); }

// The type that streams really throw; its name shows when nobody catches it.
class __ios_failure : public ios_base::failure {
  public:
    using failure::failure;
};

void __throw_ios_failure(const char *text) { throw __ios_failure(string(text)); }

void __throw_ios_failure(const char *text, int code) {
    error_code why = code ? error_code(code, system_category()) : make_error_code(io_errc::stream);
    throw __ios_failure(text, why);
}

} // namespace std
