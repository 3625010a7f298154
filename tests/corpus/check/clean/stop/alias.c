// What an alias stands for is found by asking its target.
//@ check: resolve
enum entry { PLAIN, LINK, ALIAS };

enum entry resolve(enum entry e) { return e == ALIAS ? resolve(LINK) : e; }
