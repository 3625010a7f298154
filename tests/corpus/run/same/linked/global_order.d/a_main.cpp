// Constructors of globals run in link order, destructors in reverse, also over several files.
#include "noisy.h"

static Noisy first("a first"), second("a second");
extern Noisy shared;
int count();

int main() {
    std::printf("main %s %d\n", shared.name, count());
    return 0;
}
