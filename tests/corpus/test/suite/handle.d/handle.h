// What users of a handle see: nothing of what it is.
#ifndef HANDLE_H
#define HANDLE_H
struct handle;
struct handle *handle_open(int mode);
int handle_read(struct handle *handle);
void handle_close(struct handle *handle);
#endif
