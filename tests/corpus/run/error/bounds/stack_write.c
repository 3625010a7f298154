// The classic <= loop over a local array.
int main(void) {
    int squares[10];
    for (int i = 0; i <= 10; i++)
        squares[i] = i * i; //~ out-of-bounds
    return squares[3];
}
