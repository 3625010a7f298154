//! Sequences of small programs: what they reach, which errors they show, and what they never do.

#[path = "support/grown.rs"]
mod grown;
#[path = "support/still.rs"]
mod still;

use coax_case::{Check, Ending, Step};
use coax_sequence::{Method, Outcome, Strategy};

use grown::grow;

const STACK: &str = r#"
#include <stdlib.h>
struct stack { int *items; int count, capacity; };
struct stack *stack_new(int capacity) {
    if (capacity < 1 || capacity > 16)
        return NULL;
    struct stack *stack = malloc(sizeof *stack);
    stack->items = calloc(capacity, sizeof(int));
    stack->count = 0;
    stack->capacity = capacity;
    return stack;
}
int stack_push(struct stack *stack, int item) {
    if (stack->count > stack->capacity)
        return -1;
    stack->items[stack->count++] = item;
    return 0;
}
int stack_pop(struct stack *stack) {
    if (stack->count == 0)
        return -1;
    return stack->items[--stack->count];
}
void stack_free(struct stack *stack) {
    free(stack->items);
    free(stack);
}
"#;

#[test]
fn an_error_that_needs_several_calls_is_found() {
    let grown = grow("stack.c", STACK, |plan| plan.policy.extreme_one_in = u32::MAX);
    assert_eq!(grown.errors(), [("out-of-bounds", 16)]);
    // One more than there is room for is never there: the error comes first.
    assert_eq!(grown.uncovered, [14]);
    let error = grown.drivers.iter().find(|it| matches!(it.outcome, Outcome::Error(_))).unwrap();
    let calls = grown.calls(error);
    assert_eq!(calls[0], "stack_new");
    assert!(calls.iter().filter(|call| *call == "stack_push").count() >= 2, "{calls:?}");
}

#[test]
fn what_is_held_is_released_and_nothing_is_used_behind_its_destroyer() {
    let grown = grow("stack.c", STACK, |plan| plan.policy.extreme_one_in = u32::MAX);
    let normal = grown.drivers.iter().filter(|it| it.outcome == Outcome::Normal);
    let mut releases = 0;
    for driver in normal {
        assert_eq!(driver.case.check(&grown.program), Ok(()));
        let made = grown.calls(driver).iter().filter(|call| *call == "stack_new").count();
        let freed = grown.calls(driver).iter().filter(|call| *call == "stack_free").count();
        assert!(freed <= made);
        releases +=
            driver.case.steps.iter().filter(|step| matches!(step, Step::Release(_))).count();
    }
    assert!(releases > 0);
}

#[test]
fn the_same_seed_gives_the_same_drivers() {
    let drivers = |seed| {
        let drivers = grow("stack.c", STACK, |plan| plan.seed = seed).drivers;
        let described = drivers.into_iter().map(|it| {
            let kind = it.case.error_kind();
            (it.case.steps, it.case.environment, kind, it.method, it.covered, it.new_sides)
        });
        described.collect::<Vec<_>>()
    };
    let (one, same, other) = (drivers(1), drivers(1), drivers(2));
    assert!(!one.is_empty());
    assert!(one == same);
    assert!(one != other);
}

/// Random numbers do not come to these branches; equations do.
const LOCKED: &str = r#"
int unlock(int key, int salt) {
    if (key * 3 - salt != 271828)
        return 0;
    if (salt < 1000)
        return 1;
    return 2;
}
int spell(const char *word) {
    if (word[0] && word[1] == word[0] + 1 && word[2] == word[1] + 1 && word[3] == 0)
        return 1;
    return 0;
}
"#;

#[test]
fn concolic_execution_reaches_what_random_extension_does_not() {
    let random = grow("locked.c", LOCKED, |plan| plan.strategy = Strategy::Random);
    assert!(random.uncovered.contains(&3) && random.progress.switches == 0);
    let combined = grow("locked.c", LOCKED, |_| ());
    assert_eq!(combined.uncovered, []);
    assert!(combined.drivers.iter().any(|it| it.method == Method::Concolic));
    assert!(combined.progress.switches > 1 && combined.progress.queries > 0);
    let concolic = grow("locked.c", LOCKED, |plan| plan.strategy = Strategy::Concolic);
    assert_eq!(concolic.uncovered, []);
}

/// Every path to line 6 says that the number is large.
const CONTRADICTION: &str = r#"
static int level(int size) {
    if (size < 1000)
        return 0;
    int half = size / 2 + 1;
    if (half < 100)
        return 1;
    return 2;
}
int one(int size) { return level(size); }
int two(int size, int more) { if (more == 77) return 1; return level(size); }
int three(int a, int b) { return level(a) + level(b); }
"#;

#[test]
fn a_path_that_is_known_to_be_infeasible_is_not_solved_again() {
    let grown = grow("level.c", CONTRADICTION, |plan| plan.policy.check_one_in = 2);
    assert_eq!(grown.uncovered, [6]);
    let progress = &grown.progress;
    assert!(progress.conflicts > 0 && progress.queries_saved > 0, "{progress:?}");
    assert!(progress.saved_checked > 0 && progress.saved_wrong == 0, "{progress:?}");
}

