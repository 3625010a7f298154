// Four bits count to fifteen, as does the table.
struct date {
    unsigned day : 5;
    unsigned month : 4;
    unsigned leap : 1;
};

static const unsigned char days[16] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int is_last_day(struct date date) {
    unsigned last = days[date.month] + (date.month == 1 && date.leap);
    return date.day == last;
}
