// Character classes and case conversion in the "C" locale, for char and wchar_t.
//
// Only the 128 ASCII characters have properties. The masks are those of the C library's
// headers, so that a program that looks at ctype<char>::table() finds what it expects.

#include "runtime.h"

#include <cstring>
#include <locale>

namespace std {

const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::xdigit;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::alnum;
const ctype_base::mask ctype_base::blank;

locale::id ctype<char>::id;
locale::id ctype<wchar_t>::id;
const size_t ctype<char>::table_size;

namespace {

constexpr size_t byte_values = 256;

constexpr bool between(int c, int low, int high) { return low <= c && c <= high; }

constexpr ctype_base::mask classify(int c) {
    constexpr ctype_base::mask visible = ctype_base::print | _ISgraph;
    ctype_base::mask mask = 0;
    if (between(c, 'A', 'Z'))
        mask = ctype_base::upper | ctype_base::alpha | _ISalnum | visible;
    else if (between(c, 'a', 'z'))
        mask = ctype_base::lower | ctype_base::alpha | _ISalnum | visible;
    else if (between(c, '0', '9'))
        mask = ctype_base::digit | _ISalnum | visible;
    else if (between(c, '!', '~'))
        mask = ctype_base::punct | visible;
    else if (c < ' ' || c == 127)
        mask = ctype_base::cntrl;
    if (between(c, '0', '9') || between(c, 'a', 'f') || between(c, 'A', 'F'))
        mask |= ctype_base::xdigit;
    if (between(c, '\t', '\r') || c == ' ')
        mask |= ctype_base::space;
    if (c == '\t' || c == ' ')
        mask |= ctype_base::blank;
    if (c == ' ')
        mask |= ctype_base::print;
    return mask;
}

struct Tables {
    ctype_base::mask classes[byte_values] = {};
    int upper[byte_values] = {};
    int lower[byte_values] = {};
    char identity[byte_values] = {};
    wint_t widened[byte_values] = {};

