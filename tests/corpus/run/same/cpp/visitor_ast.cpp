// An expression tree with visitors: evaluation, printing, differentiation, simplification, shared nodes.
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

struct Number;
struct Variable;
struct Binary;
struct Visitor {
    virtual ~Visitor() = default;
    virtual void visit(const Number &) = 0;
    virtual void visit(const Variable &) = 0;
    virtual void visit(const Binary &) = 0;
};
struct Node {
    virtual ~Node() = default;
    virtual void accept(Visitor &) const = 0;
};
using Ptr = std::shared_ptr<const Node>;
struct Number : Node {
    double value;
    explicit Number(double v) : value(v) {}
    void accept(Visitor &v) const override { v.visit(*this); }
};
struct Variable : Node {
    std::string name;
    explicit Variable(std::string n) : name(std::move(n)) {}
    void accept(Visitor &v) const override { v.visit(*this); }
};
struct Binary : Node {
    char op;
    Ptr left, right;
    Binary(char o, Ptr l, Ptr r) : op(o), left(std::move(l)), right(std::move(r)) {}
    void accept(Visitor &v) const override { v.visit(*this); }
};
static Ptr num(double v) { return std::make_shared<Number>(v); }
static Ptr var(const char *n) { return std::make_shared<Variable>(n); }
static bool is(const Ptr &p, double v) {
    auto n = dynamic_cast<const Number *>(p.get());
    return n && n->value == v;
}
static Ptr operator+(Ptr a, Ptr b) { return is(a, 0) ? b : is(b, 0) ? a : std::make_shared<Binary>('+', a, b); }
static Ptr operator*(Ptr a, Ptr b) { return is(a, 0) || is(b, 0) ? num(0) : is(a, 1) ? b : is(b, 1) ? a : std::make_shared<Binary>('*', a, b); }

struct Evaluate : Visitor {
    const std::map<std::string, double> &env;
    double result = 0;
    explicit Evaluate(const std::map<std::string, double> &e) : env(e) {}
    double of(const Ptr &p) {
        p->accept(*this);
        return result;
    }
    void visit(const Number &n) override { result = n.value; }
    void visit(const Variable &v) override { result = env.at(v.name); }
    void visit(const Binary &b) override {
        double l = of(b.left), r = of(b.right);
        result = b.op == '+' ? l + r : l * r;
    }
};
struct Print : Visitor {
    std::ostringstream out;
    void visit(const Number &n) override { out << n.value; }
    void visit(const Variable &v) override { out << v.name; }
    void visit(const Binary &b) override {
        out << '(';
        b.left->accept(*this);
        out << b.op;
        b.right->accept(*this);
        out << ')';
    }
};
struct Derive : Visitor {
    std::string by;
    Ptr result;
    explicit Derive(std::string b) : by(std::move(b)) {}
    Ptr of(const Ptr &p) {
        p->accept(*this);
        return result;
    }
    void visit(const Number &) override { result = num(0); }
    void visit(const Variable &v) override { result = num(v.name == by); }
    void visit(const Binary &b) override {
        Ptr l = of(b.left), r = of(b.right);
        result = b.op == '+' ? l + r : l * b.right + b.left * r;
    }
};
static std::string text(const Ptr &p) {
    Print v;
    p->accept(v);
    return v.out.str();
}

int main() {
    Ptr x = var("x"), y = var("y");
    Ptr f = x * x * y + num(3) * x + num(2);
    std::cout << text(f) << '\n';
    std::map<std::string, double> env{{"x", 2}, {"y", 5}};
    std::cout << Evaluate(env).of(f) << '\n';
    for (auto by : {"x", "y", "z"}) {
        Ptr d = Derive(by).of(f);
        std::cout << by << ": " << text(d) << " = " << Evaluate(env).of(d) << '\n';
    }
    try {
        Evaluate({}).of(x);
    } catch (const std::out_of_range &) {
        std::cout << "unbound\n";
    }
    std::cout << x.use_count() << '\n';
    return 0;
}
