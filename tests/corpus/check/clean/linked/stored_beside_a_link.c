// A letter goes to a place that depends on inputs; the link beside it stays what it is.
struct page {
    char letters[8];
    struct page *next;
    int number;
};

int write_letter(struct page *page, unsigned at, char letter) {
    if (!page || at >= 8)
        return -1;
    page->letters[at] = letter;
    return page->next ? page->next->number : 0;
}
