// A colour was added, its initial was not.
enum colour { RED, GREEN, BLUE, BLACK };

static const char initials[] = {'r', 'g', 'b'};

char initial_of(enum colour colour) {
    if ((unsigned)colour > BLACK)
        return '?';
    return initials[colour]; //~ out-of-bounds
}
