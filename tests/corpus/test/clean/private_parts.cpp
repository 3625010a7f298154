// What only the class itself may call is not called.
class Lock {
  public:
    bool lock() {
        if (held)
            return false;
        force();
        return true;
    }

  private:
    void force() {
        if (held)
            *static_cast<volatile int *>(nullptr) = 1;
        held = true;
    }

    bool held = false;
};

bool twice(Lock &lock) { return lock.lock() && lock.lock(); }
