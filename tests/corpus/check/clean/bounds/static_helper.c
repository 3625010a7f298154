// A function that only this file can call looks at what it is given.
//@ check: weekday_letter
static char weekday_letter(int day) {
    if (day < 0 || day > 6)
        return '?';
    return "MTWTFSS"[day];
}

char first_letter(void) { return weekday_letter(0); }
