// Shortest paths: Dijkstra with a binary heap, Bellman-Ford and Floyd-Warshall agree.
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, INF = 1 << 28 };
struct Edge { int to, cost, next; };
static struct Edge edges[N * 6];
static int first[N], edge_count, all[N][N];
struct Item { int distance, node; };
static struct Item heap[N * 8];
static int heap_size;

static void add(int from, int to, int cost) {
    edges[edge_count] = (struct Edge){to, cost, first[from]};
    first[from] = edge_count++;
    if (cost < all[from][to])
        all[from][to] = cost;
}
static void push(struct Item it) {
    int i = heap_size++;
    for (; i > 0 && heap[(i - 1) / 2].distance > it.distance; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = it;
}
static struct Item pop(void) {
    struct Item top = heap[0], last = heap[--heap_size];
    int i = 0;
    for (int c; (c = 2 * i + 1) < heap_size; i = c) {
        if (c + 1 < heap_size && heap[c + 1].distance < heap[c].distance)
            c++;
        if (last.distance <= heap[c].distance)
            break;
        heap[i] = heap[c];
    }
    heap[i] = last;
    return top;
}
static void dijkstra(int from, int *distance) {
    for (int i = 0; i < N; i++)
        distance[i] = INF;
    distance[from] = 0;
    push((struct Item){0, from});
    while (heap_size) {
        struct Item it = pop();
        if (it.distance > distance[it.node])
            continue;
        for (int e = first[it.node]; e >= 0; e = edges[e].next) {
            int d = it.distance + edges[e].cost;
            if (d < distance[edges[e].to]) {
                distance[edges[e].to] = d;
                push((struct Item){d, edges[e].to});
            }
        }
    }
}
static void bellman_ford(int from, int *distance) {
    for (int i = 0; i < N; i++)
        distance[i] = i == from ? 0 : INF;
    for (int round = 0; round < N; round++)
        for (int n = 0; n < N; n++)
            for (int e = first[n]; e >= 0; e = edges[e].next)
                if (distance[n] + edges[e].cost < distance[edges[e].to])
                    distance[edges[e].to] = distance[n] + edges[e].cost;
}

int main(void) {
    for (int i = 0; i < N; i++) {
        first[i] = -1;
        for (int j = 0; j < N; j++)
            all[i][j] = i == j ? 0 : INF;
    }
    unsigned s = 3;
    for (int i = 0; i < N * 4; i++) {
        s = s * 1103515245u + 12345u;
        add((int)(s >> 16) % N, (int)(s >> 8 & 0xff) % N, (int)(s >> 20) % 90 + 1);
    }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (all[i][k] + all[k][j] < all[i][j])
                    all[i][j] = all[i][k] + all[k][j];
    int differences = 0;
    long sum = 0;
    for (int from = 0; from < N; from++) {
        int a[N], b[N];
        dijkstra(from, a);
        bellman_ford(from, b);
        for (int i = 0; i < N; i++) {
            differences += a[i] != b[i] || (a[i] < INF && a[i] != all[from][i]);
            sum += a[i] < INF ? a[i] : 7;
        }
    }
    printf("%d %ld %d\n", differences, sum, all[0][N - 1]);
    return 0;
}
