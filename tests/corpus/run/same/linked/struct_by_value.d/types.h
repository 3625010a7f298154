// Types of three calling-convention classes.
struct Small { short a, b; };
struct Mixed { int i; double d; float f; };
struct Large { long v[5]; };
struct Mixed mix(struct Small s, float f, struct Large l);
struct Large scale(struct Mixed m, int k);
long total(int n, ...);
long double wide(long double a, int b);
