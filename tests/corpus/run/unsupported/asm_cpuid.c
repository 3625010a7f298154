// Assembly with several outputs.
int main(void) {
    unsigned a = 0, b, c, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d)); //~ unsupported: inline assembly
    return a > 0 ? 0 : (int)(b + c + d);
}
