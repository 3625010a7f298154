int f(int x) { //~ unreachable
    if (x > 10)
        return 1;
}

int main(int argc, char **) {
    return f(argc);
}
