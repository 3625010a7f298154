// Code conversion facets: the trivial one for char, ASCII for wchar_t (what the "C"
// locale has), and the Unicode conversions of <locale> and <codecvt>.
//
// A Unicode facet is a pair of encodings: an internal one (one code point per element, or
// UTF-16 units) and an external one (UTF-8, or UTF-16 in bytes). Each encoding knows how
// to read and write one code point; the conversion loops are written once.
// Invariant of the loops: `from` and `to` only move by whole code points, so a conversion
// that stops early can be resumed.

#include "runtime.h"

#include <codecvt>
#include <cstring>
#include <locale>

namespace std {

using Result = codecvt_base::result;

// ---- char to char -----------------------------------------------------------------------

locale::id codecvt<char, char, mbstate_t>::id;

codecvt<char, char, mbstate_t>::codecvt(size_t refs)
    : __codecvt_abstract_base<char, char, mbstate_t>(refs), _M_c_locale_codecvt(_S_get_c_locale()) {
}

codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t refs) : codecvt(refs) {}

codecvt<char, char, mbstate_t>::~codecvt() {}

Result codecvt<char, char, mbstate_t>::do_out(mbstate_t &, const char *from, const char *,
                                              const char *&from_next, char *to, char *,
                                              char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

Result codecvt<char, char, mbstate_t>::do_in(mbstate_t &, const char *from, const char *,
                                             const char *&from_next, char *to, char *,
                                             char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}

Result codecvt<char, char, mbstate_t>::do_unshift(mbstate_t &, char *to, char *,
                                                  char *&to_next) const {
    to_next = to;
    return noconv;
}

int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }

bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }

int codecvt<char, char, mbstate_t>::do_length(mbstate_t &, const char *from, const char *end,
                                              size_t max) const {
    return static_cast<int>(min(max, static_cast<size_t>(end - from)));
}

int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

// ---- wchar_t to char: ASCII -------------------------------------------------------------

locale::id codecvt<wchar_t, char, mbstate_t>::id;

codecvt<wchar_t, char, mbstate_t>::codecvt(size_t refs)
    : __codecvt_abstract_base<wchar_t, char, mbstate_t>(refs),
      _M_c_locale_codecvt(_S_get_c_locale()) {}

codecvt<wchar_t, char, mbstate_t>::codecvt(__c_locale, size_t refs) : codecvt(refs) {}

codecvt<wchar_t, char, mbstate_t>::~codecvt() {}

namespace {

template <typename From, typename To>
Result copy_ascii(const From *&from, const From *from_end, To *&to, To *to_end) {
    for (; from < from_end && to < to_end; ++from, ++to) {
        if (static_cast<make_unsigned_t<From>>(*from) >= 128)
            return codecvt_base::error;
        *to = static_cast<To>(*from);
    }
    return from == from_end ? codecvt_base::ok : codecvt_base::partial;
}

} // namespace

Result codecvt<wchar_t, char, mbstate_t>::do_out(mbstate_t &, const wchar_t *from,
                                                 const wchar_t *from_end, const wchar_t *&from_next,
                                                 char *to, char *to_end, char *&to_next) const {
    from_next = from;
    to_next = to;
    return copy_ascii(from_next, from_end, to_next, to_end);
}

Result codecvt<wchar_t, char, mbstate_t>::do_in(mbstate_t &, const char *from, const char *from_end,
                                                const char *&from_next, wchar_t *to,
                                                wchar_t *to_end, wchar_t *&to_next) const {
    from_next = from;
    to_next = to;
    return copy_ascii(from_next, from_end, to_next, to_end);
}

Result codecvt<wchar_t, char, mbstate_t>::do_unshift(mbstate_t &, char *to, char *,
                                                     char *&to_next) const {
    to_next = to;
    return noconv;
}

int codecvt<wchar_t, char, mbstate_t>::do_encoding() const throw() { return 1; }