const THROWS: &str = r#"
#include <stdexcept>
class Account {
    int balance = 0;
    int refused = 0;
public:
    Account() {}
    void deposit(int amount) {
        if (amount <= 0) {
            refused++;
            throw std::invalid_argument("amount");
        }
        balance += amount % 1000;
    }
    int refusals() const { return refused > 1 ? 2 : refused; }
private:
    void audit() { balance = -1; }
};
"#;

#[test]
fn sequences_go_on_after_an_exception() {
    let grown = grow("account.cpp", THROWS, |_| ());
    assert_eq!(grown.uncovered, []);
    let thrown = Outcome::Exception { ty: Some("std::invalid_argument".into()) };
    let exception = grown.drivers.iter().find(|it| it.outcome == thrown).unwrap();
    assert_eq!(exception.case.checks[0], Check::Exception);
    let goes_on = |driver: &coax_sequence::Driver| {
        let steps = driver.case.steps.iter().filter_map(Step::invocation);
        driver.outcome == Outcome::Normal && steps.into_iter().any(|it| it.ending == Ending::Throws)
    };
    assert!(grown.drivers.iter().any(goes_on));
    let audits = |driver| grown.calls(driver).iter().any(|call| call.contains("audit"));
    assert!(!grown.drivers.iter().any(audits));
}

/// Programs whose branches are all covered without an error: each is an idiom of C or C++.
const IDIOMS: &[(&str, &str)] = &[
    (
        "initialiser.c",
        r#"
struct board { char cells[9]; int moves; };
void board_init(struct board *board, int moves) { board->moves = moves & 7; board->cells[0] = 'x'; }
int board_move(struct board *board) {
    if (board->cells[0] != 'x') return -1;
    if (++board->moves > 9) return 1;
    return 0;
}
int board_reset(struct board *board) { board->moves = 0; board->cells[0] = 0; return 1; }
"#,
    ),
    (
        "buffers.c",
        r#"
#include <stddef.h>
long sum(const int *numbers, size_t count) {
    long total = 0;
    for (size_t i = 0; i < count; i++)
        if (numbers[i] > 2) total += numbers[i];
    return total;
}
int fill(char *buffer, size_t size) {
    if (size < 4) return -1;
    for (size_t i = 0; i < size; i++) buffer[i] = 'a';
    return (int)size;
}
int is_long(const char *text) { int n = 0; while (text[n]) n++; return n > 3 ? 1 : 0; }
"#,
    ),
    (
        "opaque.c",
        r#"
#include <stdlib.h>
struct queue { int first, last; };
typedef struct queue *queue_t;
int queue_create(queue_t *out, int first) {
    if (first < 0) return -1;
    *out = malloc(sizeof(struct queue));
    (*out)->first = first % 100; (*out)->last = first % 100;
    return 0;
}
int queue_take(queue_t queue) { return queue->first < queue->last ? queue->first++ : -1; }
void queue_put(queue_t queue) { queue->last++; }
void queue_destroy(queue_t queue) { free(queue); }
"#,
    ),
    (
        "callbacks.c",
        r#"
typedef int (*predicate)(int value);
int count(predicate wanted, int most) {
    int found = 0;
    for (int i = 0; i < (most & 7); i++) if (wanted(i)) found++;
    return found > 3 ? 1 : 0;
}
"#,
    ),
    (
        "shapes.cpp",
        r#"
#include <string>
enum class Unit { Metre, Inch };
class Shape {
public:
    virtual ~Shape() {}
    virtual int area() const = 0;
    bool larger(const Shape &other) const { return area() > other.area(); }
};
class Square : public Shape {
    int side;
public:
    explicit Square(int s) : side(s & 15) {}
    int area() const override { return side * side; }
    Square &scale(int factor, Unit unit) { side = (unit == Unit::Inch ? side + 1 : side) & factor; return *this; }
    static Square unit() { return Square(1); }
    Square operator+(const Square &other) const { return Square(side + other.side); }
};
int named(const std::string &name, const Shape *shape) {
    if (name.size() > 2) return shape->area();
    return name.empty() ? 0 : 1;
}
"#,
    ),
];

#[test]
fn idioms_are_covered_without_an_error() {
    for (name, source) in IDIOMS {
        let grown = grow(name, source, |plan| plan.policy.extreme_one_in = u32::MAX);
        assert_eq!(grown.errors(), [], "{name}");
        assert_eq!(grown.uncovered, [], "{name}: {:?}", grown.progress.unsupported);
        assert_eq!(grown.progress.unsupported, [], "{name}");
    }
}

#[test]
fn what_cannot_be_called_says_why() {
    let source = "#include <stdarg.h>\nint show(va_list list) { return va_arg(list, int); }\nint one(void) { return 1; }\n";
    let grown = grow("list.c", source, |plan| plan.max_attempts = 50);
    let reasons: Vec<&str> =
        grown.progress.unsupported.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(reasons, ["lists of variable arguments are not made"]);
}

#[test]
fn a_call_costs_the_same_behind_any_number_of_others() {
    let source = "static int ticks; int tick(void) { return ++ticks & 1; }\n";
    let steps_per_call = |max_calls| {
        let grown = grow("tick.c", source, |plan| {
            plan.max_calls = max_calls;
            plan.strategy = Strategy::Random;
        });
        grown.progress.steps as f64 / grown.progress.calls as f64
    };
    assert_eq!(steps_per_call(2), steps_per_call(64));
}
