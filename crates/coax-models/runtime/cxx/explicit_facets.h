// Includes <locale> for a file that instantiates facets and replaces some of their members.
//
// A member can only be specialised if nothing has promised its instantiation before, so
// the headers' `extern template` declarations are switched off. One member is replaced in
// every facet: its id. The headers' definition of it comes with a guard that a global
// constructor would have to set; a specialisation is plain zeroed memory.

#ifndef COAX_EXPLICIT_FACETS_H
#define COAX_EXPLICIT_FACETS_H

#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "facet_access.h"

#define DEFINE_FACET_ID(...)                                                                       \
    template <> locale::id __VA_ARGS__::id {}

#endif
