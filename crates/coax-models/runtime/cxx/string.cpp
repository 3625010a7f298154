// std::string and std::wstring: the members that the headers declare `extern template`.
//
// All code comes from the headers; this file only asks for it to be emitted. Member
// templates are not covered by the instantiation of their class and are listed by hand.

#include "runtime.h"

#include <istream>
#include <ostream>
#include <string>
#include <string_view>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;

#define INSTANTIATE_STRING(CHAR, STRING)                                                           \
    template class basic_string<CHAR>;                                                             \
    template STRING operator+(const CHAR *, const STRING &);                                       \
    template STRING operator+(CHAR, const STRING &);                                               \
    template STRING operator+(const STRING &, const STRING &);                                     \
    template STRING operator+(const STRING &, const CHAR *);                                       \
    template STRING operator+(const STRING &, CHAR);                                               \
    template bool operator==(const STRING &, const CHAR *);                                        \
    template void STRING::_M_construct(CHAR *, CHAR *, forward_iterator_tag);                      \
    template void STRING::_M_construct(const CHAR *, const CHAR *, forward_iterator_tag);          \
    template void STRING::_M_construct(STRING::iterator, STRING::iterator, forward_iterator_tag);  \
    template void STRING::_M_construct(STRING::const_iterator, STRING::const_iterator,             \
                                       forward_iterator_tag);                                      \
    template STRING::basic_string(CHAR *, CHAR *, const allocator<CHAR> &);                        \
    template STRING::basic_string(const CHAR *, const CHAR *, const allocator<CHAR> &);            \
    template STRING::basic_string(STRING::iterator, STRING::iterator, const allocator<CHAR> &);

INSTANTIATE_STRING(char, string)
INSTANTIATE_STRING(wchar_t, wstring)

} // namespace std
