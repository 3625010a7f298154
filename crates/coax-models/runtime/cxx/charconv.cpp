// std::from_chars and std::to_chars for floating point.
//
// Digits come from the C library: printf with a precision is exact, and the shortest form
// is the first precision whose text reads back as the same value.

#include "runtime.h"

#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace std {
namespace {

// Room for the longest fixed form of a double; longer ones go through a string.
constexpr size_t usual_length = 400;

to_chars_result copy_out(const char *text, size_t length, char *first, char *last) {
    if (static_cast<size_t>(last - first) < length)
        return {last, errc::value_too_large};
    memcpy(first, text, length);
    return {first + length, errc{}};
}

// ---- formatting -------------------------------------------------------------------------

template <typename Float> const char *length_modifier() {
    return is_same_v<Float, long double> ? "L" : "";
}

// printf with a precision (or none, if negative) and a conversion.
template <typename Float> string print(Float value, int precision, char conversion) {
    char format[16];
    snprintf(format, sizeof format, precision < 0 ? "%%%s%c" : "%%.*%s%c", length_modifier<Float>(),
             conversion);
    // float converts to double without loss.
    using Passed = conditional_t<is_same_v<Float, long double>, long double, double>;
    auto into = [&](char *to, size_t size) {
        return precision < 0 ? snprintf(to, size, format, Passed(value))
                             : snprintf(to, size, format, precision, Passed(value));
    };
    char buffer[usual_length];
    int length = into(buffer, sizeof buffer);
    if (length < int(sizeof buffer))
        return string(buffer, length);
    string text(length + 1, '\0');
    into(text.data(), text.size());
    text.pop_back();
    return text;
}

float parse(const char *text, char **end, float) { return strtof(text, end); }
double parse(const char *text, char **end, double) { return strtod(text, end); }
long double parse(const char *text, char **end, long double) { return strtold(text, end); }

// The shortest scientific form that reads back as `value`.
template <typename Float> string shortest_scientific(Float value) {
    constexpr int enough = numeric_limits<Float>::max_digits10 - 1;
    for (int precision = 0; precision < enough; ++precision) {
        string text = print(value, precision, 'e');
        if (parse(text.c_str(), nullptr, value) == value)
            return text;
    }
    return print(value, enough, 'e');
}

// A decimal number taken apart: sign, digits without point, power of ten of the first one.
struct Decimal {
    bool negative;
    string digits;
    int exponent;

    explicit Decimal(const string &scientific) {
        negative = scientific[0] == '-';
        size_t e = scientific.find('e');
        for (size_t i = negative; i < e; ++i)
            if (scientific[i] != '.')
                digits += scientific[i];
        exponent = atoi(scientific.c_str() + e + 1);
    }

    string fixed() const {
        string text = negative ? "-" : "";
        const int count = static_cast<int>(digits.size());
        if (exponent < 0)
            return text + "0." + string(-exponent - 1, '0') + digits;
        if (exponent >= count - 1)
            return text + digits + string(exponent - count + 1, '0');
        return text + digits.substr(0, exponent + 1) + '.' + digits.substr(exponent + 1);
    }

