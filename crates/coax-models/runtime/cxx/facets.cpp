// The remaining facets of the "C" locale: collate, money, time output and messages.
//
// The data is that of the C standard's "C" locale; the algorithms come from the headers.

#include "explicit_facets.h"
#include "runtime.h"

#include <cstring>
#include <ctime>
#include <cwchar>
#include <locale>

namespace std {

#define DEFINE_FACET_IDS(CHAR)                                                                     \
    DEFINE_FACET_ID(collate<CHAR>);                                                                \
    DEFINE_FACET_ID(moneypunct<CHAR, false>);                                                      \
    DEFINE_FACET_ID(moneypunct<CHAR, true>);                                                       \
    DEFINE_FACET_ID(money_get<CHAR>);                                                              \
    DEFINE_FACET_ID(money_put<CHAR>);                                                              \
    DEFINE_FACET_ID(__timepunct<CHAR>);                                                            \
    DEFINE_FACET_ID(time_put<CHAR>);                                                               \
    DEFINE_FACET_ID(messages<CHAR>)

DEFINE_FACET_IDS(char);
DEFINE_FACET_IDS(wchar_t);

// ---- collate: characters compare by value -----------------------------------------------

namespace {

int sign(int comparison) { return (comparison > 0) - (comparison < 0); }

} // namespace

template <> int collate<char>::_M_compare(const char *one, const char *two) const throw() {
    return sign(strcmp(one, two));
}

template <>
size_t collate<char>::_M_transform(char *to, const char *from, size_t size) const throw() {
    size_t length = strlen(from);
    memcpy(to, from, min(length + 1, size));
    return length;
}

template <> int collate<wchar_t>::_M_compare(const wchar_t *one, const wchar_t *two) const throw() {
    return sign(wcscmp(one, two));
}

template <>
size_t collate<wchar_t>::_M_transform(wchar_t *to, const wchar_t *from, size_t size) const throw() {
    size_t length = wcslen(from);
    wmemcpy(to, from, min(length + 1, size));
    return length;
}

// ---- money ------------------------------------------------------------------------------

const char *money_base::_S_atoms = "-0123456789";
const money_base::pattern money_base::_S_default_pattern = {{symbol, sign, none, value}};

namespace {

template <typename Char, bool International>
void fill_classic_moneypunct(__moneypunct_cache<Char, International> &data) {
    static constexpr Char empty[] = {0};
    data._M_decimal_point = '.';
    data._M_thousands_sep = ',';
    data._M_grouping = "";
    data._M_curr_symbol = empty;
    data._M_positive_sign = empty;
    data._M_negative_sign = empty;
    data._M_pos_format = money_base::_S_default_pattern;
    data._M_neg_format = money_base::_S_default_pattern;
    for (size_t i = 0; i < money_base::_S_end; ++i)
        data._M_atoms[i] = money_base::_S_atoms[i];
}

} // namespace

#define DEFINE_MONEYPUNCT(CHAR, INTERNATIONAL)                                                     \
    template <>                                                                                    \
    void moneypunct<CHAR, INTERNATIONAL>::_M_initialize_moneypunct(__c_locale, const char *) {     \
        if (!_M_data)                                                                              \
            _M_data = new __moneypunct_cache<CHAR, INTERNATIONAL>;                                 \
        fill_classic_moneypunct(*_M_data);                                                         \
    }                                                                                              \
    template <> moneypunct<CHAR, INTERNATIONAL>::~moneypunct() { delete _M_data; }

DEFINE_MONEYPUNCT(char, false)
DEFINE_MONEYPUNCT(char, true)
DEFINE_MONEYPUNCT(wchar_t, false)
DEFINE_MONEYPUNCT(wchar_t, true)

// ---- time -------------------------------------------------------------------------------

template <>
const char *__timepunct_cache<char>::_S_timezones[14] = {"GMT", "HST", "AKST", "PST", "MST",
                                                         "CST", "EST", "AST",  "NST", "CET",
                                                         "IST", "EET", "CST",  "JST"};
template <>
const wchar_t *__timepunct_cache<wchar_t>::_S_timezones[14] = {
    L"GMT", L"HST", L"AKST", L"PST", L"MST", L"CST", L"EST",
    L"AST", L"NST", L"CET",  L"IST", L"EET", L"CST", L"JST"};

#define FILL_TIMEPUNCT(DATA, TEXT)                                                                 \
    DATA._M_date_format = DATA._M_date_era_format = TEXT("%m/%d/%y");                              \
    DATA._M_time_format = DATA._M_time_era_format = TEXT("%H:%M:%S");                              \
    DATA._M_date_time_format = DATA._M_date_time_era_format = TEXT("");                            \
    DATA._M_am = TEXT("AM"), DATA._M_pm = TEXT("PM");                                              \
    DATA._M_am_pm_format = TEXT("%I:%M:%S %p");                                                    \
    DATA._M_day1 = TEXT("Sunday"), DATA._M_day2 = TEXT("Monday");                                  \
    DATA._M_day3 = TEXT("Tuesday"), DATA._M_day4 = TEXT("Wednesday");                              \
    DATA._M_day5 = TEXT("Thursday"), DATA._M_day6 = TEXT("Friday");                                \
    DATA._M_day7 = TEXT("Saturday");                                                               \
    DATA._M_aday1 = TEXT("Sun"), DATA._M_aday2 = TEXT("Mon"), DATA._M_aday3 = TEXT("Tue");         \
    DATA._M_aday4 = TEXT("Wed"), DATA._M_aday5 = TEXT("Thu"), DATA._M_aday6 = TEXT("Fri");         \
    DATA._M_aday7 = TEXT("Sat");                                                                   \
    DATA._M_month01 = TEXT("January"), DATA._M_month02 = TEXT("February");                         \
    DATA._M_month03 = TEXT("March"), DATA._M_month04 = TEXT("April");                              \
    DATA._M_month05 = TEXT("May"), DATA._M_month06 = TEXT("June");                                 \
    DATA._M_month07 = TEXT("July"), DATA._M_month08 = TEXT("August");                              \
    DATA._M_month09 = TEXT("September"), DATA._M_month10 = TEXT("October");                        \
    DATA._M_month11 = TEXT("November"), DATA._M_month12 = TEXT("December");                        \
    DATA._M_amonth01 = TEXT("Jan"), DATA._M_amonth02 = TEXT("Feb");                                \
    DATA._M_amonth03 = TEXT("Mar"), DATA._M_amonth04 = TEXT("Apr");                                \
    DATA._M_amonth05 = TEXT("May"), DATA._M_amonth06 = TEXT("Jun");                                \
    DATA._M_amonth07 = TEXT("Jul"), DATA._M_amonth08 = TEXT("Aug");                                \
    DATA._M_amonth09 = TEXT("Sep"), DATA._M_amonth10 = TEXT("Oct");                                \
    DATA._M_amonth11 = TEXT("Nov"), DATA._M_amonth12 = TEXT("Dec")

#define NARROW(TEXT) TEXT
#define WIDE(TEXT) L##TEXT

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) {
    if (!_M_data)
        _M_data = new __timepunct_cache<char>;
    FILL_TIMEPUNCT((*_M_data), NARROW);
}

