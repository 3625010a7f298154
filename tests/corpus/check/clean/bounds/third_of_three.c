// Three enumerators, and a table for three. The first three numbers are no flags.
enum level { LOW, MIDDLE, HIGH };

int weight_of(enum level level) {
    static const int weights[] = {1, 10, 100};
    return weights[level];
}
