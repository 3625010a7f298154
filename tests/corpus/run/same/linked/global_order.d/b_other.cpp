// The second file.
#include "noisy.h"

static Noisy first("b first");
Noisy shared("b shared");
static int made = (std::puts("b int"), 3);
int count() { return made + (Holder<int>::value.name[0] == 't'); }
