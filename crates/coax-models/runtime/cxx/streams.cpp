// Formatted and unformatted input and output: basic_streambuf, basic_istream,
// basic_ostream and the manipulators, for char and wchar_t.
//
// The bodies come from the headers, except for the specialisations in extraction.cpp.

#include "facet_access.h"
#include "runtime.h"

#include <complex>
#include <iomanip>
#include <istream>
#include <limits>
#include <ostream>
#include <streambuf>
#include <string>

namespace std {

#define INSTANTIATE_STREAMS(CHAR, ISTREAM, OSTREAM, STRING)                                        \
    template class basic_streambuf<CHAR>;                                                          \
    template streamsize __copy_streambufs(basic_streambuf<CHAR> *, basic_streambuf<CHAR> *);       \
    template class basic_istream<CHAR>;                                                            \
    template class basic_ostream<CHAR>;                                                            \
    template class basic_iostream<CHAR>;                                                           \
    template ISTREAM &ws(ISTREAM &);                                                               \
    template OSTREAM &endl(OSTREAM &);                                                             \
    template OSTREAM &ends(OSTREAM &);                                                             \
    template OSTREAM &flush(OSTREAM &);                                                            \
    template OSTREAM &__ostream_insert(OSTREAM &, const CHAR *, streamsize);                       \
    template ISTREAM &operator>>(ISTREAM &, CHAR &);                                               \
    template OSTREAM &operator<<(OSTREAM &, CHAR);                                                 \
    template OSTREAM &operator<<(OSTREAM &, const CHAR *);                                         \
    template OSTREAM &operator<<(OSTREAM &, const STRING &);                                       \
    template ISTREAM &getline(ISTREAM &, STRING &)

#define INSTANTIATE_MANIPULATORS(CHAR, ISTREAM, OSTREAM)                                           \
    template OSTREAM &operator<<(OSTREAM &, _Setfill<CHAR>);                                       \
    template OSTREAM &operator<<(OSTREAM &, _Setiosflags);                                         \
    template OSTREAM &operator<<(OSTREAM &, _Resetiosflags);                                       \
    template OSTREAM &operator<<(OSTREAM &, _Setbase);                                             \
    template OSTREAM &operator<<(OSTREAM &, _Setprecision);                                        \
    template OSTREAM &operator<<(OSTREAM &, _Setw);                                                \
    template ISTREAM &operator>>(ISTREAM &, _Setfill<CHAR>);                                       \
    template ISTREAM &operator>>(ISTREAM &, _Setiosflags);                                         \
    template ISTREAM &operator>>(ISTREAM &, _Resetiosflags);                                       \
    template ISTREAM &operator>>(ISTREAM &, _Setbase);                                             \
    template ISTREAM &operator>>(ISTREAM &, _Setprecision);                                        \
    template ISTREAM &operator>>(ISTREAM &, _Setw)

#define INSTANTIATE_NUMBERS(ISTREAM, OSTREAM)                                                      \
    template OSTREAM &OSTREAM::_M_insert(long);                                                    \
    template OSTREAM &OSTREAM::_M_insert(unsigned long);                                           \
    template OSTREAM &OSTREAM::_M_insert(long long);                                               \
    template OSTREAM &OSTREAM::_M_insert(unsigned long long);                                      \
    template OSTREAM &OSTREAM::_M_insert(bool);                                                    \
    template OSTREAM &OSTREAM::_M_insert(double);                                                  \
    template OSTREAM &OSTREAM::_M_insert(long double);                                             \
    template OSTREAM &OSTREAM::_M_insert(const void *);                                            \
    template ISTREAM &ISTREAM::_M_extract(unsigned short &);                                       \
    template ISTREAM &ISTREAM::_M_extract(unsigned int &);                                         \
    template ISTREAM &ISTREAM::_M_extract(long &);                                                 \
    template ISTREAM &ISTREAM::_M_extract(unsigned long &);                                        \
    template ISTREAM &ISTREAM::_M_extract(long long &);                                            \
    template ISTREAM &ISTREAM::_M_extract(unsigned long long &);                                   \
    template ISTREAM &ISTREAM::_M_extract(bool &);                                                 \
    template ISTREAM &ISTREAM::_M_extract(float &);                                                \
    template ISTREAM &ISTREAM::_M_extract(double &);                                               \
    template ISTREAM &ISTREAM::_M_extract(long double &);                                          \
    template ISTREAM &ISTREAM::_M_extract(void *&)

#define INSTANTIATE_COMPLEX(NUMBER, ISTREAM, OSTREAM)                                              \
    template ISTREAM &operator>>(ISTREAM &, complex<NUMBER> &);                                    \
    template OSTREAM &operator<<(OSTREAM &, const complex<NUMBER> &)

INSTANTIATE_STREAMS(char, istream, ostream, string);
INSTANTIATE_STREAMS(wchar_t, wistream, wostream, wstring);
INSTANTIATE_MANIPULATORS(char, istream, ostream);
INSTANTIATE_MANIPULATORS(wchar_t, wistream, wostream);
INSTANTIATE_NUMBERS(istream, ostream);
INSTANTIATE_NUMBERS(wistream, wostream);
INSTANTIATE_COMPLEX(float, istream, ostream);
INSTANTIATE_COMPLEX(double, istream, ostream);
INSTANTIATE_COMPLEX(long double, istream, ostream);
INSTANTIATE_COMPLEX(float, wistream, wostream);
INSTANTIATE_COMPLEX(double, wistream, wostream);
INSTANTIATE_COMPLEX(long double, wistream, wostream);

template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template wistream &operator>>(wistream &, wstring &);
template void __istream_extract(wistream &, wchar_t *, streamsize);
template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const char *);

} // namespace std
