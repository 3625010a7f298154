/* The runtime of tests of single functions: what coax_unit.h declares.
 *
 *   a_test                          runs the test
 *   suite [--all|--failing|TEST...] several of them, or a single one in the same way: see
 *                                   coax_replay_batch.h
 */
#ifndef COAX_BATCH
#define COAX_BATCH
#endif
#define REPLAY_OWN_MAIN
#include "coax_replay.h"
#include "coax_unit.h"
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Objects ---------------------------------------------------------------------------------- */

static void *replay_present(void *memory) {
    if (!memory)
        replay_diverge("out of memory");
    return memory;
}

void *coax_malloced(const void *bytes, size_t size) {
    void *room = replay_present(malloc(size));
    if (size)
        memcpy(room, bytes, size);
    return room;
}

/* There with AddressSanitizer only. */
__attribute__((weak)) void __asan_poison_memory_region(void const volatile *start, size_t size);

/* The end of a block: sanitizers give even an empty block of its own one byte. What is before it is
   nobody's, either. */
void *coax_empty(void) {
    enum { SIZE = 16 };
    /* without these, the blocks would count as lost */
    __attribute__((unused)) static char *volatile rooms[64];
    static size_t count;
    char *room = (char *)replay_present(malloc(SIZE));
    rooms[count++ % 64] = room;
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(room, SIZE);
    return room + SIZE;
}

static char coax_kept_bytes[256]; /* where the leak checker looks */

void coax_keep(const void *value, size_t size) {
    memcpy(coax_kept_bytes, value, size < sizeof coax_kept_bytes ? size : sizeof coax_kept_bytes);
}

void coax_write(void *to, size_t offset, const void *bytes, size_t size) {
    memcpy((char *)to + offset, bytes, size);
}

void coax_write_pointer(void *to, size_t offset, const void *pointer) {
    memcpy((char *)to + offset, &pointer, sizeof pointer);
}

void coax_zero(void *to, size_t size) { memset(to, 0, size); }

/* ---- Functions that are not the ones of the program ------------------------------------------- */

static struct coax_stand_in *coax_stand_ins;

void coax_add_stand_in(struct coax_stand_in *stand_in) {
    void *found = dlsym(RTLD_NEXT, stand_in->symbol);
    memcpy(&stand_in->library, &found, sizeof found);
    stand_in->next = coax_stand_ins;
    coax_stand_ins = stand_in;
    if (found)
        *stand_in->slot = stand_in->library;
}

void coax_restore_library(void) {
    struct coax_stand_in *stand_in;
    for (stand_in = coax_stand_ins; stand_in; stand_in = stand_in->next)
        if (stand_in->library)
            *stand_in->slot = stand_in->library;
}

/* Exchanges what is answered for with the library's; the second call takes that back. */
static void coax_exchange_stand_ins(void) {
    struct coax_stand_in *stand_in;
    for (stand_in = coax_stand_ins; stand_in; stand_in = stand_in->next) {
        void (*current)(void) = *stand_in->slot;
        if (!stand_in->library)
            continue;
        *stand_in->slot = stand_in->library;
        stand_in->library = current;
    }
}

/* Made by the library, also in a test that answers for `fwrite` itself. */
void *coax_file(const char *bytes, size_t size) {
    FILE *file;
    coax_exchange_stand_ins();
    file = tmpfile();
    if (!file || fwrite(bytes, 1, size, file) != size)
        replay_diverge("cannot create an input file: %s", strerror(errno));
    rewind(file);
    coax_exchange_stand_ins();
    return file;
}

struct coax_returned {
    const char *function;
    const char *values;
    size_t size, count, next;
};

static struct coax_returned *coax_returned;
static size_t coax_returned_count;

void coax_give(const char *function, const void *values, size_t size, size_t count) {
    coax_returned = (struct coax_returned *)replay_grow(coax_returned, coax_returned_count, sizeof *coax_returned);
    struct coax_returned *given = &coax_returned[coax_returned_count++];
    given->function = function;
    given->values = (const char *)values;
    given->size = size;
    given->count = count;
    given->next = 0;
}

const void *coax_next(const char *function, size_t size) {
    size_t i;
    for (i = 0; i < coax_returned_count; i++) {
        struct coax_returned *given = &coax_returned[i];
        if (strcmp(given->function, function) != 0)
            continue;
        if (given->size != size || given->next == given->count)
            break;
        return given->values + given->next++ * size;
    }
    replay_diverge("%s is called more often than recorded", function);
}

/* What a function is to write. */
struct coax_written {
    const char *function;
    size_t call; /* how many calls are to come before */
    const char *place;
    const void *bytes;
    size_t size;
};

static struct coax_written *coax_written;
static size_t coax_written_count;

void coax_give_output(const char *function, size_t call, const char *place, const void *bytes, size_t size) {
    coax_written = (struct coax_written *)replay_grow(coax_written, coax_written_count, sizeof *coax_written);
    struct coax_written *given = &coax_written[coax_written_count++];
    given->function = function;
    given->call = call;
    given->place = place;
    given->bytes = bytes;
    given->size = size;
}

void coax_output(const char *function, const char *place, void *to) {
    size_t i;
    for (i = 0; i < coax_written_count; i++) {
        const struct coax_written *given = &coax_written[i];
        if (given->call == 0 && strcmp(given->place, place) == 0 && strcmp(given->function, function) == 0)
            memcpy(to, given->bytes, given->size);
    }
}

void coax_called(const char *function) {
    size_t i;
    for (i = 0; i < coax_written_count; i++)
        if (strcmp(coax_written[i].function, function) == 0)
            coax_written[i].call--; /* below 0 it is no call's any more */
}

