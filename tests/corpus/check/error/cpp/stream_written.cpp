// What is written to a stream is a quotient.
//@ check: print_share
#include <ostream>

void print_share(std::ostream &out, unsigned whole, unsigned parts) {
    unsigned share = whole / parts; //~ division-by-zero
    out.put(share < 10 ? '0' + share : '+');
}
