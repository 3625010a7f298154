/* Which of several ways an object is made that a function is given when it is run for itself. */

/* Goes another way for each of the first numbers, so that each is a path of its own: a compiler would make one of them, but
 * for the volatile variable. */
int __coax_way(unsigned char way) {
    volatile int number = 0;
    while (number < 7 && number != way)
        number = number + 1;
    return number;
}
