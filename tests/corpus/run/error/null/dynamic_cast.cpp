// Using the result of a dynamic_cast that failed.
struct A { virtual ~A() {} int a = 1; };
struct B : A { int b = 2; };
struct C : A { int c = 3; };
int main() {
    B b;
    A *a = &b;
    C *c = dynamic_cast<C *>(a);
    return c->c; //~ null-dereference
}
