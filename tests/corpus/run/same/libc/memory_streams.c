// Streams over memory: fmemopen and open_memstream.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; i < 10; i++)
        fprintf(out, "%d;", i * 11);
    fflush(out);
    printf("%zu %s\n", size, text);
    fputs("tail", out);
    fclose(out);
    printf("%zu %s\n", size, text);
    FILE *in = fmemopen(text, size, "r");
    int v, sum = 0;
    while (fscanf(in, "%d;", &v) == 1)
        sum += v;
    printf("%d %c\n", sum, fgetc(in));
    fclose(in);
    free(text);
    return 0;
}
