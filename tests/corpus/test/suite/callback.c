// A function that calls back for every element.
//@ coverage: >= 5

typedef int (*visit)(int item);

int each(visit visit) {
    if (!visit)
        return -1;
    for (int item = 0; item < 3; item++)
        if (visit(item))
            return item;
    return 3;
}
