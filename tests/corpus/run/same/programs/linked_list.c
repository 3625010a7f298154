// Singly and doubly linked lists: insert, reverse, sort by merging, circular, intrusive.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct Node { int value; struct Node *next; };
struct Link { struct Link *prev, *next; };
struct Job { int id; struct Link link; };

static struct Node *push(struct Node *head, int value) {
    struct Node *n = malloc(sizeof *n);
    *n = (struct Node){value, head};
    return n;
}
static struct Node *reverse(struct Node *head) {
    struct Node *out = NULL;
    while (head) {
        struct Node *next = head->next;
        head->next = out;
        out = head;
        head = next;
    }
    return out;
}
static struct Node *merge(struct Node *a, struct Node *b) {
    struct Node head, *tail = &head;
    while (a && b) {
        struct Node **smaller = a->value <= b->value ? &a : &b;
        tail->next = *smaller;
        tail = *smaller;
        *smaller = (*smaller)->next;
    }
    tail->next = a ? a : b;
    return head.next;
}
static struct Node *sort(struct Node *list) {
    if (!list || !list->next)
        return list;
    struct Node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct Node *half = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(half));
}
static void print(const struct Node *n) {
    for (; n; n = n->next)
        printf("%d ", n->value);
    puts("");
}
static void link_before(struct Link *at, struct Link *l) {
    l->prev = at->prev;
    l->next = at;
    at->prev->next = l;
    at->prev = l;
}
static void unlink_it(struct Link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
}
#define JOB(l) ((struct Job *)((char *)(l)-offsetof(struct Job, link)))

int main(void) {
    struct Node *list = NULL;
    for (int i = 0; i < 15; i++)
        list = push(list, i * 37 % 23);
    print(list);
    print(list = reverse(list));
    print(list = sort(list));
    struct Node **p = &list;
    while (*p)
        if ((*p)->value % 3 == 0) {
            struct Node *dead = *p;
            *p = dead->next;
            free(dead);
        } else
            p = &(*p)->next;
    print(list);
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
    }
    struct Link head = {&head, &head};
    struct Job jobs[6];
    for (int i = 0; i < 6; i++) {
        jobs[i].id = i * 11;
        link_before(i % 2 ? &head : head.next, &jobs[i].link);
    }
    unlink_it(&jobs[3].link);
    for (struct Link *l = head.next; l != &head; l = l->next)
        printf("%d ", JOB(l)->id);
    for (struct Link *l = head.prev; l != &head; l = l->prev)
        printf("%d ", JOB(l)->id);
    puts("");
    return 0;
}
