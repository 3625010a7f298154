// What a second name replaces is never released.
//@ wrong: what an object loses when another takes its place is not noticed
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
};

struct person *person_new(void) { return calloc(1, sizeof(struct person)); }

int person_rename(struct person *person, char letter) {
    if (!person)
        return 0;
    char *name = malloc(2); //~ memory-leak
    if (!name)
        return 0;
    name[0] = letter;
    name[1] = '\0';
    person->name = name;
    return 1;
}

void person_free(struct person *person) {
    if (!person)
        return;
    free(person->name);
    free(person);
}