template <> void __timepunct<wchar_t>::_M_initialize_timepunct(__c_locale) {
    if (!_M_data)
        _M_data = new __timepunct_cache<wchar_t>;
    FILL_TIMEPUNCT((*_M_data), WIDE);
}

template <>
void __timepunct<char>::_M_put(char *to, size_t size, const char *format, const tm *time) const
    throw() {
    if (strftime(to, size, format, time) == 0)
        *to = '\0';
}

template <>
void __timepunct<wchar_t>::_M_put(wchar_t *to, size_t size, const wchar_t *format,
                                  const tm *time) const throw() {
    if (wcsftime(to, size, format, time) == 0)
        *to = L'\0';
}

// ---- messages: there are no catalogs, every text is its own translation -----------------

template <> string messages<char>::do_get(catalog, int, int, const string &text) const {
    return text;
}

template <> wstring messages<wchar_t>::do_get(catalog, int, int, const wstring &text) const {
    return text;
}

template <> messages<char>::catalog messages<char>::do_open(const string &, const locale &) const {
    return 0;
}

template <>
messages<wchar_t>::catalog messages<wchar_t>::do_open(const string &, const locale &) const {
    return 0;
}

template <> void messages<char>::do_close(catalog) const {}
template <> void messages<wchar_t>::do_close(catalog) const {}

// ---- instantiations ---------------------------------------------------------------------

#define INSTANTIATE_FACETS(CHAR)                                                                   \
    template class collate<CHAR>;                                                                  \
    template class collate_byname<CHAR>;                                                           \
    template struct __moneypunct_cache<CHAR, false>;                                               \
    template struct __moneypunct_cache<CHAR, true>;                                                \
    template class moneypunct<CHAR, false>;                                                        \
    template class moneypunct<CHAR, true>;                                                         \
    template class moneypunct_byname<CHAR, false>;                                                 \
    template class moneypunct_byname<CHAR, true>;                                                  \
    template class money_get<CHAR>;                                                                \
    template class money_put<CHAR>;                                                                \
    template istreambuf_iterator<CHAR> money_get<CHAR>::_M_extract<false>(                         \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        string &) const;                                                                           \
    template istreambuf_iterator<CHAR> money_get<CHAR>::_M_extract<true>(                          \
        istreambuf_iterator<CHAR>, istreambuf_iterator<CHAR>, ios_base &, ios_base::iostate &,     \
        string &) const;                                                                           \
    template struct __timepunct_cache<CHAR>;                                                       \
    template class __timepunct<CHAR>;                                                              \
    template class time_put<CHAR>;                                                                 \
    template class time_put_byname<CHAR>;                                                          \
    template class messages<CHAR>;                                                                 \
    template class messages_byname<CHAR>

INSTANTIATE_FACETS(char);
INSTANTIATE_FACETS(wchar_t);

} // namespace std
