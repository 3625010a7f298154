// A dynamic_cast of a reference fails.
struct A { virtual ~A() {} };
struct B : A { int b = 1; };
struct C : A { int c = 2; };
static int as_c(A &a) {
    return dynamic_cast<C &>(a).c; //~ uncaught-exception
}
int main() {
    C c;
    B b;
    return as_c(c) + as_c(b);
}
