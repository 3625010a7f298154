// What users of the queue see: tests include this, and not the source.
#ifndef QUEUE_H
#define QUEUE_H

struct queue;

struct queue *queue_new(void);
int queue_add(struct queue *queue, int value);
int queue_take(struct queue *queue, int *value);
int queue_size(const struct queue *queue);
void queue_free(struct queue *queue);

#endif
