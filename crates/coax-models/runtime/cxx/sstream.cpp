// String streams for char and wchar_t. All code comes from the headers.

#include "facet_access.h"
#include "runtime.h"

#include <sstream>

namespace std {

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;

} // namespace std
