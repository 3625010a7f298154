// Past the end of an array from new[].
struct Point { int x, y; };
int main() {
    Point *p = new Point[3]();
    p[2].y = 4;
    int r = p[3].x; //~ out-of-bounds
    delete[] p;
    return r;
}
