// A small stack machine with calls, running recursive Fibonacci and a prime sieve.
#include <stdio.h>

enum Op { PUSH, ADD, SUB, MUL, LESS, JZ, JMP, CALL, RET, ARG, LOAD, STORE, OUT, HALT };
struct Instr { unsigned char op; int arg; };
struct Machine { int stack[2048], memory[256], sp, fp, pc; long steps; };

static int pop(struct Machine *m) { return m->stack[--m->sp]; }
static void push(struct Machine *m, int v) { m->stack[m->sp++] = v; }

static int step(struct Machine *m, const struct Instr *code) {
    struct Instr i = code[m->pc++];
    int b;
    m->steps++;
    switch ((enum Op)i.op) {
    case PUSH: push(m, i.arg); break;
    case ADD: b = pop(m); push(m, pop(m) + b); break;
    case SUB: b = pop(m); push(m, pop(m) - b); break;
    case MUL: b = pop(m); push(m, pop(m) * b); break;
    case LESS: b = pop(m); push(m, pop(m) < b); break;
    case JZ: if (!pop(m)) m->pc = i.arg; break;
    case JMP: m->pc = i.arg; break;
    case CALL: push(m, m->pc); push(m, m->fp); m->fp = m->sp; m->pc = i.arg; break;
    case RET: b = pop(m); m->sp = m->fp; m->fp = pop(m); m->pc = pop(m); m->sp -= i.arg; push(m, b); break;
    case ARG: push(m, m->stack[m->fp - 3 - i.arg]); break;
    case LOAD: push(m, m->memory[pop(m)]); break;
    case STORE: b = pop(m); m->memory[pop(m)] = b; break;
    case OUT: printf("%d ", pop(m)); break;
    case HALT: return 0;
    }
    return 1;
}

static void run(const struct Instr *code, const char *name) {
    struct Machine m = {0};
    while (step(&m, code))
        ;
    printf("%s %ld %d\n", name, m.steps, m.sp);
}

int main(void) {
    static const struct Instr fib[] = {
        {PUSH, 15}, {CALL, 4}, {OUT, 0}, {HALT, 0},
        {ARG, 0}, {PUSH, 2}, {LESS, 0}, {JZ, 10}, {ARG, 0}, {RET, 1},
        {ARG, 0}, {PUSH, 1}, {SUB, 0}, {CALL, 4}, {ARG, 0}, {PUSH, 2}, {SUB, 0}, {CALL, 4}, {ADD, 0}, {RET, 1}};
    /* memory[0] = i, memory[1] = sum */
    static const struct Instr loop[] = {
        {PUSH, 0}, {LOAD, 0}, {PUSH, 100}, {LESS, 0}, {JZ, 20},
        {PUSH, 1}, {PUSH, 1}, {LOAD, 0}, {PUSH, 0}, {LOAD, 0}, {PUSH, 0}, {LOAD, 0}, {MUL, 0}, {ADD, 0}, {STORE, 0},
        {PUSH, 0}, {PUSH, 0}, {LOAD, 0}, {PUSH, 1}, {JMP, 23},
        {PUSH, 1}, {LOAD, 0}, {JMP, 26}, {ADD, 0}, {STORE, 0}, {JMP, 0}, {OUT, 0}, {HALT, 0}};
    run(fib, "fib");
    run(loop, "loop");
    return 0;
}
