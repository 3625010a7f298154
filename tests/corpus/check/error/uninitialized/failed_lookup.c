// A lookup that finds nothing sets nothing.
//@ check: is_expensive
static int price_of(int article, int *price) {
    if (article == 4) {
        *price = 120;
        return 1;
    }
    if (article == 9) {
        *price = 15;
        return 1;
    }
    return 0;
}

int is_expensive(int article) {
    int price;
    price_of(article, &price);
    if (price > 100) //~ uninitialized-read
        return 1;
    return 0;
}
