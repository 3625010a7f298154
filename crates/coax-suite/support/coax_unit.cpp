/* The same for tests written in C++. */
#include "coax_unit.c"
