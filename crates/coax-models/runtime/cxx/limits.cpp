// Constants that the headers only declare: the placeholders of std::bind, and the members
// of std::numeric_limits, which C++17 makes inline but older modes expect in the library.

#include "runtime.h"

#include <functional>
#include <limits>

namespace std {

#pragma clang diagnostic ignored "-Wdeprecated"

#define DEFINE_CONSTANTS(CLASS)                                                                    \
    const bool CLASS::is_specialized;                                                              \
    const int CLASS::digits;                                                                       \
    const int CLASS::digits10;                                                                     \
    const int CLASS::max_digits10;                                                                 \
    const bool CLASS::is_signed;                                                                   \
    const bool CLASS::is_integer;                                                                  \
    const bool CLASS::is_exact;                                                                    \
    const int CLASS::radix;                                                                        \
    const int CLASS::min_exponent;                                                                 \
    const int CLASS::min_exponent10;                                                               \
    const int CLASS::max_exponent;                                                                 \
    const int CLASS::max_exponent10;                                                               \
    const bool CLASS::has_infinity;                                                                \
    const bool CLASS::has_quiet_NaN;                                                               \
    const bool CLASS::has_signaling_NaN;                                                           \
    const float_denorm_style CLASS::has_denorm;                                                    \
    const bool CLASS::has_denorm_loss;                                                             \
    const bool CLASS::is_iec559;                                                                   \
    const bool CLASS::is_bounded;                                                                  \
    const bool CLASS::is_modulo;                                                                   \
    const bool CLASS::traps;                                                                       \
    const bool CLASS::tinyness_before;                                                             \
    const float_round_style CLASS::round_style

DEFINE_CONSTANTS(__numeric_limits_base);
DEFINE_CONSTANTS(numeric_limits<bool>);
DEFINE_CONSTANTS(numeric_limits<char>);
DEFINE_CONSTANTS(numeric_limits<signed char>);
DEFINE_CONSTANTS(numeric_limits<unsigned char>);
DEFINE_CONSTANTS(numeric_limits<wchar_t>);
DEFINE_CONSTANTS(numeric_limits<char16_t>);
DEFINE_CONSTANTS(numeric_limits<char32_t>);
DEFINE_CONSTANTS(numeric_limits<short>);
DEFINE_CONSTANTS(numeric_limits<unsigned short>);
DEFINE_CONSTANTS(numeric_limits<int>);
DEFINE_CONSTANTS(numeric_limits<unsigned int>);
DEFINE_CONSTANTS(numeric_limits<long>);
DEFINE_CONSTANTS(numeric_limits<unsigned long>);
DEFINE_CONSTANTS(numeric_limits<long long>);
DEFINE_CONSTANTS(numeric_limits<unsigned long long>);
DEFINE_CONSTANTS(numeric_limits<float>);
DEFINE_CONSTANTS(numeric_limits<double>);
DEFINE_CONSTANTS(numeric_limits<long double>);

#define DEFINE_PLACEHOLDER(N) const _Placeholder<N> placeholders::_##N

DEFINE_PLACEHOLDER(1);
DEFINE_PLACEHOLDER(2);
DEFINE_PLACEHOLDER(3);
DEFINE_PLACEHOLDER(4);
DEFINE_PLACEHOLDER(5);
DEFINE_PLACEHOLDER(6);
DEFINE_PLACEHOLDER(7);
DEFINE_PLACEHOLDER(8);
DEFINE_PLACEHOLDER(9);
DEFINE_PLACEHOLDER(10);
DEFINE_PLACEHOLDER(11);
DEFINE_PLACEHOLDER(12);
DEFINE_PLACEHOLDER(13);
DEFINE_PLACEHOLDER(14);
DEFINE_PLACEHOLDER(15);
DEFINE_PLACEHOLDER(16);
DEFINE_PLACEHOLDER(17);
DEFINE_PLACEHOLDER(18);
DEFINE_PLACEHOLDER(19);
DEFINE_PLACEHOLDER(20);
DEFINE_PLACEHOLDER(21);
DEFINE_PLACEHOLDER(22);
DEFINE_PLACEHOLDER(23);
DEFINE_PLACEHOLDER(24);
DEFINE_PLACEHOLDER(25);
DEFINE_PLACEHOLDER(26);
DEFINE_PLACEHOLDER(27);
DEFINE_PLACEHOLDER(28);
DEFINE_PLACEHOLDER(29);

} // namespace std
