// Passing and returning structs of every x86-64 class: integer, float, mixed, memory, empty.
#include <stdio.h>

typedef struct { char c; } C1;
typedef struct { char c[3]; } C3;
typedef struct { short a; char b; } S4;
typedef struct { int a, b; } I2;
typedef struct { long a, b; } L2;
typedef struct { long a, b, c; } L3;
typedef struct { float x, y; } F2;
typedef struct { float x, y, z; } F3;
typedef struct { float x, y, z, w; } F4;
typedef struct { double x, y; } D2;
typedef struct { double x, y, z; } D3;
typedef struct { int a; float b; } IF;
typedef struct { double d; int i; } DI;
typedef struct { long l; float f; } LF;
typedef struct { float f; long l; } FL;
typedef struct { long double l; } LD;
typedef struct { long double l; char c; } LDC;
typedef struct { int a[2]; char b[5]; } ARR;
typedef struct { char b[40]; } BIG;
typedef struct {} EMPTY;
typedef struct { struct { char a; struct { float f; } in; } o; double d; } NEST;
typedef union { int i; double d; } UN;
typedef struct __attribute__((packed)) { char a; int b; short c; } PK;

static C1 c1(C1 v) { v.c++; return v; }
static C3 c3(C3 v) { v.c[2] = v.c[0]; return v; }
static S4 s4(S4 v) { v.a = (short)(v.a * v.b); return v; }
static I2 i2(I2 v, I2 w) { return (I2){v.a + w.b, v.b - w.a}; }
static L2 l2(L2 v, L2 w, L2 x, L2 y) { return (L2){v.a + w.a + x.a + y.a, v.b * w.b * x.b * y.b}; }
static L3 l3(int k, L3 v) { v.a += k; v.c *= v.b; return v; }
static F2 f2(F2 v) { return (F2){v.y, v.x}; }
static F3 f3(F3 v) { return (F3){v.z, v.x, v.y}; }
static F4 f4(F4 v, F4 w) { return (F4){v.x + w.w, v.y + w.z, v.z * w.y, v.w - w.x}; }
static D2 d2(D2 v, double k) { return (D2){v.x * k, v.y / k}; }
static D3 d3(D3 v) { return (D3){v.y + 1, v.z + 2, v.x + 3}; }
static IF iff(IF v) { return (IF){v.a * 2, v.b * 3}; }
static DI di(DI v, DI w) { return (DI){v.d + w.d, v.i - w.i}; }
static LF lf(LF v) { return (LF){v.l + 1, v.f + 1}; }
static FL fl(FL v) { return (FL){v.f * 2, v.l * 2}; }
static LD ld(LD v, int k, LD w) { return (LD){v.l * k + w.l}; }
static LDC ldc(LDC v) { v.l /= 4; v.c++; return v; }
static ARR arr(ARR v) { v.a[1] += v.b[4]; v.b[0] = 'z'; return v; }
static BIG big(BIG v, char c) { v.b[39] = c; return v; }
static EMPTY none(EMPTY e, int *k) { (*k)++; return e; }
static NEST nest(NEST v) { v.o.in.f += v.o.a; v.d -= 0.5; return v; }
static UN un(UN v) { v.d = v.d * 2; return v; }
static PK pk(PK v) { return (PK){(char)(v.a + 1), v.b + 1, (short)(v.c + 1)}; }

/* Registers run out: the later structs go to memory whole. */
static long exhausted(long a, long b, long c, long d, L2 e, L2 f, I2 g, D2 h, F4 i, D2 j, D2 k, D2 l, DI m) {
    return a + b * 2 + c * 3 + d * 4 + e.a * 5 + e.b * 6 + f.a * 7 + f.b * 8 + g.a * 9 + g.b * 10 +
           (long)(h.x + h.y * 2 + i.w * 3 + j.y * 4 + k.x * 5 + l.y * 6 + m.d * 7) + m.i;
}

int main(void) {
    printf("%d %d %d\n", c1((C1){65}).c, c3((C3){{1, 2, 3}}).c[2], s4((S4){30, 7}).a);
    I2 a = i2((I2){1, 2}, (I2){30, 40});
    L2 b = l2((L2){1, 2}, (L2){3, 4}, (L2){5, 6}, (L2){7, 8});
    L3 c = l3(10, (L3){1, 2, 3});
    printf("%d %d %ld %ld %ld %ld %ld\n", a.a, a.b, b.a, b.b, c.a, c.b, c.c);
    F2 d = f2((F2){1.5f, 2.5f});
    F3 e = f3((F3){1, 2, 3});
    F4 f = f4((F4){1, 2, 3, 4}, (F4){10, 20, 30, 40});
    printf("%g %g %g %g %g %g %g %g %g\n", d.x, d.y, e.x, e.y, e.z, f.x, f.y, f.z, f.w);
    D2 g = d2((D2){3, 5}, 4);
    D3 h = d3((D3){0.1, 0.2, 0.3});
    IF i = iff((IF){4, 1.25f});
    DI j = di((DI){1.5, 9}, (DI){2.25, 4});
    printf("%g %g %g %g %g %d %g %g %d\n", g.x, g.y, h.x, h.y, h.z, i.a, i.b, j.d, j.i);
    LF k = lf((LF){7, 0.5f});
    FL l = fl((FL){0.25f, -8});
    LDC m = ldc((LDC){10.0L, 'x'});
    printf("%ld %g %g %ld %Lg %Lg %c\n", k.l, k.f, l.f, l.l, ld((LD){1.5L}, 3, (LD){0.25L}).l, m.l, m.c);
    ARR n = arr((ARR){{1, 2}, "abcd"});
    n = arr(n);
    BIG o = big((BIG){"hello"}, '!');
    int count = 0;
    none(none((EMPTY){}, &count), &count);
    NEST p = nest((NEST){{3, {0.5f}}, 9});
    PK q = pk((PK){1, 2, 3});
    printf("%d %d %s %s%c %d %g %g %g %d %d %d\n", n.a[0], n.a[1], n.b, o.b, o.b[39], count, p.o.in.f, p.d,
           un((UN){.d = 2.5}).d, q.a, q.b, q.c);
    printf("%ld\n", exhausted(1, 2, 3, 4, (L2){5, 6}, (L2){7, 8}, (I2){9, 10}, (D2){1, 2}, (F4){1, 2, 3, 4}, (D2){5, 6},
                              (D2){7, 8}, (D2){9, 10}, (DI){11, 12}));
    L3 (*indirect)(int, L3) = l3;
    printf("%ld\n", indirect(1, indirect(2, (L3){3, 4, 5})).c);
    return 0;
}
