// The interface.
struct Stack;
struct Stack *stack_new(void);
void stack_push(struct Stack *, int);
int stack_pop(struct Stack *);
int stack_errors(const struct Stack *);
void stack_free(struct Stack *);
