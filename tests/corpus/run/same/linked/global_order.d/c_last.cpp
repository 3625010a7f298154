// The third file: constructor attributes come before constructors without priority.
#include "noisy.h"

__attribute__((constructor(200))) static void early() { std::puts("c early"); }
static Noisy first("c first");
__attribute__((destructor)) static void late() { std::puts("c late"); }
