// Reading dates and times: time_get.
//
// A format is read field by field, and fields can depend on each other (an hour on a
// 12-hour clock needs AM or PM, a weekday needs a date). So the fields are collected in a
// state first and completed at the end. The headers do this only when compiled by GCC;
// time_get::get is therefore replaced by a specialisation.

#include "explicit_facets.h"
#include "runtime.h"

#include <ctime>
#include <locale>
#include <typeinfo>

namespace std {

// Defined in facets.cpp.
template <> locale::id __timepunct<char>::id;
template <> locale::id __timepunct<wchar_t>::id;

DEFINE_FACET_ID(time_get<char>);
DEFINE_FACET_ID(time_get<wchar_t>);

// ---- completing a parsed time -----------------------------------------------------------

namespace {

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int days_before_month[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

int days_before(int month, int year) {
    return days_before_month[month] + (month >= 2 && is_leap(year));
}

// Days from 1 January 1970 to 1 January of `year`.
long days_to_year(long year) {
    long before = year - 1;
    auto floor_div = [](long a, long b) { return a / b - (a % b < 0); };
    long leaps = floor_div(before, 4) - floor_div(before, 100) + floor_div(before, 400);
    return 365 * (year - 1970) + leaps - 477;
}

// 1 January 1970 was a Thursday.
int weekday(long days_since_1970) {
    long day = (days_since_1970 + 4) % 7;
    return static_cast<int>(day < 0 ? day + 7 : day);
}

void day_of_year_to_date(tm &time, bool keep_month, bool keep_day) {
    int year = time.tm_year + 1900, month = 0;
    while (month < 11 && days_before(month + 1, year) <= time.tm_yday)
        ++month;
    if (!keep_month)
        time.tm_mon = month;
    if (!keep_day)
        time.tm_mday = time.tm_yday - days_before(month, year) + 1;
}

void date_to_weekday(tm &time) {
    int year = time.tm_year + 1900;
    time.tm_wday = weekday(days_to_year(year) + days_before(time.tm_mon, year) + time.tm_mday - 1);
}

} // namespace

// Derives the fields that the format did not give from those that it did.
void __time_get_state::_M_finalize_state(tm *time) {
    if (_M_have_I && _M_is_pm)
        time->tm_hour += 12;
    if (_M_have_century) {
        int year_in_century = _M_want_century ? time->tm_year % 100 : 0;
        time->tm_year = (_M_century - 19) * 100 + year_in_century;
    }
    if (_M_want_xday && !_M_have_wday) {
        if (!(_M_have_mon && _M_have_mday) && _M_have_yday) {
            day_of_year_to_date(*time, _M_have_mon, _M_have_mday);
            _M_have_mon = _M_have_mday = 1;
        }
        // A tm that was never filled has day 0; it is no date to compute a weekday of.
        if (_M_have_mon || unsigned(time->tm_mon) <= 11)
            date_to_weekday(*time);
    }
    if (_M_want_xday && !_M_have_yday && (_M_have_mon || unsigned(time->tm_mon) <= 11))
        time->tm_yday = days_before(time->tm_mon, time->tm_year + 1900) + time->tm_mday - 1;
    if ((_M_have_uweek || _M_have_wweek) && _M_have_wday) {
        int wanted = time->tm_wday, year = time->tm_year + 1900;
        int first = weekday(days_to_year(year));
        int offset = _M_have_uweek ? 0 : 1;
        int to_first_week = (7 - (first - offset)) % 7;
        int in_week = (wanted - offset + 7) % 7;
        if (!_M_have_yday)
            time->tm_yday = to_first_week + (_M_week_no - 1) * 7 + in_week;
        if (!_M_have_mday || !_M_have_mon)
            day_of_year_to_date(*time, _M_have_mon, _M_have_mday);
    }
}

// ---- reading by a format ----------------------------------------------------------------

namespace {

// One conversion of a format: '%', perhaps E or O, and a letter.
template <typename Char> struct Conversion {
    Char text[4] = {};
    char letter = 0, modifier = 0;

    // Reads the conversion at `format` and moves past it; false if the format ends in it.
    bool parse(const ctype<Char> &characters, const Char *&format, const Char *end) {
        int length = 0;
        text[length++] = *format++;
        if (format == end)
            return false;
        letter = characters.narrow(*format, 0);
        if (letter == 'E' || letter == 'O') {
            modifier = letter;
            text[length++] = *format++;
            if (format == end)
                return false;
            letter = characters.narrow(*format, 0);
        }
        text[length] = *format++;
        return true;
    }
};

template <typename Char, typename Iterator>
void skip_space(const ctype<Char> &characters, Iterator &next, Iterator end) {
    while (next != end && characters.is(ctype_base::space, *next))
        ++next;
}

template <typename Char> bool same_letter(const ctype<Char> &characters, Char a, Char b) {
    return characters.tolower(a) == characters.tolower(b) ||
           characters.toupper(a) == characters.toupper(b);
}

// `read_field(conversion, next)` reads one field and sets `error`.
template <typename Char, typename Iterator, typename ReadField>
Iterator read_by_format(const ctype<Char> &characters, Iterator next, Iterator end,
                        ios_base::iostate &error, const Char *format, const Char *format_end,
                        ReadField read_field) {
    while (format != format_end && error == ios_base::goodbit) {
        if (next == end) {
            error = ios_base::eofbit | ios_base::failbit;
        } else if (characters.narrow(*format, 0) == '%') {
            Conversion<Char> conversion;
            if (conversion.parse(characters, format, format_end))
                next = read_field(conversion, next);
            else
                error = ios_base::failbit;
        } else if (characters.is(ctype_base::space, *format)) {
            skip_space(characters, format, format_end);
            skip_space(characters, next, end);
        } else if (same_letter(characters, *next, *format)) {
            ++next;
            ++format;
        } else {
            error = ios_base::failbit;
        }
    }
    return next;
}

} // namespace

// A derived facet may override do_get, which then has to be called for every field.
#define DEFINE_GET(CHAR)                                                                           \
    template <>                                                                                    \
    istreambuf_iterator<CHAR> time_get<CHAR>::get(                                                 \
        istreambuf_iterator<CHAR> next, istreambuf_iterator<CHAR> end, ios_base &stream,           \
        ios_base::iostate &error, tm *time, const CHAR *format, const CHAR *format_end) const {    \
        const auto &characters = use_facet<ctype<CHAR>>(stream.getloc());                          \
        const bool standard =                                                                      \
            typeid(*this) == typeid(time_get) || typeid(*this) == typeid(time_get_byname<CHAR>);   \
        __time_get_state state = {};                                                               \
        auto read_field = [&](const Conversion<CHAR> &conversion, auto from) {                     \
            if (!standard)                                                                         \
                return do_get(from, end, stream, error, time, conversion.letter,                   \
                              conversion.modifier);                                                \
            from = _M_extract_via_format(from, end, stream, error, time, conversion.text, state);  \
            if (from == end)                                                                       \
                error |= ios_base::eofbit;                                                         \
            return from;                                                                           \
        };                                                                                         \
        error = ios_base::goodbit;                                                                 \
        next = read_by_format(characters, next, end, error, format, format_end, read_field);       \
        if (standard)                                                                              \
            state._M_finalize_state(time);                                                         \
        return next;                                                                               \
    }                                                                                              \
    template class time_get<CHAR>;                                                                 \
    template class time_get_byname<CHAR>;

DEFINE_GET(char)
DEFINE_GET(wchar_t)

} // namespace std
