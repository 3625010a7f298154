struct base {
    virtual ~base() {}
};
struct derived : base {
    int x = 1;
    virtual int get() { return x; }
};

int main() {
    base b;
    base *p = &b;
    return static_cast<derived *>(p)->get(); //~ bad-cast
}
