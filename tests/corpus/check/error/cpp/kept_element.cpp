// A reference to an element does not survive growth.
//@ check: raise
#include <vector>

void raise(std::vector<int> &values) {
    if (values.empty())
        return;
    int &first = values[0];
    values.push_back(1);
    first = 3; //~ use-after-free
}
