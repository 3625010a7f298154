// Includes <locale> with a cheaper std::use_facet and std::has_facet.
//
// The facet at an index of a locale always has the type that its id belongs to, so the
// dynamic_cast by which the headers confirm it on every call costs time for nothing. The
// headers leave it out when they are told that there is no run-time type information.
// Must come before any other standard header that includes the locale machinery.

#ifndef COAX_FACET_ACCESS_H
#define COAX_FACET_ACCESS_H

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#undef __cpp_rtti
#pragma clang diagnostic pop

#include <locale>

#endif