    bool is_integer() const { return exponent >= static_cast<int>(digits.size()) - 1; }
};

// Large integers are written out exactly instead of being padded with zeros.
template <typename Float> string shortest_fixed(Float value, const string &scientific) {
    Decimal decimal(scientific);
    if (decimal.is_integer())
        return print(value, 0, 'f');
    return decimal.fixed();
}

// "0x1.8p+1" without its prefix.
string without_hex_prefix(string text) {
    size_t prefix = text.find("0x");
    return text.erase(prefix, 2);
}

template <typename Float> string hexadecimal(Float value, int precision) {
    return without_hex_prefix(print(value, precision, 'a'));
}

// As a double, a subnormal float would be normalised. Printing the double that has the same
// fraction bits and is subnormal itself keeps the form; only the exponent differs.
string hexadecimal(float value, int precision) {
    if (fpclassify(value) != FP_SUBNORMAL)
        return without_hex_prefix(print(value, precision, 'a'));
    uint64_t fraction = uint64_t(bit_cast<uint32_t>(value) & 0x7fffff) << 29;
    string text = hexadecimal(copysign(bit_cast<double>(fraction), double(value)), precision);
    return text.replace(text.find('p'), string::npos, "p-126");
}

template <typename Float> string special(Float value) {
    string text = signbit(value) ? "-" : "";
    return text + (isnan(value) ? "nan" : "inf");
}

template <typename Float> string shortest(Float value, chars_format format) {
    if (!isfinite(value))
        return special(value);
    if (format == chars_format::hex)
        return hexadecimal(value, -1);
    string scientific = shortest_scientific(value);
    if (format == chars_format::scientific)
        return scientific;
    if (format == chars_format::fixed)
        return shortest_fixed(value, scientific);
    int exponent = Decimal(scientific).exponent;
    return exponent >= -4 && exponent < 6 ? shortest_fixed(value, scientific) : scientific;
}

// Without a format, the shorter notation; the fixed one if both are equally long.
template <typename Float> string shortest(Float value) {
    if (!isfinite(value))
        return special(value);
    string scientific = shortest_scientific(value);
    string fixed = Decimal(scientific).fixed();
    return fixed.size() <= scientific.size() ? shortest_fixed(value, scientific) : scientific;
}

template <typename Float> string rounded(Float value, chars_format format, int precision) {
    if (!isfinite(value))
        return special(value);
    if (format == chars_format::hex)
        return hexadecimal(value, precision);
    if (precision < 0)
        precision = 6;
    switch (format) {
    case chars_format::scientific:
        return print(value, precision, 'e');
    case chars_format::fixed:
        return print(value, precision, 'f');
    default:
        return print(value, precision, 'g');
    }
}

// ---- parsing ----------------------------------------------------------------------------

bool is_digit(char c, bool hexadecimal) {
    if (c >= '0' && c <= '9')
        return true;
    char lower = c | 0x20;
    return hexadecimal && lower >= 'a' && lower <= 'f';
}

// Where the exponent that starts at `first` ends, or `first` if there is none.
const char *end_of_exponent(const char *first, const char *last, char letter) {
    if (first == last || (*first | 0x20) != letter)
        return first;
    const char *digits = first + 1;
    if (digits != last && (*digits == '+' || *digits == '-'))
        ++digits;
    const char *end = digits;
    while (end != last && is_digit(*end, false))
        ++end;
    return end == digits ? first : end;
}

const char *skip_word(const char *first, const char *last, const char *word) {
    const char *next = first;
    for (; *word; ++word, ++next)
        if (next == last || (*next | 0x20) != *word)
            return first;
    return next;
}

const char *end_of_special(const char *first, const char *last) {
    const char *end = skip_word(first, last, "infinity");
    if (end == first)
        end = skip_word(first, last, "inf");
    if (end != first)
        return end;
    end = skip_word(first, last, "nan");
    if (end == first || end == last || *end != '(')
        return end;
    const char *close = end + 1;
    while (close != last && (isalnum(static_cast<unsigned char>(*close)) || *close == '_'))
        ++close;
    return close != last && *close == ')' ? close + 1 : end;
}

// Where the number (without sign) at `first` ends, or `first` if there is none.
const char *end_of_number(const char *first, const char *last, chars_format format) {
    const bool hexadecimal = format == chars_format::hex;
    const char *next = first;
    int digits = 0;
    while (next != last && is_digit(*next, hexadecimal))
        ++next, ++digits;
    if (next != last && *next == '.') {
        ++next;
        while (next != last && is_digit(*next, hexadecimal))
            ++next, ++digits;
    }
    if (digits == 0)
        return end_of_special(first, last);
    if (format == chars_format::fixed)
        return next;
    const char *end = end_of_exponent(next, last, hexadecimal ? 'p' : 'e');
    if (format == chars_format::scientific && end == next)
        return first;
    return end;
}

template <typename Float>
from_chars_result read(const char *first, const char *last, Float &value, chars_format format) {
    const bool negative = first != last && *first == '-';
    const char *digits = first + negative;
    const char *end = end_of_number(digits, last, format);
    if (end == digits)
        return {first, errc::invalid_argument};
    string text = negative ? "-" : "";
    if (format == chars_format::hex && is_digit(*digits == '.' ? '0' : *digits, true))
        text += "0x";
    text.append(digits, end);
    const int saved = errno;
    errno = 0;
    Float result = parse(text.c_str(), nullptr, value);
    const bool out_of_range = errno == ERANGE && (isinf(result) || result == 0);
    errno = saved;
    if (out_of_range)
        return {end, errc::result_out_of_range};
    value = result;
    return {end, errc{}};
}

} // namespace

#define DEFINE_CONVERSIONS(FLOAT)                                                                  \
    to_chars_result to_chars(char *first, char *last, FLOAT value) noexcept {                      \
        string text = shortest(value);                                                             \
        return copy_out(text.data(), text.size(), first, last);                                    \
    }                                                                                              \
    to_chars_result to_chars(char *first, char *last, FLOAT value, chars_format format) noexcept { \
        string text = shortest(value, format);                                                     \
        return copy_out(text.data(), text.size(), first, last);                                    \
    }                                                                                              \
    to_chars_result to_chars(char *first, char *last, FLOAT value, chars_format format,            \
                             int precision) noexcept {                                             \
        string text = rounded(value, format, precision);                                           \
        return copy_out(text.data(), text.size(), first, last);                                    \
    }                                                                                              \
    from_chars_result from_chars(const char *first, const char *last, FLOAT &value,                \
                                 chars_format format) noexcept {                                   \
        return read(first, last, value, format);                                                   \
    }

DEFINE_CONVERSIONS(float)
DEFINE_CONVERSIONS(double)
DEFINE_CONVERSIONS(long double)

} // namespace std
