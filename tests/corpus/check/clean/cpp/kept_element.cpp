// A reference to an element does not survive growth; an index does.
//@ check: raise
//@ allow: constructed
#include <vector>

void raise(std::vector<int> &values) {
    if (values.empty())
        return;
    values.push_back(1);
    values[0] = 3;
}
