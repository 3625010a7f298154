// Numbers as text: numpunct, num_get and num_put, and what they need from the C library.
//
// Formatting and parsing themselves come from the headers; floating point goes through
// vsnprintf and strtod, so the digits are the C library's.

#include "explicit_facets.h"
#include "runtime.h"

#include <clocale>
#include <cstdlib>
#include <limits>
#include <locale>

// The headers switch the C library to a facet's locale around vsnprintf. Only the "C"
// locale exists here, so there is nothing to switch.
extern "C" __attribute__((weak)) locale_t __uselocale(locale_t) noexcept { return nullptr; }

namespace std {

DEFINE_FACET_ID(numpunct<char>);
DEFINE_FACET_ID(numpunct<wchar_t>);
DEFINE_FACET_ID(num_get<char>);
DEFINE_FACET_ID(num_get<wchar_t>);
DEFINE_FACET_ID(num_put<char>);
DEFINE_FACET_ID(num_put<wchar_t>);

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

// ---- floating point ---------------------------------------------------------------------

// Writes the printf conversion for a stream's flags; `length_modifier` is 0 or 'L'.
void __num_base::_S_format_float(const ios_base &stream, char *format,
                                 char length_modifier) throw() {
    const ios_base::fmtflags flags = stream.flags();
    const ios_base::fmtflags notation = flags & ios_base::floatfield;
    const ios_base::fmtflags hexadecimal = ios_base::fixed | ios_base::scientific;
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (notation != hexadecimal) {
        *format++ = '.';
        *format++ = '*';
    }
    if (length_modifier)
        *format++ = length_modifier;
    char conversion = 'g';
    if (notation == hexadecimal)
        conversion = 'a';
    else if (notation == ios_base::fixed)
        conversion = 'f';
    else if (notation == ios_base::scientific)
        conversion = 'e';
    // libstdc++ leaves fixed notation alone, so "inf" stays in lower case there.
    if (flags & ios_base::uppercase && conversion != 'f')
        conversion += 'A' - 'a';
    *format++ = conversion;
    *format = '\0';
}

namespace {

// A number that is too large becomes the largest one; text that is no number becomes 0.
template <typename Float>
void parse_float(const char *text, Float &value, ios_base::iostate &state,
                 Float (*parse)(const char *, char **)) {
    char *end;
    value = parse(text, &end);
    if (end == text || *end != '\0') {
        value = 0;
        state = ios_base::failbit;
    } else if (value == numeric_limits<Float>::infinity()) {
        value = numeric_limits<Float>::max();
        state = ios_base::failbit;
    } else if (value == -numeric_limits<Float>::infinity()) {
        value = -numeric_limits<Float>::max();
        state = ios_base::failbit;
    }
}

} // namespace

template <>
void __convert_to_v(const char *text, float &value, ios_base::iostate &state,
                    const __c_locale &) throw() {
    parse_float(text, value, state, &strtof);
}

template <>
void __convert_to_v(const char *text, double &value, ios_base::iostate &state,
                    const __c_locale &) throw() {
    parse_float(text, value, state, &strtod);
}

template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state,
                    const __c_locale &) throw() {
    parse_float(text, value, state, &strtold);
}

// ---- digit groups -----------------------------------------------------------------------

// `found` lists the sizes of the digit groups of a number from left to right; `grouping`
// prescribes them from right to left, its last entry standing for all further ones. The
// leftmost group may be shorter. A size <= 0 or CHAR_MAX means "no limit" there.
bool __verify_grouping(const char *grouping, size_t grouping_size, const string &found) throw() {
    const size_t leftmost = found.size() - 1;
    for (size_t i = 0; i < leftmost; ++i) {
        char prescribed = grouping[min(i, grouping_size - 1)];
        if (found[leftmost - i] != prescribed)
            return false;
    }
    char prescribed = grouping[min(leftmost, grouping_size - 1)];
    if (static_cast<signed char>(prescribed) <= 0 || prescribed == numeric_limits<char>::max())
        return true;
    return found[0] <= prescribed;
}

// ---- punctuation ------------------------------------------------------------------------

namespace {

template <typename Char>
void fill_classic_numpunct(__numpunct_cache<Char> &data, const Char *true_name,
                           const Char *false_name) {
    data._M_grouping = "";
    data._M_grouping_size = 0;
    data._M_use_grouping = false;
    data._M_decimal_point = '.';
    data._M_thousands_sep = ',';
    for (size_t i = 0; i < __num_base::_S_oend; ++i)
        data._M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (size_t i = 0; i < __num_base::_S_iend; ++i)
        data._M_atoms_in[i] = __num_base::_S_atoms_in[i];
    data._M_truename = true_name;
    data._M_truename_size = 4;
    data._M_falsename = false_name;
    data._M_falsename_size = 5;
}

} // namespace

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    fill_classic_numpunct(*_M_data, "true", "false");
}

template <> void numpunct<wchar_t>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data)
        _M_data = new __numpunct_cache<wchar_t>;
    fill_classic_numpunct(*_M_data, L"true", L"false");
}

template <> numpunct<char>::~numpunct() { delete _M_data; }
template <> numpunct<wchar_t>::~numpunct() { delete _M_data; }

// ---- instantiations ---------------------------------------------------------------------

#define INSTANTIATE_NUMERIC_FACETS(CHAR)                                                           \
    template struct __numpunct_cache<CHAR>;                                                        \
    template class numpunct<CHAR>;                                                                 \
    template class numpunct_byname<CHAR>;                                                          \
    template class num_get<CHAR>;                                                                  \
    template class num_put<CHAR>;                                                                  \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        long &) const;                                                                             \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        unsigned short &) const;                                                                   \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        unsigned int &) const;                                                                     \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        unsigned long &) const;                                                                    \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        long long &) const;                                                                        \
    template istreambuf_iterator<CHAR> num_get<CHAR>::_M_extract_int(                              \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        unsigned long long &) const

INSTANTIATE_NUMERIC_FACETS(char);
INSTANTIATE_NUMERIC_FACETS(wchar_t);

} // namespace std