bool codecvt<wchar_t, char, mbstate_t>::do_always_noconv() const throw() { return false; }

int codecvt<wchar_t, char, mbstate_t>::do_length(mbstate_t &, const char *from, const char *end,
                                                 size_t max) const {
    int length = 0;
    while (from < end && max > 0 && static_cast<unsigned char>(*from) < 128)
        ++from, --max, ++length;
    return length;
}

int codecvt<wchar_t, char, mbstate_t>::do_max_length() const throw() { return 1; }

// ---- Unicode: one code point at a time --------------------------------------------------

namespace {

constexpr char32_t highest_code_point = 0x10ffff;

// What reading one code point gives. `length` elements were used when `status` is ok.
struct ReadPoint {
    Result status;
    char32_t point = 0;
    int length = 0;
};

bool is_high_surrogate(char32_t c) { return c >= 0xd800 && c < 0xdc00; }
bool is_low_surrogate(char32_t c) { return c >= 0xdc00 && c < 0xe000; }

char32_t join_surrogates(char32_t high, char32_t low) {
    return (high << 10) + low - ((0xd800u << 10) + 0xdc00 - 0x10000);
}

char16_t high_half(char32_t point) { return static_cast<char16_t>((point >> 10) + 0xd7c0); }
char16_t low_half(char32_t point) { return static_cast<char16_t>((point & 0x3ff) + 0xdc00); }

// UTF-8 in char or char8_t.
struct Utf8 {
    static int length_by_lead(unsigned char lead) {
        if (lead < 0x80)
            return 1;
        if (lead < 0xc2)
            return 0; // a continuation byte, or the lead of an overlong form
        if (lead < 0xe0)
            return 2;
        if (lead < 0xf0)
            return 3;
        return lead < 0xf5 ? 4 : 0;
    }

    template <typename Byte> static ReadPoint read(const Byte *from, const Byte *end) {
        auto lead = static_cast<unsigned char>(*from);
        int length = length_by_lead(lead);
        if (length == 1)
            return {codecvt_base::ok, lead, 1};
        if (length == 0)
            return {codecvt_base::error};
        char32_t point = lead & (0x7f >> length);
        for (int i = 1; i < length; ++i) {
            if (from + i == end)
                return {codecvt_base::partial};
            auto next = static_cast<unsigned char>(from[i]);
            if ((next & 0xc0) != 0x80)
                return {codecvt_base::error};
            point = point << 6 | (next & 0x3f);
            // Overlong forms and points beyond the last show in the second byte.
            if (i == 1 && ((lead == 0xe0 && next < 0xa0) || (lead == 0xf0 && next < 0x90) ||
                           (lead == 0xf4 && next >= 0x90)))
                return {codecvt_base::error};
        }
        return {codecvt_base::ok, point, length};
    }

    static int length_of(char32_t point) {
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    template <typename Byte> static bool write(char32_t point, Byte *&to, Byte *end) {
        int length = length_of(point);
        if (end - to < length)
            return false;
        if (length == 1) {
            *to++ = static_cast<Byte>(point);
            return true;
        }
        for (int i = length - 1; i > 0; --i, point >>= 6)
            to[i] = static_cast<Byte>(0x80 | (point & 0x3f));
        to[0] = static_cast<Byte>((0xf00 >> length & 0xff) | point);
        to += length;
        return true;
    }
};

// UTF-16 as bytes, in either order.
struct Utf16Bytes {
    bool little;

    char16_t unit(const char *from) const {
        auto a = static_cast<unsigned char>(from[0]), b = static_cast<unsigned char>(from[1]);
        return static_cast<char16_t>(little ? b << 8 | a : a << 8 | b);
    }

    void put_unit(char16_t value, char *&to) const {
        char high = static_cast<char>(value >> 8), low = static_cast<char>(value);
        *to++ = little ? low : high;
        *to++ = little ? high : low;
    }

