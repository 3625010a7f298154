// getenv, setenv, unsetenv, putenv and the third parameter of main.
//@ env: COAX_TEST_VALUE=from outside
//@ env: COAX_EMPTY=
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void show(const char *name) {
    const char *v = getenv(name);
    printf("%s=%s\n", name, v ? v : "(unset)");
}

int main(int argc, char **argv, char **envp) {
    (void)argv;
    show("COAX_TEST_VALUE");
    show("COAX_EMPTY");
    show("COAX_MISSING");
    printf("%d", setenv("COAX_TEST_VALUE", "kept", 0));
    show("COAX_TEST_VALUE");
    printf("%d", setenv("COAX_TEST_VALUE", "replaced", 1));
    show("COAX_TEST_VALUE");
    printf("%d", setenv("COAX_NEW", "x", 1));
    show("COAX_NEW");
    printf("%d", unsetenv("COAX_NEW"));
    show("COAX_NEW");
    static char text[] = "COAX_PUT=put";
    printf("%d", putenv(text));
    show("COAX_PUT");
    text[9] = 'P'; /* the string itself is part of the environment */
    show("COAX_PUT");
    int seen = 0;
    for (char **e = envp; *e; e++)
        seen += strncmp(*e, "COAX_", 5) == 0;
    printf("%d %d\n", argc, seen >= 1);
    int found = 0;
    for (char **e = environ; *e; e++)
        found += strcmp(*e, "COAX_TEST_VALUE=replaced") == 0;
    printf("%d\n", found);
    printf("%d\n", setenv("bad=name", "x", 1));
    return 0;
}
