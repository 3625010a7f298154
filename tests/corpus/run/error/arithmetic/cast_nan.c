// NaN has no integer value.
#include <math.h>
int main(void) {
    double values[] = {1.0, -2.0, NAN};
    long sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (long)values[i]; //~ float-cast-overflow
    return (int)sum;
}
