// A template of the code's own, as the code uses it.
//@ coverage: >= 6

template <typename T> class Slot {
  public:
    bool put(T item) {
        if (full)
            return false;
        value = item;
        full = true;
        return true;
    }

    bool take(T *item) {
        if (!item || !full)
            return false;
        *item = value;
        full = false;
        return true;
    }

  private:
    T value{};
    bool full = false;
};

int pass(int item) {
    Slot<int> slot;
    int out = 0;
    slot.put(item);
    if (slot.put(item))
        return -1;
    slot.take(&out);
    slot.take(&out);
    return out;
}