    constexpr Tables() {
        for (int c = 0; c < int(byte_values); ++c) {
            classes[c] = c < 128 ? classify(c) : 0;
            upper[c] = between(c, 'a', 'z') ? c - 'a' + 'A' : c;
            lower[c] = between(c, 'A', 'Z') ? c - 'A' + 'a' : c;
            identity[c] = static_cast<char>(c);
            // Bytes that are not ASCII have no wide counterpart.
            widened[c] = c < 128 ? c : WEOF;
        }
    }
};

constexpr Tables tables;

unsigned char index_of(char c) { return static_cast<unsigned char>(c); }

} // namespace

// ---- ctype<char> ------------------------------------------------------------------------

const ctype_base::mask *ctype<char>::classic_table() throw() { return tables.classes; }

ctype<char>::ctype(const mask *table, bool del, size_t refs)
    : facet(refs), _M_c_locale_ctype(_S_get_c_locale()), _M_del(table && del),
      _M_toupper(tables.upper), _M_tolower(tables.lower), _M_table(table ? table : tables.classes),
      _M_widen_ok(0), _M_narrow_ok(0) {
    memset(_M_widen, 0, sizeof _M_widen);
    memset(_M_narrow, 0, sizeof _M_narrow);
}

ctype<char>::ctype(__c_locale, const mask *table, bool del, size_t refs)
    : ctype(table, del, refs) {}

ctype<char>::~ctype() {
    if (_M_del)
        delete[] _M_table;
}

char ctype<char>::do_toupper(char c) const { return static_cast<char>(_M_toupper[index_of(c)]); }

const char *ctype<char>::do_toupper(char *low, const char *high) const {
    for (; low < high; ++low)
        *low = static_cast<char>(_M_toupper[index_of(*low)]);
    return high;
}

char ctype<char>::do_tolower(char c) const { return static_cast<char>(_M_tolower[index_of(c)]); }

const char *ctype<char>::do_tolower(char *low, const char *high) const {
    for (; low < high; ++low)
        *low = static_cast<char>(_M_tolower[index_of(*low)]);
    return high;
}

// widen() and narrow() are answered from tables once these have run. A derived facet may
// override do_widen and do_narrow, so they are asked; 1 then means "is the identity".
void ctype<char>::_M_widen_init() const {
    do_widen(tables.identity, tables.identity + byte_values, _M_widen);
    _M_widen_ok = memcmp(tables.identity, _M_widen, byte_values) == 0 ? 1 : 2;
}

void ctype<char>::_M_narrow_init() const {
    do_narrow(tables.identity, tables.identity + byte_values, 0, _M_narrow);
    bool identity = memcmp(tables.identity, _M_narrow, byte_values) == 0;
    // Narrowing NUL must give NUL rather than the default, which the call above cannot tell.
    char nul;
    do_narrow(tables.identity, tables.identity + 1, 1, &nul);
    _M_narrow_ok = identity && nul != 1 ? 1 : 2;
}

ctype_byname<char>::ctype_byname(const char *name, size_t refs)
    : ctype<char>(nullptr, false, refs) {
    _S_create_c_locale(_M_c_locale_ctype, name);
}

ctype_byname<char>::~ctype_byname() {}

// ---- ctype<wchar_t> ---------------------------------------------------------------------

namespace {

bool is_ascii(wchar_t c) { return static_cast<unsigned>(c) < 128; }

ctype_base::mask classes_of(wchar_t c) { return is_ascii(c) ? tables.classes[c] : 0; }

} // namespace

ctype<wchar_t>::ctype(size_t refs)
    : __ctype_abstract_base<wchar_t>(refs), _M_c_locale_ctype(_S_get_c_locale()),
      _M_narrow_ok(false) {
    _M_initialize_ctype();
}

ctype<wchar_t>::ctype(__c_locale, size_t refs) : ctype(refs) {}

ctype<wchar_t>::~ctype() {}

void ctype<wchar_t>::_M_initialize_ctype() throw() {
    memcpy(_M_narrow, tables.identity, sizeof _M_narrow);
    memcpy(_M_widen, tables.widened, sizeof _M_widen);
    memset(_M_bit, 0, sizeof _M_bit);
    memset(_M_wmask, 0, sizeof _M_wmask);
    _M_narrow_ok = true;
}

ctype<wchar_t>::__wmask_type ctype<wchar_t>::_M_convert_to_wmask(const mask wanted) const throw() {
    return wanted;
}

bool ctype<wchar_t>::do_is(mask wanted, wchar_t c) const { return classes_of(c) & wanted; }

const wchar_t *ctype<wchar_t>::do_is(const wchar_t *low, const wchar_t *high, mask *out) const {
    for (; low < high; ++low)
        *out++ = classes_of(*low);
    return high;
}

const wchar_t *ctype<wchar_t>::do_scan_is(mask wanted, const wchar_t *low,
                                          const wchar_t *high) const {
    while (low < high && !do_is(wanted, *low))
        ++low;
    return low;
}

const wchar_t *ctype<wchar_t>::do_scan_not(mask wanted, const wchar_t *low,
                                           const wchar_t *high) const {
    while (low < high && do_is(wanted, *low))
        ++low;
    return low;
}

wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const { return is_ascii(c) ? tables.upper[c] : c; }

const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *low, const wchar_t *high) const {
    for (; low < high; ++low)
        *low = ctype<wchar_t>::do_toupper(*low);
    return high;
}

wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const { return is_ascii(c) ? tables.lower[c] : c; }

const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *low, const wchar_t *high) const {
    for (; low < high; ++low)
        *low = ctype<wchar_t>::do_tolower(*low);
    return high;
}

wchar_t ctype<wchar_t>::do_widen(char c) const { return _M_widen[index_of(c)]; }

const char *ctype<wchar_t>::do_widen(const char *low, const char *high, wchar_t *to) const {
    while (low < high)
        *to++ = _M_widen[index_of(*low++)];
    return high;
}

char ctype<wchar_t>::do_narrow(wchar_t c, char otherwise) const {
    return is_ascii(c) ? static_cast<char>(c) : otherwise;
}

const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *low, const wchar_t *high, char otherwise,
                                         char *to) const {
    while (low < high)
        *to++ = ctype<wchar_t>::do_narrow(*low++, otherwise);
    return high;
}

ctype_byname<wchar_t>::ctype_byname(const char *name, size_t refs) : ctype<wchar_t>(refs) {
    _S_create_c_locale(_M_c_locale_ctype, name);
}

ctype_byname<wchar_t>::~ctype_byname() {}

} // namespace std