    ReadPoint read(const char *from, const char *end) const {
        if (end - from < 2)
            return {codecvt_base::partial};
        char16_t first = unit(from);
        if (is_low_surrogate(first))
            return {codecvt_base::error};
        if (!is_high_surrogate(first))
            return {codecvt_base::ok, first, 2};
        if (end - from < 4)
            return {codecvt_base::partial};
        char16_t second = unit(from + 2);
        if (!is_low_surrogate(second))
            return {codecvt_base::error};
        return {codecvt_base::ok, join_surrogates(first, second), 4};
    }

    bool write(char32_t point, char *&to, char *end) const {
        if (end - to < (point < 0x10000 ? 2 : 4))
            return false;
        if (point < 0x10000) {
            put_unit(static_cast<char16_t>(point), to);
        } else {
            put_unit(high_half(point), to);
            put_unit(low_half(point), to);
        }
        return true;
    }
};

// Internal form: every element is a code point.
struct WholePoints {
    template <typename Char> static ReadPoint read(const Char *from, const Char *) {
        auto point = static_cast<char32_t>(*from);
        if (is_high_surrogate(point) || is_low_surrogate(point))
            return {codecvt_base::error};
        return {codecvt_base::ok, point, 1};
    }

    template <typename Char> static bool write(char32_t point, Char *&to, Char *end) {
        if (to == end)
            return false;
        *to++ = static_cast<Char>(point);
        return true;
    }
};

// Internal form: UTF-16 units, whatever the element's width.
struct Utf16Units {
    template <typename Char> static ReadPoint read(const Char *from, const Char *end) {
        auto first = static_cast<char32_t>(*from);
        if (is_low_surrogate(first))
            return {codecvt_base::error};
        if (!is_high_surrogate(first))
            return {codecvt_base::ok, first, 1};
        if (end - from < 2)
            return {codecvt_base::partial};
        auto second = static_cast<char32_t>(from[1]);
        if (!is_low_surrogate(second))
            return {codecvt_base::error};
        return {codecvt_base::ok, join_surrogates(first, second), 2};
    }

