// Each colour has its initial.
enum colour { RED, GREEN, BLUE, BLACK };

static const char initials[] = {'r', 'g', 'b', 'k'};

char initial_of(enum colour colour) {
    if ((unsigned)colour > BLACK)
        return '?';
    return initials[colour];
}
