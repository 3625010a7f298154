// Price times quantity is computed in a larger type.
//@ check: total_price
long long total_price(int price, int quantity) {
    if (price < 0 || quantity < 0)
        return -1;
    return (long long)price * quantity;
}
