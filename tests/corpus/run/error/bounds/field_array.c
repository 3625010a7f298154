// A name field overflows into the next field of the same structure.
struct User { char name[16]; int admin; };
static void fill(struct User *u, int n) {
    for (int i = 0; i < n; i++)
        u->name[i] = 'A'; //~ out-of-bounds
}
int main(void) {
    struct User u = {"", 0};
    fill(&u, 16);
    fill(&u, 20);
    return u.admin;
}
