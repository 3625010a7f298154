// Declarations used by both files.
struct Config { int level; const char *name; };
extern struct Config config;
extern const int table[], table_size;
extern int (*transform)(int);
extern int tentative;
extern const char *names[3], **last_name;
int apply(int x);
const char *describe(void);
