// A Brainfuck interpreter running a program that prints text and squares.
#include <stdio.h>
#include <string.h>

static int match[4096];

static void prepare(const char *code) {
    int stack[64], depth = 0;
    for (int i = 0; code[i]; i++)
        if (code[i] == '[')
            stack[depth++] = i;
        else if (code[i] == ']') {
            match[i] = stack[--depth];
            match[match[i]] = i;
        }
}

static long execute(const char *code) {
    unsigned char tape[300] = {0};
    unsigned char *p = tape;
    long steps = 0;
    prepare(code);
    for (int pc = 0; code[pc]; pc++, steps++)
        switch (code[pc]) {
        case '>': p++; break;
        case '<': p--; break;
        case '+': ++*p; break;
        case '-': --*p; break;
        case '.': putchar(*p); break;
        case '[': if (!*p) pc = match[pc]; break;
        case ']': if (*p) pc = match[pc]; break;
        }
    return steps;
}

int main(void) {
    const char *hello = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.";
    const char *alphabet = "++++++++[>++++++++<-]>+>+++++[<<+++++>>-]<<+>[<->+<]>[<.+>-]";
    printf("%ld\n", execute(hello));
    printf("%zu\n", strlen(alphabet));
    printf("\n%ld\n", execute("++++++[>+++++++++++<-]>-------------------------->>++++++++++<<[>+<-]>-.>."));
    return 0;
}
