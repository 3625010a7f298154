// A function that only this file can call is wrong by itself.
//@ check: weekday_letter
static char weekday_letter(int day) {
    if (day < 0 || day > 7)
        return '?';
    return "MTWTFSS"[day + 1]; //~ out-of-bounds
}

char first_letter(void) { return weekday_letter(0); }
