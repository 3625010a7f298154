// Ten sorting algorithms over the same data must agree.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120 };
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void bubble(int *v, int n) { for (int i = n; i > 1; i--) for (int j = 1; j < i; j++) if (v[j - 1] > v[j]) swap(&v[j - 1], &v[j]); }
static void selection(int *v, int n) { for (int i = 0; i < n; i++) { int m = i; for (int j = i; j < n; j++) if (v[j] < v[m]) m = j; swap(&v[i], &v[m]); } }
static void insertion(int *v, int n) { for (int i = 1; i < n; i++) { int x = v[i], j = i; for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1]; v[j] = x; } }
static void shell(int *v, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) for (int j = i; j >= g && v[j - g] > v[j]; j -= g) swap(&v[j - g], &v[j]); }
static void quick(int *v, int n) {
    if (n < 2)
        return;
    int pivot = v[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i >= j)
            break;
        swap(&v[i], &v[j]);
    }
    quick(v, i);
    quick(v + i, n - i);
}
static void merge_sort(int *v, int n) {
    if (n < 2)
        return;
    int h = n / 2, copy[n];
    merge_sort(v, h);
    merge_sort(v + h, n - h);
    memcpy(copy, v, sizeof copy);
    for (int i = 0, a = 0, b = h; i < n; i++)
        v[i] = b >= n || (a < h && copy[a] <= copy[b]) ? copy[a++] : copy[b++];
}
static void sift(int *v, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && v[c + 1] > v[c]) c++;
        if (v[i] >= v[c])
            return;
        swap(&v[i], &v[c]);
    }
}
static void heap(int *v, int n) {
    for (int i = n / 2; i >= 0; i--) sift(v, i, n);
    for (int i = n - 1; i > 0; i--) { swap(&v[0], &v[i]); sift(v, 0, i); }
}
static void counting(int *v, int n) { int c[2001] = {0}; for (int i = 0; i < n; i++) c[v[i] + 1000]++; for (int i = 0, k = 0; i <= 2000; i++) while (c[i]--) v[k++] = i - 1000; }
static void radix(int *v, int n) {
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = {0}, out[N];
        for (int i = 0; i < n; i++) count[((((unsigned)v[i] ^ 0x80000000u) >> shift) & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) out[count[(((unsigned)v[i] ^ 0x80000000u) >> shift) & 255]++] = v[i];
        memcpy(v, out, (size_t)n * sizeof *v);
    }
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void library(int *v, int n) { qsort(v, (size_t)n, sizeof *v, compare); }

int main(void) {
    static const struct { const char *name; void (*sort)(int *, int); } all[] = {
        {"bubble", bubble}, {"selection", selection}, {"insertion", insertion}, {"shell", shell}, {"quick", quick},
        {"merge", merge_sort}, {"heap", heap}, {"counting", counting}, {"radix", radix}, {"library", library}};
    for (unsigned a = 0; a < sizeof all / sizeof *all; a++) {
        unsigned h = 0, x = 99;
        for (int n = 0; n <= N; n += 40) {
            int v[N];
            for (int i = 0; i < n; i++) {
                x = x * 1103515245u + 12345u;
                v[i] = (int)(x >> 16) % 2001 - 1000;
            }
            all[a].sort(v, n);
            for (int i = 0; i < n; i++) {
                h = h * 31 + (unsigned)v[i];
                if (i && v[i - 1] > v[i])
                    puts("not sorted");
            }
        }
        printf("%s %u\n", all[a].name, h);
    }
    return 0;
}
