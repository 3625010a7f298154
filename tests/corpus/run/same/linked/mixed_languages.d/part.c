// The C part.
struct Item { int id; double weight; };
int cpp_square(int x);
double cpp_weigh(struct Item item);
int c_counter;

int c_sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += cpp_square(v[i]);
    return s;
}
void c_each(int n, void (*f)(int, void *), void *context) {
    for (int i = 0; i < n; i++) {
        c_counter++;
        f(i, context);
    }
}
struct Item c_make(int id) {
    struct Item item = {id, 0.5};
    item.weight = cpp_weigh(item) + 1;
    return item;
}