/* Makes the pages of a piece of code writable; the code under test stays executable. */
static void coax_open_code(uintptr_t start, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = start & ~(page - 1);
    if (mprotect((void *)first, start + size - first, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        replay_diverge("cannot replace a function: %s", strerror(errno));
}

#if defined(__x86_64__)
/* `jmp by`, which every function has room for, behind the mark of a branch target (`endbr64`). */
static void coax_write_jump(uintptr_t entry, uintptr_t by) {
    static const unsigned char mark[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char jump[5] = {0xe9};
    if (memcmp((const void *)entry, mark, sizeof mark) == 0)
        entry += sizeof mark;
    int64_t distance = (int64_t)(by - (entry + sizeof jump));
    int32_t near = (int32_t)distance;
    if (near != distance)
        replay_diverge("cannot replace a function: its stub is too far away");
    memcpy(jump + 1, &near, sizeof near);
    coax_open_code(entry, sizeof jump);
    memcpy((void *)entry, jump, sizeof jump);
}
#elif defined(__aarch64__)
/* `b by`, behind the mark of a branch target (`bti`). */
static void coax_write_jump(uintptr_t entry, uintptr_t by) {
    uint32_t first, jump;
    memcpy(&first, (const void *)entry, sizeof first);
    if ((first & 0xffffff3fu) == 0xd503241fu)
        entry += sizeof first;
    int64_t distance = (int64_t)(by - entry) / 4;
    if (distance < -(1 << 25) || distance >= 1 << 25)
        replay_diverge("cannot replace a function: its stub is too far away");
    jump = 0x14000000u | ((uint32_t)distance & 0x03ffffffu);
    coax_open_code(entry, sizeof jump);
    memcpy((void *)entry, &jump, sizeof jump);
    __builtin___clear_cache((char *)entry, (char *)entry + sizeof jump);
}
#else
static void coax_write_jump(uintptr_t entry, uintptr_t by) {
    (void)entry, (void)by;
    replay_diverge("cannot replace a function on this kind of machine");
}
#endif

void coax_replace(void (*function)(void), void (*by)(void)) {
    coax_write_jump((uintptr_t)function, (uintptr_t)by);
}

/* The table of symbols in the program's own file. */
struct coax_symbols {
    const ElfW(Sym) *all;
    size_t count;
    const char *names;
};

static struct coax_symbols coax_own_symbols(void) {
    struct coax_symbols found = {NULL, 0, NULL};
    struct stat about;
    int file = open("/proc/self/exe", O_RDONLY);
    if (file < 0 || fstat(file, &about) != 0)
        replay_diverge("cannot read this program's own file: %s", strerror(errno));
    void *whole = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (whole == MAP_FAILED)
        replay_diverge("cannot read this program's own file: %s", strerror(errno));
    const char *start = (const char *)whole;
    const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)whole;
    const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(start + head->e_shoff);
    for (size_t i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        found.all = (const ElfW(Sym) *)(start + sections[i].sh_offset);
        found.count = sections[i].sh_size / sizeof(ElfW(Sym));
        found.names = start + sections[sections[i].sh_link].sh_offset;
    }
    return found;
}

/* The only function of a name, as the table has it; not there if there are several. */
static const ElfW(Sym) *coax_only_function(struct coax_symbols in, const char *name) {
    const ElfW(Sym) *only = NULL;
    for (size_t i = 0; i < in.count; i++) {
        const ElfW(Sym) *symbol = &in.all[i];
        if ((symbol->st_info & 0xf) != STT_FUNC || strcmp(in.names + symbol->st_name, name) != 0)
            continue;
        if (only)
            return NULL;
        only = symbol;
    }
    return only;
}

void coax_replace_hidden(const char *function, void (*by)(void)) {
    struct coax_symbols own = coax_own_symbols();
    const ElfW(Sym) *hidden = coax_only_function(own, function);
    const ElfW(Sym) *known = coax_only_function(own, "coax_replace_hidden");
    if (!hidden || !known)
        replay_diverge("cannot replace %s: which function is it?", function);
    uintptr_t moved = (uintptr_t)coax_replace_hidden - (uintptr_t)known->st_value;
    coax_write_jump(moved + (uintptr_t)hidden->st_value, (uintptr_t)by);
}

/* ---- The test --------------------------------------------------------------------------------- */

void coax_register(size_t index, const char *name, void (*run)(void)) { replay_register(index, name, run); }
void coax_begin(void) { replay_begin(); }
void coax_end(void) { exit(0); }
void coax_thrown(void) { replay_thrown(); }
void coax_failed(const char *file, int line, const char *message) {
    replay_say("%s:%d: %s", file, line, message);
    replay_leave(REPLAY_OTHER_ENDING);
}

#undef replay_expect_status
#undef replay_expect_exception
#undef replay_expect_failure
#undef replay_expect_fixed
void coax_expect_status(int status) { replay_expect_status(status); }
void coax_expect_exception(void) { replay_expect_exception(); }
void coax_expect_failure(const char *kind, const char *place) { replay_expect_failure(kind, place); }
void coax_expect_fixed(const char *kind, const char *place) { replay_expect_fixed(kind, place); }

int __wrap_main(int argc, char **argv, char **variables);
int __wrap_main(int argc, char **argv, char **variables) {
    (void)variables;
    if (argc > 1 && strcmp(argv[1], "--all") == 0)
        replay_batch(argc - 1, argv + 1);
    if (argc > 1 || replay_test_count != 1)
        replay_batch(argc, argv);
    replay_run(0);
    return REPLAY_DIVERGED; /* a test ends the process itself */
}

#ifdef __cplusplus
} /* extern "C" */
#endif
