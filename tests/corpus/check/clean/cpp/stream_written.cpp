// What is written to a stream is a quotient.
//@ check: print_share
//@ allow: constructed
#include <ostream>

void print_share(std::ostream &out, unsigned whole, unsigned parts) {
    unsigned share = parts ? whole / parts : 0;
    out.put(share < 10 ? '0' + share : '+');
}