    template <typename Char> static bool write(char32_t point, Char *&to, Char *end) {
        if (end - to < (point < 0x10000 ? 1 : 2))
            return false;
        if (point < 0x10000) {
            *to++ = static_cast<Char>(point);
        } else {
            *to++ = high_half(point);
            *to++ = low_half(point);
        }
        return true;
    }
};

// ---- Unicode: loops ---------------------------------------------------------------------

template <typename Source, typename Target, typename From, typename To>
Result convert(Source source, Target target, char32_t limit, const From *&from,
               const From *from_end, To *&to, To *to_end) {
    while (from < from_end) {
        ReadPoint next = source.read(from, from_end);
        if (next.status != codecvt_base::ok)
            return next.status;
        if (next.point > limit)
            return codecvt_base::error;
        if (!target.write(next.point, to, to_end))
            return codecvt_base::partial;
        from += next.length;
    }
    return codecvt_base::ok;
}

// How many external elements convert into at most `max` internal ones.
template <typename Internal, typename Source, typename Char>
int convertible_length(Source source, char32_t limit, const Char *from, const Char *end,
                       size_t max) {
    const Char *next = from;
    while (next < end) {
        ReadPoint read = source.read(next, end);
        if (read.status != codecvt_base::ok || read.point > limit)
            break;
        size_t units = is_same_v<Internal, Utf16Units> && read.point >= 0x10000 ? 2 : 1;
        if (units > max)
            break;
        max -= units;
        next += read.length;
    }
    return static_cast<int>(next - from);
}

// ---- byte order marks -------------------------------------------------------------------

constexpr char utf8_mark[] = "\xef\xbb\xbf";

bool skip_prefix(const char *&from, const char *end, const char *prefix, ptrdiff_t length) {
    if (end - from < length || memcmp(from, prefix, length) != 0)
        return false;
    from += length;
    return true;
}

bool put_prefix(char *&to, char *end, const char *prefix, ptrdiff_t length) {
    if (end - to < length)
        return false;
    memcpy(to, prefix, length);
    to += length;
    return true;
}

void read_mark(Utf8 &, codecvt_mode mode, const char *&from, const char *end) {
    if (mode & consume_header)
        skip_prefix(from, end, utf8_mark, 3);
}

void read_mark(Utf16Bytes &encoding, codecvt_mode mode, const char *&from, const char *end) {
    if (!(mode & consume_header))
        return;
    if (skip_prefix(from, end, "\xfe\xff", 2))
        encoding.little = false;
    else if (skip_prefix(from, end, "\xff\xfe", 2))
        encoding.little = true;
}

bool write_mark(Utf8, codecvt_mode mode, char *&to, char *end) {
    return !(mode & generate_header) || put_prefix(to, end, utf8_mark, 3);
}

bool write_mark(Utf16Bytes encoding, codecvt_mode mode, char *&to, char *end) {
    return !(mode & generate_header) ||
           put_prefix(to, end, encoding.little ? "\xff\xfe" : "\xfe\xff", 2);
}

} // namespace

// ---- Unicode: the facets of <locale> ----------------------------------------------------

#define DEFINE_UNICODE_FACET(INTERN, EXTERN, INTERNAL)                                             \
    locale::id codecvt<INTERN, EXTERN, mbstate_t>::id;                                             \
    codecvt<INTERN, EXTERN, mbstate_t>::~codecvt() {}                                              \
    Result codecvt<INTERN, EXTERN, mbstate_t>::do_out(                                             \
        mbstate_t &, const INTERN *from, const INTERN *from_end, const INTERN *&from_next,         \
        EXTERN *to, EXTERN *to_end, EXTERN *&to_next) const {                                      \
        from_next = from;                                                                          \
        to_next = to;                                                                              \
        return convert(INTERNAL(), Utf8(), highest_code_point, from_next, from_end, to_next,       \
                       to_end);                                                                    \
    }                                                                                              \
    Result codecvt<INTERN, EXTERN, mbstate_t>::do_in(                                              \
        mbstate_t &, const EXTERN *from, const EXTERN *from_end, const EXTERN *&from_next,         \
        INTERN *to, INTERN *to_end, INTERN *&to_next) const {                                      \
        from_next = from;                                                                          \
        to_next = to;                                                                              \
        return convert(Utf8(), INTERNAL(), highest_code_point, from_next, from_end, to_next,       \
                       to_end);                                                                    \
    }                                                                                              \
    Result codecvt<INTERN, EXTERN, mbstate_t>::do_unshift(mbstate_t &, EXTERN *to, EXTERN *,       \
                                                          EXTERN *&to_next) const {                \
        to_next = to;                                                                              \
        return noconv;                                                                             \
    }                                                                                              \
    int codecvt<INTERN, EXTERN, mbstate_t>::do_encoding() const throw() { return 0; }              \
    bool codecvt<INTERN, EXTERN, mbstate_t>::do_always_noconv() const throw() { return false; }    \
    int codecvt<INTERN, EXTERN, mbstate_t>::do_length(mbstate_t &, const EXTERN *from,             \
                                                      const EXTERN *end, size_t max) const {       \
        return convertible_length<INTERNAL>(Utf8(), highest_code_point, from, end, max);           \
    }                                                                                              \
    int codecvt<INTERN, EXTERN, mbstate_t>::do_max_length() const throw() { return 4; }

DEFINE_UNICODE_FACET(char16_t, char, Utf16Units)
DEFINE_UNICODE_FACET(char32_t, char, WholePoints)
DEFINE_UNICODE_FACET(char16_t, char8_t, Utf16Units)
DEFINE_UNICODE_FACET(char32_t, char8_t, WholePoints)

// ---- Unicode: the facets of <codecvt> ---------------------------------------------------

#define DEFINE_CODECVT_BASE(BASE, INTERN, INTERNAL, EXTERNAL, HIGHEST, MAX_LENGTH)                 \
    BASE<INTERN>::~BASE() {}                                                                       \
    Result BASE<INTERN>::do_out(mbstate_t &, const INTERN *from, const INTERN *from_end,           \
                                const INTERN *&from_next, char *to, char *to_end, char *&to_next)  \
        const {                                                                                    \
        from_next = from;                                                                          \
        to_next = to;                                                                              \
        EXTERNAL;                                                                                  \
        if (!write_mark(external, _M_mode, to_next, to_end))                                       \
            return partial;                                                                        \
        return convert(INTERNAL(), external, min<unsigned long>(_M_maxcode, HIGHEST), from_next,   \
                       from_end, to_next, to_end);                                                 \
    }                                                                                              \
    Result BASE<INTERN>::do_in(mbstate_t &, const char *from, const char *from_end,                \
                               const char *&from_next, INTERN *to, INTERN *to_end,                 \
                               INTERN *&to_next) const {                                           \
        from_next = from;                                                                          \
        to_next = to;                                                                              \
        EXTERNAL;                                                                                  \
        read_mark(external, _M_mode, from_next, from_end);                                         \
        return convert(external, INTERNAL(), min<unsigned long>(_M_maxcode, HIGHEST), from_next,   \
                       from_end, to_next, to_end);                                                 \
    }                                                                                              \
    Result BASE<INTERN>::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const {         \
        to_next = to;                                                                              \
        return noconv;                                                                             \
    }                                                                                              \
    int BASE<INTERN>::do_encoding() const throw() { return 0; }                                    \
    bool BASE<INTERN>::do_always_noconv() const throw() { return false; }                          \
    int BASE<INTERN>::do_length(mbstate_t &, const char *from, const char *end, size_t max)        \
        const {                                                                                    \
        const char *start = from;                                                                  \
        EXTERNAL;                                                                                  \
        read_mark(external, _M_mode, start, end);                                                  \
        return static_cast<int>(start - from) +                                                    \
               convertible_length<INTERNAL>(external, min<unsigned long>(_M_maxcode, HIGHEST),     \
                                            start, end, max);                                      \
    }                                                                                              \
    int BASE<INTERN>::do_max_length() const throw() { return MAX_LENGTH; }

#define AS_UTF8 Utf8 external
#define AS_UTF16                                                                                   \
    Utf16Bytes external { bool(_M_mode & little_endian) }

DEFINE_CODECVT_BASE(__codecvt_utf8_base, char16_t, WholePoints, AS_UTF8, 0xffff, 3)
DEFINE_CODECVT_BASE(__codecvt_utf8_base, char32_t, WholePoints, AS_UTF8, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf8_base, wchar_t, WholePoints, AS_UTF8, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf8_utf16_base, char16_t, Utf16Units, AS_UTF8, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf8_utf16_base, char32_t, Utf16Units, AS_UTF8, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf8_utf16_base, wchar_t, Utf16Units, AS_UTF8, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf16_base, char16_t, WholePoints, AS_UTF16, 0xffff, 2)
DEFINE_CODECVT_BASE(__codecvt_utf16_base, char32_t, WholePoints, AS_UTF16, highest_code_point, 4)
DEFINE_CODECVT_BASE(__codecvt_utf16_base, wchar_t, WholePoints, AS_UTF16, highest_code_point, 4)

// ---- conversions by locale name ---------------------------------------------------------

template class codecvt_byname<char, char, mbstate_t>;
template class codecvt_byname<wchar_t, char, mbstate_t>;
template class codecvt_byname<char16_t, char, mbstate_t>;
template class codecvt_byname<char32_t, char, mbstate_t>;
template class codecvt_byname<char16_t, char8_t, mbstate_t>;
template class codecvt_byname<char32_t, char8_t, mbstate_t>;

} // namespace std
